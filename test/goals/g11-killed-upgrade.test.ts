import { expect, test } from 'vitest'
import { DESK_MIGRATIONS } from '../../electron/store/migrations.ts'
import { seededChance } from '../support/chance.ts'
import { openGoal } from '../support/goals.ts'
import { killUpgrades } from '../support/migration-kills.ts'

const VERSIONS = DESK_MIGRATIONS.map((_, place) => place + 1)

test.for(VERSIONS)(
  'an upgrade from version %i that is killed loses and changes nothing, and is finished by the next start',
  async (version) => {
    const goal = openGoal(
      'G11',
      `an upgrade from version ${version}, killed, loses and changes none of 3,000 bookings`,
      {
        share: 0.03,
      },
    )
    const chance = seededChance(`G11, version ${version}`)
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
