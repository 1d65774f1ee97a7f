import { expect, test } from 'vitest'
import { seededChance } from '../support/sim/seeded-rng.ts'
import { openGoal } from '../support/reliability/goals.ts'
import { killUpgrades, UPGRADE_STEPS } from '../support/crash/migration-kills.ts'

const VERSIONS = UPGRADE_STEPS.map((_, place) => place + 1).slice(0, -1)

test.for(VERSIONS)(
  'An upgrade from version %i that is killed loses and changes no booking, and the next start finishes the upgrade',
  { tags: ['g11'] },
  async (version) => {
    const goal = openGoal(
      'G11',
      `an upgrade from version ${version}, killed, loses and changes none of 3,000 bookings`,
      {
        share: 0.03,
      },
    )
    const chance = seededChance(`killed-upgrade, version ${version}`)
    const tally = await killUpgrades(chance, version, goal.floor(110), 3_000)
    expect(tally.kills).toBe(goal.floor(110))
    goal.held(
      {
        kills: { did: tally.kills, floor: 100 },
        'inside a step': { did: tally.inside, floor: 30 },
        'after the last step': { did: tally.after },
        bookings: { did: tally.rows },
      },
      chance.seed,
    )
  },
)
