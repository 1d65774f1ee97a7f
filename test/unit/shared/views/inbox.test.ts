import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ENTRY_STATES } from '../../../../shared/outbox/entry-state.ts'
import { tallyLabel, TALLY_PARTS, tallyOf } from '../../../../shared/views/inbox.ts'
import { STATE_FACTS } from '../../../../shared/outbox/states.ts'

test('The parts of a tally add up to the saved bookings in any mix of states', () => {
  const counts = fc.array(fc.record({ state: fc.constantFrom(...ENTRY_STATES), count: fc.nat(500) }))
  fc.assert(
    fc.property(counts, (states) => {
      const tally = tallyOf(states)
      expect(TALLY_PARTS.reduce((sum, part) => sum + tally[part], 0)).toBe(tally.saved)
      expect(tally.saved).toBe(states.reduce((sum, { count }) => sum + count, 0))
    }),
  )
})

test('The tally counts only booked states as accepted and counts possibly sent states as unknown', () => {
  const statesOf = (part: string) => ENTRY_STATES.filter((state) => STATE_FACTS[state].tally === part)
  expect(statesOf('accepted')).toEqual(['booked', 'booked-awaiting-number'])
  expect(statesOf('unknown')).toEqual(['sending', 'in-doubt'])
  expect(statesOf('notSent')).toEqual(['waiting', 'held'])
  expect(new Set(TALLY_PARTS.map(tallyLabel)).size).toBe(TALLY_PARTS.length)
})
