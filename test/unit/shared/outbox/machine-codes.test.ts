import { describe, expect, test } from 'vitest'
import { stepEntry, type OutboxEntry, type OutboxEvent } from '../../../../shared/outbox/machine.ts'
import type { EntryState } from '../../../../shared/outbox/entry-state.ts'
import { START } from '../../../support/fakes/system.ts'

const A_MINUTE = 60_000

function entry(state: EntryState, changes: Partial<OutboxEntry> = {}): OutboxEntry {
  return {
    state,
    code: 'no-answer',
    fields: { path: 'x' },
    providerMessage: 'No.',
    unresolvedAttempt: false,
    sentAt: '2026-11-20T15:00:00Z',
    notBookedReportedAt: null,
    overriddenHolds: [],
    ...changes,
  }
}

/** What an event changes of an entry, beside clearing the provider's words; null where it does not fit. */
function step(from: OutboxEntry, event: OutboxEvent) {
  const moved = stepEntry(from, event, START)
  if (moved.kind === 'impossible') return null
  const { state, code, fields, providerMessage, unresolvedAttempt, sentAt, notBookedReportedAt } = moved.entry
  expect([providerMessage, notBookedReportedAt]).toEqual([null, null])
  return { state, code, fields, unresolvedAttempt, sentAt }
}

const sentAt = '2026-11-20T15:00:00Z'

describe('The codes of `stepEntry`', () => {
  test.for<readonly [string, OutboxEntry, OutboxEvent, object]>([
    [
      'A claim turns an outbox entry to sending, without a code',
      entry('waiting'),
      { kind: 'claimed' },
      { state: 'sending', code: null, sentAt: START },
    ],
    [
      'A resend turns an outbox entry to sending, still with its earlier doubt',
      entry('in-doubt', { unresolvedAttempt: true }),
      { kind: 'resend-claimed' },
      { state: 'sending', code: null, unresolvedAttempt: true, sentAt: START },
    ],
    [
      'An end of the process leaves a sending entry in doubt as interrupted',
      entry('sending'),
      { kind: 'interrupted' },
      { state: 'in-doubt', code: 'interrupted', unresolvedAttempt: true },
    ],
    [
      'A recovery from a backup leaves an outbox entry in doubt as unverified',
      entry('held'),
      { kind: 'unverified' },
      { state: 'in-doubt', code: 'unverified', unresolvedAttempt: true, sentAt: null },
    ],
    [
      'A takeover of an entry that may have left leaves the entry in doubt since the claim of the desk of before',
      entry('held'),
      { kind: 'taken-over', mayHaveLeft: true, claimedAt: START },
      { state: 'in-doubt', code: 'taken-over', unresolvedAttempt: true, sentAt: START },
    ],
    [
      'The word of the desk of before that it booked nothing ends the doubt of the takeover',
      entry('in-doubt', { code: 'taken-over', unresolvedAttempt: true, sentAt: START }),
      { kind: 'not-booked-elsewhere' },
      { state: 'waiting', code: null, unresolvedAttempt: false, sentAt: START },
    ],
    [
      'A takeover of an entry that was being sent leaves the entry in doubt, also where its right waits',
      entry('sending'),
      { kind: 'taken-over', mayHaveLeft: false, claimedAt: null },
      { state: 'in-doubt', code: 'taken-over', unresolvedAttempt: true, sentAt: null },
    ],
    [
      'A send guard holds a waiting entry with the reason and fields of the hold',
      entry('waiting'),
      { kind: 'held', reason: 'too-late', fields: { sendBy: START } },
      { state: 'held', code: 'too-late', fields: { sendBy: START } },
    ],
    [
      'A withdrawal turns a held entry to withdrawn',
      entry('held'),
      { kind: 'withdrawn' },
      { state: 'withdrawn', code: 'withdrawn' },
    ],
    [
      'A number that matches turns an entry in doubt to booked',
      entry('in-doubt', { unresolvedAttempt: true }),
      { kind: 'found' },
      { state: 'booked', code: 'found' },
    ],
    [
      'A matching number of a pair without the other number leaves the entry awaiting a number',
      entry('in-doubt', { unresolvedAttempt: true }),
      { kind: 'half-found' },
      { state: 'booked-awaiting-number', code: 'half-found' },
    ],
    [
      'A reported number turns an entry in doubt to awaiting its number, still with the doubt',
      entry('in-doubt', { unresolvedAttempt: true }),
      { kind: 'number-reported' },
      { state: 'booked-awaiting-number', code: 'number-reported', unresolvedAttempt: true },
    ],
    [
      'Another reported number leaves a booked entry awaiting its number',
      entry('booked-awaiting-number'),
      { kind: 'number-reported' },
      { state: 'booked-awaiting-number', code: 'number-reported' },
    ],
    [
      'A reported number after a call leaves an entry placed by phone',
      entry('placed-by-phone'),
      { kind: 'number-reported' },
      { state: 'placed-by-phone', code: 'number-reported' },
    ],
    [
      'A wrong reported number turns an unproved entry back to in doubt',
      entry('booked-awaiting-number', { unresolvedAttempt: true }),
      { kind: 'number-wrong', fields: { number: 7 }, proved: false },
      { state: 'in-doubt', code: 'number-wrong', fields: { number: 7 }, unresolvedAttempt: true },
    ],
    [
      'A wrong reported number beside a proved number leaves the entry awaiting its number',
      entry('booked-awaiting-number', { unresolvedAttempt: true }),
      { kind: 'number-wrong', fields: { number: 7 }, proved: true },
      { state: 'booked-awaiting-number', code: 'number-wrong', fields: { number: 7 }, unresolvedAttempt: true },
    ],
    [
      'A call turns an entry in doubt to placed by phone',
      entry('in-doubt', { unresolvedAttempt: true }),
      { kind: 'placed-by-phone' },
      { state: 'placed-by-phone', code: 'placed-by-phone' },
    ],
    [
      'A refused resend leaves the entry in doubt, marked as resent',
      entry('sending', { unresolvedAttempt: true }),
      { kind: 'classified', proof: 'refused', code: 'refused', fields: { path: 'y' } },
      { state: 'in-doubt', code: 'refused', fields: { resent: true }, unresolvedAttempt: true },
    ],
    [
      'A release turns a held entry to waiting',
      entry('held', { code: 'crashed' }),
      { kind: 'release' },
      { state: 'waiting', code: null },
    ],
    [
      'A change of the booking turns a refused entry to waiting',
      entry('refused'),
      { kind: 'changed' },
      { state: 'waiting', code: null },
    ],
  ])('%s', ([, from, event, expected]) => {
    expect(step(from, event)).toEqual({ fields: {}, unresolvedAttempt: false, sentAt, ...expected })
  })

  test('A confirmed "not booked" after the quarantine has the code of that decision', () => {
    const asked = entry('in-doubt', { unresolvedAttempt: true, notBookedReportedAt: START })
    const confirmed = (msSinceLastSend: number) => step(asked, { kind: 'not-booked-confirmed', msSinceLastSend })
    expect(confirmed(3 * A_MINUTE - 1)).toBeNull()
    expect(confirmed(3 * A_MINUTE)).toMatchObject({ state: 'waiting', code: null, unresolvedAttempt: false })
  })
})

test.for([
  ['waiting', false, false],
  ['held', false, false],
  ['refused', false, false],
  ['in-doubt', true, false],
  ['in-doubt', true, true],
  ['booked-awaiting-number', false, true],
  ['booked-awaiting-number', true, true],
] as const)(
  'A takeover changes nothing of an entry that is %s (unresolved attempt: %s, may have left: %s)',
  ([state, unresolvedAttempt, mayHaveLeft]) => {
    const before = entry(state, { unresolvedAttempt, notBookedReportedAt: state === 'in-doubt' ? START : null })
    const event = { kind: 'taken-over', mayHaveLeft, claimedAt: START } as const
    expect(stepEntry(before, event, START)).toEqual({ kind: 'moved', entry: before })
  },
)

test('A second release keeps the hold reason that an earlier release overrode', () => {
  const events: readonly OutboxEvent[] = [
    { kind: 'held', reason: 'send-by-passed' },
    { kind: 'release' },
    { kind: 'held', reason: 'possible-duplicate' },
    { kind: 'release' },
  ]
  const last = events.reduce((from, event) => {
    const moved = stepEntry(from, event, START)
    return moved.kind === 'impossible' ? from : moved.entry
  }, entry('waiting'))
  expect(last).toMatchObject({ state: 'waiting', overriddenHolds: ['send-by-passed', 'possible-duplicate'] })
})
