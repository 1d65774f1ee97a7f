import { describe, expect, test } from 'vitest'
import { findOrder, type Operation } from '../../support/board/linearizable.ts'
import { RIGHT_MODEL, type RightCall } from '../../support/board/right-model.ts'

/* The judge of claims and takeovers sees each illegal history, and takes each legal one. */

type At = readonly [from: number, to: number]

const saved = (at: At, desk = 'one'): Operation<RightCall> => ({
  call: { kind: 'saved', desk, state: 'waiting', rev: 1, outcome: null },
  ...span(at),
})

const settled = (at: At, desk: string, state: string, rev: number, outcome: string | null = null) => ({
  call: { kind: 'settled', desk, state, rev, outcome } as const,
  ...span(at),
})

/** A claim with its answer: the right that it gives, the reason of a refusal, or null for an unknown answer. */
const claim = (at: At, desk: string, rev: number, answer: string | null = null, by = desk): Operation<RightCall> => ({
  call: { kind: 'claim', desk, rev, by, resend: false, answer: answerOf(answer, desk, 'claimed', rev) },
  ...span(at),
})

const take = (at: At, desk: string, rev: number, answer: string | null = null, state = 'waiting', one = false) => ({
  call: { kind: 'take', desk, rev, one, answer: answerOf(answer, desk, state, rev) } as const,
  ...span(at),
})

/** As `take`, for the one entry that a person chose. */
const takeOne = (at: At, desk: string, rev: number, answer: string | null = null, state = 'waiting') =>
  take(at, desk, rev, answer, state, true)

/** The owner consents to a takeover, or takes the consent back. */
const consent = (at: At, desk: string, isBack = false) => ({
  call: { kind: 'consent', desk, isBack } as const,
  ...span(at),
})

const look = (at: number, owner: string, state: string, rev: number, handedOver = false): Operation<RightCall> => ({
  call: { kind: 'look', right: { owner, state, rev, handedOver } },
  from: at,
  to: at,
})

function answerOf(answer: string | null, owner: string, state: string, rev: number) {
  if (answer === null) return null
  return answer === 'ok' ? { ok: true, right: { owner, state, rev: rev + 1 } } : { ok: false, reason: answer }
}

const span = ([from, to]: At) => ({ from, to })
const kindOf = (...operations: readonly Operation<RightCall>[]) => findOrder(operations, RIGHT_MODEL).kind
const LOST = Infinity

describe('A history with a legal order', () => {
  test.each([
    [
      'a claim and its proof',
      [saved([0, 1]), claim([2, 3], 'one', 1, 'ok'), settled([4, 5], 'one', 'done', 2, 'booked')],
    ],
    [
      'a takeover that comes before a claim which began earlier',
      [saved([0, 1]), claim([2, 9], 'one', 1, 'owner'), take([3, 8], 'two', 1, 'ok'), look(10, 'two', 'waiting', 2)],
    ],
    [
      'a claim without an answer that happened',
      [saved([0, 1]), claim([2, LOST], 'one', 1), take([5, 6], 'two', 2, 'ok', 'doubt')],
    ],
    [
      'a claim without an answer that never happened',
      [saved([0, 1]), claim([2, LOST], 'one', 1), take([5, 6], 'two', 1, 'ok')],
    ],
    [
      'a claim without an answer that happened long after its desk gave up',
      [saved([0, 1]), claim([2, LOST], 'one', 1), take([5, 6], 'two', 1, 'stale'), look(7, 'one', 'claimed', 2)],
    ],
    [
      'the same attempt that is asked again',
      [
        saved([0, 1]),
        claim([2, LOST], 'one', 1, null, 'a'),
        claim([5, 6], 'one', 1, 'ok', 'a'),
        look(7, 'one', 'claimed', 2),
      ],
    ],
    [
      'an old word of the owner after a takeover there and back',
      [
        saved([0, 1]),
        take([2, 3], 'two', 1, 'ok'),
        take([4, 5], 'one', 2, 'ok'),
        settled([6, 7], 'one', 'done', 1, 'withdrawn'),
        look(8, 'one', 'waiting', 3),
      ],
    ],
    [
      'a takeover of one settled entry, and one that is refused while its owner sends',
      [
        saved([0, 1]),
        claim([2, 3], 'one', 1, 'ok'),
        takeOne([4, 5], 'two', 2, 'sending'),
        settled([6, 7], 'one', 'done', 2, 'booked'),
        takeOne([8, 9], 'two', 3, 'ok', 'done'),
        look(10, 'two', 'done', 4),
      ],
    ],
    [
      'a refusal for a reason outside of the register',
      [saved([0, 1]), take([2, 3], 'two', 1, 'heard'), look(4, 'one', 'waiting', 1)],
    ],
    [
      'a claim that is refused while the entry is handed over, and granted once that is taken back',
      [
        saved([0, 1]),
        consent([2, 3], 'one'),
        claim([4, 5], 'one', 1, 'handed-over'),
        consent([6, 7], 'one', true),
        claim([8, 9], 'one', 1, 'ok'),
      ],
    ],
    [
      'a claim of the desk that took over what was handed over',
      [
        saved([0, 1]),
        consent([2, 3], 'one'),
        take([4, 5], 'two', 1, 'ok'),
        claim([6, 7], 'two', 2, 'ok'),
        look(8, 'two', 'claimed', 3),
      ],
    ],
    [
      'a claim that came before a consent which began earlier',
      [saved([0, 1]), consent([2, 9], 'one'), claim([3, 8], 'one', 1, 'ok'), look(10, 'one', 'claimed', 2, true)],
    ],
    [
      'a consent without an answer that never came',
      [saved([0, 1]), consent([2, LOST], 'one'), claim([4, 5], 'one', 1, 'ok')],
    ],
    [
      'the late consent of a desk that is not the owner any more, and a consent about an entry that is done',
      [
        saved([0, 1]),
        take([2, 3], 'two', 1, 'ok'),
        consent([4, 5], 'one'),
        claim([6, 7], 'two', 2, 'ok'),
        settled([8, 9], 'two', 'done', 3, 'booked'),
        consent([10, 11], 'two'),
        look(12, 'two', 'done', 4),
      ],
    ],
  ])('The judge takes %s', (_, operations) => {
    expect(kindOf(...operations)).toBe('legal')
    expect(kindOf(...operations.toReversed())).toBe('legal')
  })
})

describe('A history without a legal order', () => {
  test.each([
    [
      'two claims of one revision',
      [saved([0, 1]), claim([2, 9], 'one', 1, 'ok', 'a'), claim([3, 8], 'one', 1, 'ok', 'b')],
    ],
    [
      'a claim of the owner beside a takeover of the waiting entry',
      [saved([0, 1]), claim([2, 9], 'one', 1, 'ok'), take([3, 8], 'two', 1, 'ok')],
    ],
    ['two takers of one revision', [saved([0, 1]), take([2, 9], 'two', 1, 'ok'), take([2, 9], 'three', 1, 'ok')]],
    [
      'a claimed entry that is taken as if it waited',
      [saved([0, 1]), claim([2, 3], 'one', 1, 'ok'), take([4, 5], 'two', 2, 'ok', 'waiting')],
    ],
    [
      'a takeover of a settled entry with the others',
      [saved([0, 1]), settled([2, 3], 'one', 'done', 1, 'booked'), take([4, 5], 'two', 2, 'ok', 'done')],
    ],
    [
      'a takeover of one waiting entry that is refused as being sent',
      [saved([0, 1]), takeOne([2, 3], 'two', 1, 'sending')],
    ],
    [
      'a takeover of one entry that is refused because its owner is heard',
      [saved([0, 1]), takeOne([2, 3], 'two', 1, 'heard')],
    ],
    ['a claim of a desk that is not the owner', [saved([0, 1]), claim([2, 3], 'two', 1, 'ok')]],
    [
      'an acknowledged claim that is missing after a crash of the hub',
      [saved([0, 1]), claim([2, 3], 'one', 1, 'ok'), look(9, 'one', 'waiting', 1)],
    ],
    ['an acknowledged offer that is missing', [saved([0, 1]), claim([2, 3], 'one', 1, 'unknown')]],
    [
      'a revision that falls',
      [saved([0, 1]), take([2, 3], 'two', 1, 'ok'), take([4, 5], 'one', 2, 'ok'), look(6, 'one', 'waiting', 2)],
    ],
    [
      'a takeover before the claim that it saw',
      [saved([0, 1]), take([2, 3], 'two', 2, 'ok', 'doubt'), claim([4, LOST], 'one', 1)],
    ],
    [
      'a claim of a desk that had offered consent away',
      [saved([0, 1]), consent([2, 3], 'one'), claim([4, 5], 'one', 1, 'ok')],
    ],
    [
      'a claim that is refused as handed over without a consent',
      [saved([0, 1]), claim([2, 3], 'one', 1, 'handed-over')],
    ],
    [
      'a claim that is refused as handed over after the consent was taken back',
      [saved([0, 1]), consent([2, 3], 'one'), consent([4, 5], 'one', true), claim([6, 7], 'one', 1, 'handed-over')],
    ],
    [
      'a takeover that is refused because an owner that consented is heard',
      [saved([0, 1]), consent([2, 3], 'one'), take([4, 5], 'two', 1, 'heard')],
    ],
    [
      'a consent that outlives a takeover',
      [saved([0, 1]), consent([2, 3], 'one'), take([4, 5], 'two', 1, 'ok'), look(6, 'two', 'waiting', 2, true)],
    ],
    ['an acknowledged consent that is missing', [saved([0, 1]), consent([2, 3], 'one'), look(4, 'one', 'waiting', 1)]],
    ['a refusal without its reason', [saved([0, 1]), claim([2, 3], 'one', 1, 'owner')]],
    [
      'a claim of an entry that is done',
      [
        saved([0, 1]),
        claim([2, 3], 'one', 1, 'ok'),
        settled([4, 5], 'one', 'done', 2, 'booked'),
        claim([6, 7], 'one', 3, 'ok', 'b'),
      ],
    ],
  ])('The judge refuses %s', (_, operations) => {
    expect(kindOf(...operations)).toBe('illegal')
    expect(kindOf(...operations.toReversed())).toBe('illegal')
  })

  test('An illegal claim among fifteen takeovers without answers at the same time is found within the steps', () => {
    const takes = Array.from({ length: 15 }, (_, at) => take([2, LOST], `desk${at}`, 1 + at))
    expect(kindOf(saved([0, 1]), ...takes, look(9, 'desk9', 'waiting', 11))).toBe('legal')
    expect(kindOf(saved([0, 1]), ...takes, look(9, 'desk9', 'waiting', 12))).toBe('illegal')
  })
})
