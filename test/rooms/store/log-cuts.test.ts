import { expect, test } from 'vitest'
import { seededChance } from '../../support/chance.ts'
import { cutLogs } from '../../support/wal-cuts.ts'

/** A share of the run in test/long. */
const COUNT = 200

test('a log that was torn or has flipped bits leaves the first so many bookings, each whole', () => {
  const tally = cutLogs(seededChance('log cuts'), COUNT)
  console.log(`log cuts: ${JSON.stringify(tally)}`)
  expect(tally.cuts + tally.flips).toBe(COUNT)
  expect(tally.someLost).toBeGreaterThanOrEqual(COUNT / 2)
})
