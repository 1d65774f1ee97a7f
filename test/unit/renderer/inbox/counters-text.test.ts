import { expect, test } from 'vitest'
import { dayCounters, describeOtherOutcomes } from '../../../../renderer/inbox/counters-text.ts'
import { ENTRY_STATES } from '../../../../shared/outbox/entry-state.ts'
import { tallyOf } from '../../../../shared/views/inbox.ts'

test('`dayCounters` and `describeOtherOutcomes` hold each part of the tally once', () => {
  const tally = tallyOf(ENTRY_STATES.map((state, at) => ({ state, count: at + 1 })))
  const [saved, ...parts] = dayCounters(tally)
  expect(saved?.count).toBe(tally.saved)
  const sum = parts.reduce((total, { count }) => total + count, 0)
  expect(sum + tally.withdrawn + tally.byPhone).toBe(tally.saved)
  expect(describeOtherOutcomes(tally)).toBe(`Also ${tally.withdrawn} withdrawn and ${tally.byPhone} booked by phone.`)
  expect(describeOtherOutcomes(tallyOf([]))).toBeNull()
})
