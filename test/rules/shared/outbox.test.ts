import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ENTRY_STATES, type EntryState } from '../../../shared/move.ts'
import { GATES, quarantineEnd, step, type OutboxEntry, type OutboxEvent, type Proof } from '../../../shared/outbox.ts'
import { addMinutes } from '../../../shared/time.ts'
import { seedOf } from '../../support/system.ts'

const NOW = '2026-11-21T15:00:00Z'
const A_MINUTE = 60_000
const PROOFS: readonly Proof[] = ['booked', 'refused', 'held', 'not-taken', 'repeat', 'unknown']

const judgedAs = (proof: Proof): OutboxEvent => ({ kind: 'judged', proof, code: proof, reason: 'why' })
const EVENTS: readonly OutboxEvent[] = [
  { kind: 'claimed' },
  { kind: 'repeated' },
  ...PROOFS.map(judgedAs),
  { kind: 'interrupted', reason: 'why' },
  { kind: 'unproven', reason: 'why' },
  ...GATES.map((gate): OutboxEvent => ({ kind: 'gated', gate, reason: 'why' })),
  { kind: 'let-go' },
  { kind: 'changed' },
  { kind: 'withdrawn' },
  { kind: 'found' },
  { kind: 'half-found' },
  { kind: 'number-named' },
  { kind: 'number-wrong', reason: 'why', proved: false },
  { kind: 'number-wrong', reason: 'why', proved: true },
  { kind: 'absent' },
  { kind: 'absent-confirmed', quiet: 3 * A_MINUTE },
  { kind: 'by-phone' },
]

function nameOf(event: OutboxEvent): string {
  if (event.kind === 'judged') return `judged ${event.proof}`
  if (event.kind === 'gated') return `gated ${event.gate}`
  return event.kind === 'number-wrong' && event.proved ? 'one number wrong' : event.kind
}

function entry(state: EntryState, changes: Partial<OutboxEntry> = {}): OutboxEntry {
  return { state, code: null, reason: null, doubt: false, sentAt: null, absentAt: null, opened: [], ...changes }
}

const gated = (to: EntryState) => Object.fromEntries(GATES.map((gate) => [`gated ${gate}`, to]))
const UNPROVEN = { unproven: 'in-doubt' } as const
const UNSENT = { ...UNPROVEN, changed: 'waiting', withdrawn: 'withdrawn', 'by-phone': 'by-phone' } as const

/** Every move that there is, by hand; what is not named is impossible. */
const SURE: Readonly<Record<EntryState, Readonly<Record<string, EntryState>>>> = {
  draft: { ...UNSENT, 'let-go': 'waiting' },
  waiting: { ...UNSENT, ...gated('held'), claimed: 'sending' },
  sending: {
    'judged booked': 'booked',
    'judged refused': 'refused',
    'judged held': 'held',
    'judged not-taken': 'waiting',
    'judged repeat': 'held',
    'judged unknown': 'in-doubt',
    interrupted: 'in-doubt',
    ...UNPROVEN,
  },
  booked: {},
  'booked-number-to-come': {
    found: 'booked',
    'half-found': 'booked-number-to-come',
    'number-named': 'booked-number-to-come',
    'number-wrong': 'booked-number-to-come',
    'one number wrong': 'booked-number-to-come',
  },
  refused: UNSENT,
  'in-doubt': {
    found: 'booked',
    'half-found': 'booked-number-to-come',
    'number-named': 'booked-number-to-come',
    absent: 'in-doubt',
    'by-phone': 'by-phone',
    ...UNPROVEN,
  },
  held: { ...UNSENT, 'let-go': 'waiting' },
  withdrawn: {},
  'by-phone': {
    found: 'booked',
    'half-found': 'booked-number-to-come',
    'number-named': 'by-phone',
    'number-wrong': 'by-phone',
    'one number wrong': 'by-phone',
  },
}
const DOUBTED: typeof SURE = {
  ...SURE,
  draft: { ...UNPROVEN, 'let-go': 'waiting' },
  waiting: { ...UNPROVEN, ...gated('held') },
  sending: {
    'judged booked': 'booked',
    'judged refused': 'in-doubt',
    'judged held': 'in-doubt',
    'judged not-taken': 'in-doubt',
    'judged repeat': 'booked-number-to-come',
    'judged unknown': 'in-doubt',
    interrupted: 'in-doubt',
    ...UNPROVEN,
  },
  refused: UNPROVEN,
  'in-doubt': { ...SURE['in-doubt'], repeated: 'sending' },
  'booked-number-to-come': { ...SURE['booked-number-to-come'], 'number-wrong': 'in-doubt' },
  held: { ...UNPROVEN, 'let-go': 'waiting' },
}

describe.each([
  ['without doubt', false, SURE],
  ['with doubt', true, DOUBTED],
] as const)('%s', (_, doubt, table) => {
  test.each(ENTRY_STATES.flatMap((state) => EVENTS.map((event) => [state, nameOf(event), event] as const)))(
    '%s: %s',
    (state, name, event) => {
      const after = step(entry(state, { doubt }), event, NOW)
      expect(after.kind === 'moved' ? after.entry.state : undefined).toBe(table[state][name])
    },
  )
})

test('whatever was handed over and is not proved is in doubt, and proof of either kind ends the doubt', () => {
  const sent = entry('sending', { sentAt: NOW })
  for (const event of EVENTS) {
    const after = step(sent, event, NOW)
    if (after.kind === 'impossible') continue
    expect([nameOf(event), after.entry.doubt]).toEqual([nameOf(event), after.entry.state === 'in-doubt'])
  }
})

describe('"not there"', () => {
  const doubted = entry('in-doubt', { doubt: true, sentAt: NOW })
  const said = step(doubted, { kind: 'absent' }, addMinutes(NOW, 1))
  const confirm = (quiet: number, at = NOW) =>
    said.kind === 'moved' ? step(said.entry, { kind: 'absent-confirmed', quiet }, at) : said

  test('cannot be confirmed before it was said, nor within the quarantine', () => {
    expect(step(doubted, { kind: 'absent-confirmed', quiet: 60 * A_MINUTE }, NOW).kind).toBe('impossible')
    expect(confirm(3 * A_MINUTE - 1).kind).toBe('impossible')
    expect(confirm(3 * A_MINUTE)).toMatchObject({
      kind: 'moved',
      entry: { state: 'waiting', doubt: false, absentAt: null },
    })
  })

  test('does not go by the wall clock, which may be set by a day meanwhile', () => {
    expect(confirm(2 * A_MINUTE, addMinutes(NOW, 24 * 60)).kind).toBe('impossible')
    expect(confirm(3 * A_MINUTE, addMinutes(NOW, -24 * 60)).kind).toBe('moved')
  })

  test('the end of the quarantine is said as a whole minute, never too early', () => {
    expect(quarantineEnd(0, '2026-11-21T15:00:01Z')).toBe('2026-11-21T15:04:00Z')
    expect(quarantineEnd(3 * A_MINUTE - 1, NOW)).toBe('2026-11-21T15:01:00Z')
    expect(quarantineEnd(60 * A_MINUTE, NOW)).toBe(NOW)
  })

  test('is said anew after anything else happened', () => {
    const named = said.kind === 'moved' ? step(said.entry, { kind: 'number-named' }, NOW) : said
    expect(named).toMatchObject({ kind: 'moved', entry: { absentAt: null } })
  })
})

describe('gates', () => {
  test('one that a person opened does not hold the entry again, the others do', () => {
    const held = entry('held', { code: 'send-by-passed' })
    const free = step(held, { kind: 'let-go' }, NOW)
    if (free.kind !== 'moved') throw new Error('not let go')
    expect(step(free.entry, { kind: 'gated', gate: 'send-by-passed', reason: '' }, NOW).kind).toBe('impossible')
    expect(step(free.entry, { kind: 'gated', gate: 'too-late', reason: '' }, NOW).kind).toBe('moved')
    expect(step(free.entry, { kind: 'changed' }, NOW)).toMatchObject({ entry: { opened: [] } })
  })

  test.each(['too-late', 'unreadable'])('%s cannot be let go', (code) => {
    expect(step(entry('held', { code }), { kind: 'let-go' }, NOW).kind).toBe('impossible')
  })
})

test('over any history nothing is handed over again before the last time was proved not to have booked it', () => {
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
      /** What the last try is known to have become. */
      let open = false
      let booked = false
      for (const { pick, minutes } of history) {
        now = addMinutes(now, minutes)
        const here = at
        // Damage is rare, or little else would happen.
        const fits = (one: OutboxEvent) => one.kind !== 'unproven' || minutes === 5
        const possible = EVENTS.filter((one) => fits(one) && step(here, one, now).kind === 'moved')
        const event = possible[pick % possible.length]
        const after = event === undefined ? { kind: 'impossible' as const } : step(at, event, now)
        if (event === undefined || after.kind === 'impossible') break
        if (event.kind === 'claimed') {
          expect([open, booked]).toEqual([false, false])
          twice += at.sentAt === null ? 0 : 1
        }
        if (event.kind === 'repeated') repeats += 1
        if (after.entry.state === 'sending') open = true
        if (after.entry.state === 'withdrawn') expect([open, booked]).toEqual([false, false])
        if (event.kind === 'judged' && event.proof !== 'unknown' && !at.doubt) open = false
        if (event.kind === 'absent-confirmed') open = false
        if (after.entry.state === 'booked') booked = true
        expect(
          after.entry.doubt ||
            !open ||
            ['sending', 'booked', 'booked-number-to-come', 'by-phone'].includes(after.entry.state),
        ).toBe(true)
        at = after.entry
      }
    }),
    { seed: seedOf('outbox-history'), numRuns: 10_000 },
  )
  expect(Math.min(repeats, twice)).toBeGreaterThan(50)
})

test('what was brought back without proof forgets when it left and what was said of it: no repeat leans on that', () => {
  const said = entry('in-doubt', { doubt: true, sentAt: NOW, absentAt: NOW })
  expect(step(said, { kind: 'unproven', reason: 'why' }, NOW)).toEqual({
    kind: 'moved',
    entry: { ...said, code: 'unproven', reason: 'why', sentAt: null, absentAt: null },
  })
})

test('what the provider says is in progress can be taken back and not changed', () => {
  const held = entry('held', { code: 'move-duplication' })
  expect(step(held, { kind: 'changed' }, NOW)).toEqual({ kind: 'impossible' })
  expect(step(held, { kind: 'withdrawn' }, NOW)).toMatchObject({ entry: { state: 'withdrawn' } })
  expect(step(entry('held', { code: 'too-late' }), { kind: 'changed' }, NOW)).toMatchObject({
    entry: { state: 'waiting' },
  })
})
