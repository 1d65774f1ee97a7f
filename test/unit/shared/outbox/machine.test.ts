import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ENTRY_STATES, type EntryState } from '../../../../shared/outbox/entry-state.ts'
import {
  HOLD_REASONS,
  stepEntry,
  type OutboxEntry,
  type OutboxEvent,
  type Proof,
} from '../../../../shared/outbox/machine.ts'
import { quarantineEnd } from '../../../../shared/outbox/quarantine.ts'
import { addMinutes } from '../../../../shared/time/time.ts'
import { seedOf } from '../../../support/fakes/system.ts'
import { codeOf } from '../../../support/outcome-codes.ts'

const NOW = '2026-11-21T15:00:00Z'
const A_MINUTE = 60_000
const PROOFS: readonly Proof[] = ['booked', 'refused', 'must-hold', 'retryable', 'repeat', 'unknown']

const judgedAs = (proof: Proof): OutboxEvent => ({ kind: 'classified', proof, code: codeOf(proof) })
const EVENTS: readonly OutboxEvent[] = [
  { kind: 'claimed' },
  { kind: 'resend-claimed' },
  ...PROOFS.map(judgedAs),
  { kind: 'interrupted' },
  { kind: 'unverified' },
  { kind: 'taken-over', mayHaveLeft: false, claimedAt: null },
  { kind: 'taken-over', mayHaveLeft: true, claimedAt: NOW },
  { kind: 'not-booked-elsewhere' },
  ...HOLD_REASONS.map((reason): OutboxEvent => ({ kind: 'held', reason })),
  { kind: 'release' },
  { kind: 'changed' },
  { kind: 'withdrawn' },
  { kind: 'found' },
  { kind: 'half-found' },
  { kind: 'number-reported' },
  { kind: 'number-wrong', fields: {}, proved: false },
  { kind: 'number-wrong', fields: {}, proved: true },
  { kind: 'not-booked-reported' },
  { kind: 'not-booked-confirmed', msSinceLastSend: 3 * A_MINUTE },
  { kind: 'placed-by-phone' },
]

function nameOf(event: OutboxEvent): string {
  if (event.kind === 'classified') return `classified ${event.proof}`
  if (event.kind === 'held') return `held ${event.reason}`
  if (event.kind === 'taken-over') return event.mayHaveLeft ? 'taken over, may have left' : 'taken over'
  return event.kind === 'number-wrong' && event.proved ? 'one number wrong' : event.kind
}

function entry(state: EntryState, changes: Partial<OutboxEntry> = {}): OutboxEntry {
  return {
    state,
    code: null,
    fields: {},
    providerMessage: null,
    unresolvedAttempt: false,
    sentAt: null,
    notBookedReportedAt: null,
    overriddenHolds: [],
    ...changes,
  }
}

const heldBack = (to: EntryState) => Object.fromEntries(HOLD_REASONS.map((reason) => [`held ${reason}`, to]))
const UNVERIFIED = { unverified: 'in-doubt' } as const
const takenOver = (unsent: EntryState, mayHaveLeft: EntryState = unsent) => ({
  'taken over': unsent,
  'taken over, may have left': mayHaveLeft,
})
const UNSENT = {
  ...UNVERIFIED,
  changed: 'waiting',
  withdrawn: 'withdrawn',
  'placed-by-phone': 'placed-by-phone',
} as const

/** Every possible step, written by hand; a step that is not listed is impossible. */
const SURE: Readonly<Record<EntryState, Readonly<Record<string, EntryState>>>> = {
  waiting: { ...UNSENT, ...takenOver('waiting', 'in-doubt'), ...heldBack('held'), claimed: 'sending' },
  sending: {
    'classified booked': 'booked',
    'classified refused': 'refused',
    'classified must-hold': 'held',
    'classified retryable': 'waiting',
    'classified repeat': 'held',
    'classified unknown': 'in-doubt',
    interrupted: 'in-doubt',
    ...UNVERIFIED,
    ...takenOver('in-doubt'),
  },
  booked: {},
  'booked-awaiting-number': {
    found: 'booked',
    'half-found': 'booked-awaiting-number',
    'number-reported': 'booked-awaiting-number',
    'number-wrong': 'booked-awaiting-number',
    'one number wrong': 'booked-awaiting-number',
    ...takenOver('booked-awaiting-number'),
  },
  refused: { ...UNSENT, ...takenOver('refused', 'in-doubt') },
  'in-doubt': {
    found: 'booked',
    'half-found': 'booked-awaiting-number',
    'number-reported': 'booked-awaiting-number',
    'not-booked-reported': 'in-doubt',
    'placed-by-phone': 'placed-by-phone',
    ...UNVERIFIED,
    ...takenOver('in-doubt'),
  },
  held: { ...UNSENT, ...takenOver('held', 'in-doubt'), release: 'waiting' },
  withdrawn: {},
  'placed-by-phone': {
    found: 'booked',
    'half-found': 'booked-awaiting-number',
    'number-reported': 'placed-by-phone',
    'number-wrong': 'placed-by-phone',
    'one number wrong': 'placed-by-phone',
  },
}
const DOUBTED: typeof SURE = {
  ...SURE,
  waiting: { ...UNVERIFIED, ...takenOver('waiting', 'in-doubt'), ...heldBack('held') },
  sending: {
    'classified booked': 'booked',
    'classified refused': 'in-doubt',
    'classified must-hold': 'in-doubt',
    'classified retryable': 'in-doubt',
    'classified repeat': 'booked-awaiting-number',
    'classified unknown': 'in-doubt',
    interrupted: 'in-doubt',
    ...UNVERIFIED,
    ...takenOver('in-doubt'),
  },
  refused: { ...UNVERIFIED, ...takenOver('refused', 'in-doubt') },
  'in-doubt': { ...SURE['in-doubt'], 'resend-claimed': 'sending' },
  'booked-awaiting-number': { ...SURE['booked-awaiting-number'], 'number-wrong': 'in-doubt' },
  held: { ...UNVERIFIED, ...takenOver('held', 'in-doubt'), release: 'waiting' },
}

describe.each([
  ['without unresolvedAttempt', false, SURE],
  ['with unresolvedAttempt', true, DOUBTED],
] as const)('An entry %s', (label, unresolvedAttempt, table) => {
  test.each(ENTRY_STATES.flatMap((state) => EVENTS.map((event) => [state, nameOf(event), event] as const)))(
    `An entry ${label} in state %s takes the event "%s" as the table says`,
    (state, name, event) => {
      const after = stepEntry(entry(state, { unresolvedAttempt }), event, NOW)
      expect(after.kind === 'moved' ? after.entry.state : undefined).toBe(table[state][name])
    },
  )
})

test('An entry that was handed over keeps its doubt exactly while it is in doubt', () => {
  const sent = entry('sending', { sentAt: NOW })
  for (const event of EVENTS) {
    const after = stepEntry(sent, event, NOW)
    if (after.kind === 'impossible') continue
    expect([nameOf(event), after.entry.unresolvedAttempt]).toEqual([nameOf(event), after.entry.state === 'in-doubt'])
  }
})

describe('A not-booked report', () => {
  const doubted = entry('in-doubt', { unresolvedAttempt: true, sentAt: NOW })
  const reported = stepEntry(doubted, { kind: 'not-booked-reported' }, addMinutes(NOW, 1))
  const confirm = (msSinceLastSend: number, at = NOW) =>
    reported.kind === 'moved'
      ? stepEntry(reported.entry, { kind: 'not-booked-confirmed', msSinceLastSend }, at)
      : reported

  test('A not-booked report is confirmed only after it was made and only after the quarantine', () => {
    expect(stepEntry(doubted, { kind: 'not-booked-confirmed', msSinceLastSend: 60 * A_MINUTE }, NOW).kind).toBe(
      'impossible',
    )
    expect(confirm(3 * A_MINUTE - 1).kind).toBe('impossible')
    expect(confirm(3 * A_MINUTE)).toMatchObject({
      kind: 'moved',
      entry: { state: 'waiting', unresolvedAttempt: false, notBookedReportedAt: null },
    })
  })

  test('The quarantine of a not-booked report does not depend on the wall clock', () => {
    expect(confirm(2 * A_MINUTE, addMinutes(NOW, 24 * 60)).kind).toBe('impossible')
    expect(confirm(3 * A_MINUTE, addMinutes(NOW, -24 * 60)).kind).toBe('moved')
  })

  test('`quarantineEnd` rounds up to a whole minute', () => {
    expect(quarantineEnd(0, '2026-11-21T15:00:01Z')).toBe('2026-11-21T15:04:00Z')
    expect(quarantineEnd(3 * A_MINUTE - 1, NOW)).toBe('2026-11-21T15:01:00Z')
    expect(quarantineEnd(60 * A_MINUTE, NOW)).toBe(NOW)
  })

  test('A not-booked report is dropped when a number is reported', () => {
    const named = reported.kind === 'moved' ? stepEntry(reported.entry, { kind: 'number-reported' }, NOW) : reported
    expect(named).toMatchObject({ kind: 'moved', entry: { notBookedReportedAt: null } })
  })
})

describe('Holds', () => {
  test('A released hold reason does not hold the entry again until a change, and other reasons still hold it', () => {
    const held = entry('held', { code: 'send-by-passed' })
    const free = stepEntry(held, { kind: 'release' }, NOW)
    if (free.kind !== 'moved') throw new Error('not released')
    expect(stepEntry(free.entry, { kind: 'held', reason: 'send-by-passed' }, NOW).kind).toBe('impossible')
    expect(stepEntry(free.entry, { kind: 'held', reason: 'too-late' }, NOW).kind).toBe('moved')
    expect(stepEntry(free.entry, { kind: 'changed' }, NOW)).toMatchObject({ entry: { overriddenHolds: [] } })
  })

  test.each(['too-late', 'unreadable'] as const)('An entry held for %s cannot be released', (code) => {
    expect(stepEntry(entry('held', { code }), { kind: 'release' }, NOW).kind).toBe('impossible')
  })
})

test('An entry is claimed again only after its last attempt is proved not to have booked, over any history', () => {
  const events = fc.array(fc.record({ pick: fc.noBias(fc.nat()), minutes: fc.integer({ min: 0, max: 5 }) }), {
    minLength: 10,
    maxLength: 40,
  })
  let repeats = 0
  let twice = 0
  fc.assert(
    fc.property(events, (history) => {
      let now = NOW
      let at = entry('waiting')
      /** True while the last attempt may still book. */
      let open = false
      let booked = false
      for (const { pick, minutes } of history) {
        now = addMinutes(now, minutes)
        const here = at
        // Damage and takeovers stay rare, so that the histories hold other events too.
        const fits = ({ kind }: OutboxEvent) => !['unverified', 'taken-over'].includes(kind) || minutes === 5
        const possible = EVENTS.filter((one) => fits(one) && stepEntry(here, one, now).kind === 'moved')
        const event = possible[pick % possible.length]
        const after = event === undefined ? { kind: 'impossible' as const } : stepEntry(at, event, now)
        if (event === undefined || after.kind === 'impossible') break
        if (event.kind === 'claimed') {
          expect([open, booked]).toEqual([false, false])
          twice += at.sentAt === null ? 0 : 1
        }
        if (event.kind === 'resend-claimed') repeats += 1
        if (after.entry.state === 'sending') open = true
        // The desk of before may have sent the entry.
        if (event.kind === 'taken-over' && after.entry.state === 'in-doubt') open = true
        if (after.entry.state === 'withdrawn') expect([open, booked]).toEqual([false, false])
        if (event.kind === 'classified' && event.proof !== 'unknown' && !at.unresolvedAttempt) open = false
        if (event.kind === 'not-booked-confirmed' || event.kind === 'not-booked-elsewhere') open = false
        if (after.entry.state === 'booked') booked = true
        expect(
          after.entry.unresolvedAttempt ||
            !open ||
            ['sending', 'booked', 'booked-awaiting-number', 'placed-by-phone'].includes(after.entry.state),
        ).toBe(true)
        at = after.entry
      }
    }),
    { seed: seedOf('outbox-history'), numRuns: 10_000 },
  )
  // Both counts depend on the seed (40 to 120 were seen), so the floor lies well below the usual count.
  expect(Math.min(repeats, twice)).toBeGreaterThan(10)
})

test('An entry recovered without proof forgets its send time and its not-booked report', () => {
  const reported = entry('in-doubt', { unresolvedAttempt: true, sentAt: NOW, notBookedReportedAt: NOW })
  expect(stepEntry(reported, { kind: 'unverified' }, NOW)).toEqual({
    kind: 'moved',
    entry: { ...reported, code: 'unverified', sentAt: null, notBookedReportedAt: null },
  })
})

test('An entry held as a duplicate of a move can be withdrawn and not changed', () => {
  const held = entry('held', { code: 'move-duplication' })
  expect(stepEntry(held, { kind: 'changed' }, NOW)).toEqual({ kind: 'impossible' })
  expect(stepEntry(held, { kind: 'withdrawn' }, NOW)).toMatchObject({ entry: { state: 'withdrawn' } })
  expect(stepEntry(entry('held', { code: 'too-late' }), { kind: 'changed' }, NOW)).toMatchObject({
    entry: { state: 'waiting' },
  })
})
