import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ENTRY_STATES } from '../../../shared/move.ts'
import { sayTallyPart, TALLY_PARTS, tallyOf, tallyPart } from '../../../shared/queue.ts'
import { dayOf, toLocal, toMillis } from '../../../shared/time.ts'
import { START } from '../../support/system.ts'

test('whatever became of a day’s bookings, the parts of the tally add up', () => {
  const counts = fc.array(fc.record({ state: fc.constantFrom(...ENTRY_STATES), count: fc.nat(500) }))
  fc.assert(
    fc.property(counts, (states) => {
      const tally = tallyOf(states)
      expect(TALLY_PARTS.reduce((sum, part) => sum + tally[part], 0)).toBe(tally.saved)
      expect(tally.saved).toBe(states.reduce((sum, { count }) => sum + count, 0))
    }),
  )
})

test('only what the provider has is called accepted, and what may have left is called nothing', () => {
  const statesOf = (part: string) => ENTRY_STATES.filter((state) => tallyPart(state) === part)
  expect(statesOf('accepted')).toEqual(['booked', 'booked-number-to-come'])
  expect(statesOf('unknown')).toEqual(['sending', 'in-doubt'])
  expect(statesOf('notSent')).toEqual(['draft', 'waiting', 'held'])
  expect(new Set(TALLY_PARTS.map(sayTallyPart)).size).toBe(TALLY_PARTS.length)
})

test.for([
  ['2026-11-21T14:00:00Z', 'America/New_York', '2026-11-21T00:00', 24],
  ['2027-03-14T14:00:00Z', 'America/New_York', '2027-03-14T00:00', 23],
  ['2026-11-01T14:00:00Z', 'America/New_York', '2026-11-01T00:00', 25],
  ['2026-11-22T04:59:59Z', 'America/New_York', '2026-11-21T00:00', 24],
  // Midnight itself is left out there: the day begins an hour later.
  ['2018-11-04T14:00:00Z', 'America/Sao_Paulo', '2018-11-04T01:00', 23],
] as const)('the day of %s in %s begins at %s and has %i hours', ([at, zone, begins, hours]) => {
  const { from, to } = dayOf(at, zone)
  expect(toLocal(from, zone)).toBe(begins)
  expect((toMillis(to) - toMillis(from)) / 3_600_000).toBe(hours)
  expect(toMillis(from) <= toMillis(at) && toMillis(at) < toMillis(to)).toBe(true)
})

test('each day begins where the one before it ended', () => {
  const zones = fc.constantFrom('America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'Asia/Kathmandu')
  fc.assert(
    fc.property(zones, fc.integer({ min: 0, max: 900 }), (zone, days) => {
      const at = new Date(toMillis(START) + days * 86_400_000).toISOString()
      const { to } = dayOf(at, zone)
      expect(dayOf(to, zone).from).toBe(to)
    }),
  )
})
