import { expect, test } from 'vitest'
import { seededChance } from '../../support/sim/seeded-rng.ts'
import { openGoal } from '../../support/reliability/goals.ts'
import { cutLogs } from '../../support/crash/wal-cuts.ts'

test('A torn or bit-flipped WAL leaves a prefix of the saved bookings, each of them whole', { tags: ['g08'] }, () => {
  const goal = openGoal('G8', 'a torn or bit-flipped log leaves a sound file, and a prefix of what was saved', {
    share: 0.05,
  })
  const chance = seededChance('torn-log')
  const tally = cutLogs(chance, goal.floor(3_200))
  expect(tally.cuts).toBe(tally.flips)
  goal.held(
    {
      'cuts and flips': { did: tally.cuts + tally.flips, floor: 3_000 },
      cuts: { did: tally.cuts, floor: 1_500 },
      flips: { did: tally.flips, floor: 1_500 },
      'with a part of it lost': { did: tally.someLost, floor: 1_000 },
      'with all of it lost': { did: tally.allLost },
    },
    chance.seed,
  )
})
