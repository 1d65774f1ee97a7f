import { expect, test } from 'vitest'
import { seededChance } from '../../support/chance.ts'
import { recordGoal } from '../../support/endurance.ts'
import { cutLogs } from '../../support/wal-cuts.ts'

const COUNT = 3_200

test('a torn or flipped log leaves the first so many bookings, three thousand times', () => {
  const began = performance.now()
  const chance = seededChance('log cuts, long')
  const tally = cutLogs(chance, COUNT)
  expect(tally.cuts + tally.flips).toBeGreaterThanOrEqual(3_000)
  expect(tally.cuts).toBeGreaterThanOrEqual(1_000)
  expect(tally.flips).toBeGreaterThanOrEqual(1_000)
  expect(tally.someLost).toBeGreaterThanOrEqual(1_000)
  recordGoal({
    goal: 'G8',
    says: 'A torn or bit-flipped write-ahead log: the file is sound, the bookings are a prefix of what was saved',
    floor: '3,000 cuts and flips, 1,000 of each',
    did: {
      cuts: tally.cuts,
      flips: tally.flips,
      'with a part lost': tally.someLost,
      'with all of it lost': tally.allLost,
    },
    seed: chance.seed,
    seconds: Math.round((performance.now() - began) / 1000),
  })
})
