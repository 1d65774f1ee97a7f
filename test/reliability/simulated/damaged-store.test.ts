import { expect, test } from 'vitest'
import { seededChance } from '../../support/sim/seeded-rng.ts'
import { DAMAGES } from '../../support/faults/damage.ts'
import { openGoal } from '../../support/reliability/goals.ts'
import { damageTrials } from '../../support/crash/recovery-trials.ts'

/** The longest wait of a person for the screen and the bookings, in milliseconds. */
const LONGEST = 10_000

test('Recovery of a damaged store brings back every booking that was called saved', { tags: ['g10'] }, async () => {
  const goal = openGoal(
    'G10',
    'every acknowledged booking comes back from a damaged store, and the damaged file is kept',
    {
      share: 0.08,
    },
  )
  const chance = seededChance('damaged-store')
  const tally = await damageTrials(chance, goal.floor(DAMAGES.length * 25), goal.share < 1 ? 120 : 400)
  expect(tally.mostMs).toBeLessThan(LONGEST)
  goal.held(
    {
      'damaged stores': { did: tally.trials, floor: 300 },
      'brought back': { did: tally.recovered, floor: 200 },
      'nothing was hit': { did: tally.harmless },
      'bookings compared': { did: tally.bookings, floor: 3_000 },
      'kinds of damage': { did: Object.keys(tally.byDamage).length, floor: DAMAGES.length },
      'slowest, ms': { did: Math.round(tally.mostMs) },
    },
    chance.seed,
  )
})
