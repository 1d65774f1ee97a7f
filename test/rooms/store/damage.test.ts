import { expect, test } from 'vitest'
import { seededChance } from '../../support/chance.ts'
import { DAMAGES } from '../../support/damage.ts'
import { damageTrials } from '../../support/recovery-trials.ts'

/** A share of the run in test/long, two of each damage. */
const TRIALS = DAMAGES.length * 2

test('a store that is damaged in any way comes back with every booking that was called saved', async () => {
  const chance = seededChance('damage')
  const tally = await damageTrials(chance, TRIALS, 120)
  console.log(`damage: ${JSON.stringify(tally)}`)
  expect(tally.trials).toBe(TRIALS)
  expect(tally.recovered).toBeGreaterThanOrEqual(TRIALS / 3)
  expect(tally.mostMs).toBeLessThan(10_000)
})
