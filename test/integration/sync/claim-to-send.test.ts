import { describe, expect, test } from 'vitest'
import { claimToSend } from '../../../electron/sync/claim-to-send.ts'
import { NO_BOARD_RIGHTS, type Claim } from '../../../electron/sync/send-rights.ts'
import { copyRight, readRight, type SendRight } from '../../../electron/store/board/rights.ts'
import { attemptOutcomes } from '../../../electron/store/tables/attempts.ts'
import { addMinutes } from '../../../shared/time/time.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { bringTo, entryOf } from '../../support/builders/outbox-entries.ts'
import { openDeskStore, type DeskStore } from '../../support/desk/test-store.ts'
import { START } from '../../support/fakes/system.ts'

/* What the answer to a claim lets the send queue do, with a real store and a clock of the test. */

const ROLE = 'desk1'
const right = (changes: Partial<SendRight> = {}): SendRight => ({
  owner: ROLE,
  state: 'waiting',
  rev: 1,
  epoch: 7,
  claimedAt: null,
  handedOver: false,
  takenFrom: null,
  attempt: null,
  ...changes,
})
const CLAIMED = right({ state: 'claimed', rev: 2, claimedAt: START })

/** A desk with one entry in a state; `offered` gives the entry a right that waits. */
function openEntry(state: 'waiting' | 'in-doubt', offered = true) {
  const desk = openDeskStore()
  const booked = desk.book(pairBooking(1))
  bringTo(desk.store, booked, state)
  const { id } = entryOf(desk.store, booked)
  if (offered) desk.store.write((tx) => copyRight(tx, id, right({ state: state === 'waiting' ? 'waiting' : 'doubt' })))
  return { ...desk, booked, id }
}

/** Claims the entry, with an answer of the hub that comes after something happened. */
function claim(desk: ReturnType<typeof openEntry>, answer: Claim, meanwhile: () => void = () => {}) {
  const { store, clock, facts, booked } = desk
  const entry = entryOf(store, booked)
  const kind = entry.state === 'in-doubt' ? 'resend-claimed' : 'claimed'
  const rights = {
    ...NO_BOARD_RIGHTS,
    claim: () => {
      meanwhile()
      return Promise.resolve(answer)
    },
  }
  return claimToSend({ store, clock, rights, log: facts.log }, entry, { kind, payload: '{}', digest: 'd' })
}

const knownRight = ({ store }: DeskStore, id: string) => store.read((view) => readRight(view, id))
const outcomes = ({ store }: DeskStore, id: string) =>
  store.read((view) => attemptOutcomes(view, id)).map(({ code }) => code)
const phases = ({ store }: DeskStore) =>
  store.read((view) => view.sql('SELECT phase FROM attempts ORDER BY seq').pluck().all())

describe('`claimToSend` for an entry that was never offered', () => {
  test('The entry leaves without a right', async () => {
    const desk = openEntry('waiting', false)
    expect(await claim(desk, { kind: 'unoffered' })).toMatchObject({ state: 'sending' })
    expect(entryOf(desk.store, desk.booked)).toMatchObject({ state: 'sending', payload: '{}' })
    expect(phases(desk)).toEqual(['sending'])
  })

  test('An entry that was offered while the claim was asked stays as it is, and nothing is recorded', async () => {
    const desk = openEntry('waiting', false)
    const offer = () => desk.store.write((tx) => copyRight(tx, desk.id, right()))
    expect(await claim(desk, { kind: 'unoffered' }, offer)).toBe(null)
    expect(entryOf(desk.store, desk.booked)).toMatchObject({ state: 'waiting', payload: null })
    expect(phases(desk)).toEqual([])
  })

  test('An entry of a desk without a board leaves however long its claim took', async () => {
    const desk = openEntry('waiting', false)
    const answer = await claim(desk, { kind: 'unoffered' }, () => desk.clock.advance(60_000))
    expect(answer).toMatchObject({ state: 'sending' })
  })
})

describe('`claimToSend` with a claim that the hub granted', () => {
  test('The right is copied in the commit of `sending`', async () => {
    const desk = openEntry('waiting')
    const commits: unknown[] = []
    desk.store.onChange(() => commits.push([entryOf(desk.store, desk.booked).state, knownRight(desk, desk.id)?.state]))
    expect(await claim(desk, { kind: 'granted', right: CLAIMED })).toMatchObject({ state: 'sending' })
    expect(commits).toEqual([['sending', 'claimed']])
    const { attempt: _, ...kept } = CLAIMED
    expect(knownRight(desk, desk.id)).toMatchObject(kept)
  })

  test('An entry that a person withdrew meanwhile does not leave, and its right is known as claimed', async () => {
    const desk = openEntry('waiting')
    const withdraw = () => expect(desk.moves.withdrawBooking(desk.booked.id).ok).toBe(true)
    expect(await claim(desk, { kind: 'granted', right: CLAIMED }, withdraw)).toBe(null)
    expect(entryOf(desk.store, desk.booked).state).toBe('withdrawn')
    expect(knownRight(desk, desk.id)).toMatchObject({ state: 'claimed', rev: 2 })
    expect(phases(desk)).toEqual([])
  })

  test('A claim that took ten seconds still lets the entry leave', async () => {
    const desk = openEntry('waiting')
    const answer = await claim(desk, { kind: 'granted', right: CLAIMED }, () => desk.clock.advance(10_000))
    expect(answer).toMatchObject({ state: 'sending' })
  })

  const LATE = {
    'both clocks': ({ clock }: DeskStore) => clock.advance(10_001),
    'the wall clock alone, as after a sleep': ({ clock }: DeskStore) => clock.setWall(addMinutes(clock.now(), 1)),
    'the monotonic clock alone, because a person set the wall clock back': ({ clock }: DeskStore) => {
      clock.advance(10_001)
      clock.setWall(START)
    },
  }
  describe.for(Object.entries(LATE))('A claim that took longer than ten seconds by %s', ([, pass]) => {
    test('The entry waits again, and its attempt is recorded as not sent', async () => {
      const desk = openEntry('waiting')
      expect(await claim(desk, { kind: 'granted', right: CLAIMED }, () => pass(desk))).toBe(null)
      const entry = entryOf(desk.store, desk.booked)
      expect(entry).toMatchObject({ state: 'waiting', code: 'not-sent', unresolvedAttempt: false })
      expect(phases(desk)).toEqual(['sending', 'settled'])
      expect(outcomes(desk, desk.id)).toEqual(['not-sent'])
      // The next line tells the hub that the entry waits again.
      expect(knownRight(desk, desk.id)).toMatchObject({ state: 'claimed', rev: 2 })
    })

    test('An entry in doubt stays in doubt, and its resend is recorded as not sent', async () => {
      const desk = openEntry('in-doubt')
      expect(await claim(desk, { kind: 'granted', right: CLAIMED }, () => pass(desk))).toBe(null)
      expect(entryOf(desk.store, desk.booked)).toMatchObject({ state: 'in-doubt', unresolvedAttempt: true })
      expect(outcomes(desk, desk.id)).toEqual(['not-sent'])
    })
  })
})

describe('`claimToSend` with a claim that the hub did not grant', () => {
  test('The duplicate of another desk’s booking holds the entry, and nothing is recorded as an attempt', async () => {
    const desk = openEntry('waiting')
    expect(await claim(desk, { kind: 'duplicate' })).toBe(null)
    expect(entryOf(desk.store, desk.booked)).toMatchObject({ state: 'held', code: 'possible-duplicate' })
    expect(phases(desk)).toEqual([])
    expect(desk.facts.all).toContainEqual({ event: 'entry-skipped', entryId: desk.id, code: 'possible-duplicate' })
  })

  test.for([
    ['waiting', 'refused'],
    ['in-doubt', 'refused'],
    ['in-doubt', 'duplicate'],
  ] as const)('An entry that is %s stays as it is when its claim is %s', async ([state, kind]) => {
    const desk = openEntry(state)
    const before = entryOf(desk.store, desk.booked)
    const rightBefore = knownRight(desk, desk.id)
    expect(await claim(desk, { kind })).toBe(null)
    expect(entryOf(desk.store, desk.booked)).toEqual(before)
    expect(knownRight(desk, desk.id)).toEqual(rightBefore)
    expect(phases(desk)).toEqual([])
  })
})
