import { expect, test } from 'vitest'
import { DESK_MIGRATIONS } from '../../../electron/store/migrations.ts'
import { seededChance } from '../../support/chance.ts'
import { killUpgrades } from '../../support/migration-kills.ts'

/** A share of the run in test/long, from the newest version. */
const KILLS = 5

test('an upgrade that is killed loses and changes nothing, and is finished by the next start', async () => {
  const tally = await killUpgrades(seededChance('upgrade kills'), DESK_MIGRATIONS.length, KILLS, 3_000)
  console.log(`upgrade kills: ${JSON.stringify(tally)}`)
  expect(tally.kills).toBe(KILLS)
  expect(tally.inside).toBeGreaterThanOrEqual(1)
})
