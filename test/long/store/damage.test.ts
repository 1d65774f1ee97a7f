import { expect, test } from 'vitest'
import { seededChance } from '../../support/chance.ts'
import { DAMAGES } from '../../support/damage.ts'
import { recordGoal } from '../../support/endurance.ts'
import { damageTrials } from '../../support/recovery-trials.ts'

const EACH = 25
const TRIALS = DAMAGES.length * EACH

test('a damaged store comes back whole, three hundred times', async () => {
  const began = performance.now()
  const chance = seededChance('damage, long')
  const tally = await damageTrials(chance, TRIALS, 400)
  expect(tally.trials).toBe(TRIALS)
  expect(tally.recovered).toBeGreaterThanOrEqual(200)
  for (const how of DAMAGES) expect(tally.byDamage[how], how).toBeGreaterThanOrEqual(EACH)
  expect(tally.mostMs).toBeLessThan(10_000)
  recordGoal({
    goal: 'G10',
    says: 'A damaged database at the start: every acknowledged booking comes back, the damaged file is kept',
    floor: '200 brought back, 25 of each damage, at most 10 s each',
    did: {
      'damaged databases': tally.trials,
      'brought back': tally.recovered,
      'nothing hit': tally.harmless,
      'bookings compared': tally.bookings,
      'slowest, ms': Math.round(tally.mostMs),
    },
    seed: chance.seed,
    seconds: Math.round((performance.now() - began) / 1000),
  })
})
