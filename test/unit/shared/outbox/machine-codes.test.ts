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

describe('The machine of outbox entries names how an entry came to its state:', () => {
  test.for<readonly [string, OutboxEntry, OutboxEvent, object]>([
    ['a claim', entry('waiting'), { kind: 'claimed' }, { state: 'sending', code: null, sentAt: START }],
    [
      'a resend',
      entry('in-doubt', { unresolvedAttempt: true }),
      { kind: 'repeated' },
      { state: 'sending', code: null, unresolvedAttempt: true, sentAt: START },
    ],
    [
      'an end of the process',
      entry('sending'),
      { kind: 'interrupted' },
      { state: 'in-doubt', code: 'interrupted', unresolvedAttempt: true },
    ],
    [
      'a backup',
      entry('held'),
      { kind: 'unverified' },
      { state: 'in-doubt', code: 'unverified', unresolvedAttempt: true, sentAt: null },
    ],
    [
      'a send guard',
      entry('waiting'),
      { kind: 'held', reason: 'too-late', fields: { sendBy: START } },
      { state: 'held', code: 'too-late', fields: { sendBy: START } },
    ],
    ['a withdrawal', entry('held'), { kind: 'withdrawn' }, { state: 'withdrawn', code: 'withdrawn' }],
    [
      'a number that fits',
      entry('in-doubt', { unresolvedAttempt: true }),
      { kind: 'found' },
      { state: 'booked', code: 'found' },
    ],
    [
      'one of two numbers',
      entry('in-doubt', { unresolvedAttempt: true }),
      { kind: 'half-found' },
      { state: 'booked-awaiting-number', code: 'half-found' },
    ],
    [
      'a reported number',
      entry('in-doubt', { unresolvedAttempt: true }),
      { kind: 'number-reported' },
      { state: 'booked-awaiting-number', code: 'number-reported', unresolvedAttempt: true },
    ],
    [
      'another reported number',
      entry('booked-awaiting-number'),
      { kind: 'number-reported' },
      { state: 'booked-awaiting-number', code: 'number-reported' },
    ],
    [
      'a number after a call',
      entry('placed-by-phone'),
      { kind: 'number-reported' },
      { state: 'placed-by-phone', code: 'number-reported' },
    ],
    [
      'a wrong number',
      entry('booked-awaiting-number', { unresolvedAttempt: true }),
      { kind: 'number-wrong', fields: { number: 7 }, proved: false },
      { state: 'in-doubt', code: 'number-wrong', fields: { number: 7 }, unresolvedAttempt: true },
    ],
    [
      'a wrong number beside a right one',
      entry('booked-awaiting-number', { unresolvedAttempt: true }),
      { kind: 'number-wrong', fields: { number: 7 }, proved: true },
      { state: 'booked-awaiting-number', code: 'number-wrong', fields: { number: 7 }, unresolvedAttempt: true },
    ],
    [
      'a call',
      entry('in-doubt', { unresolvedAttempt: true }),
      { kind: 'placed-by-phone' },
      { state: 'placed-by-phone', code: 'placed-by-phone' },
    ],
    ['a release', entry('held', { code: 'crashed' }), { kind: 'release' }, { state: 'waiting', code: null }],
    ['a change', entry('refused'), { kind: 'changed' }, { state: 'waiting', code: null }],
  ])('%s', ([, from, event, expected]) => {
    expect(step(from, event)).toEqual({ fields: {}, unresolvedAttempt: false, sentAt, ...expected })
  })

  test('a confirmed "not there", after the quarantine', () => {
    const asked = entry('in-doubt', { unresolvedAttempt: true, notBookedReportedAt: START })
    const confirmed = (msSinceLastSend: number) => step(asked, { kind: 'not-booked-confirmed', msSinceLastSend })
    expect(confirmed(3 * A_MINUTE - 1)).toBeNull()
    expect(confirmed(3 * A_MINUTE)).toMatchObject({ state: 'waiting', code: null, unresolvedAttempt: false })
  })
})

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
