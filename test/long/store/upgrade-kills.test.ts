import { expect, test } from 'vitest'
import { DESK_MIGRATIONS } from '../../../electron/store/migrations.ts'
import { seededChance } from '../../support/chance.ts'
import { recordGoal } from '../../support/endurance.ts'
import { killUpgrades } from '../../support/migration-kills.ts'

const KILLS = 110

test('an upgrade from every shipped version survives a hundred kills each', async () => {
  const began = performance.now()
  const chance = seededChance('upgrade kills, long')
  let [kills, inside, versions] = [0, 0, 0]
  for (let version = 1; version <= DESK_MIGRATIONS.length; version += 1) {
    const tally = await killUpgrades(chance, version, KILLS, 3_000)
    expect(tally.kills, `from version ${version}`).toBeGreaterThanOrEqual(100)
    expect(tally.inside, `from version ${version}`).toBeGreaterThanOrEqual(30)
    kills += tally.kills
    inside += tally.inside
    versions += 1
  }
  recordGoal({
    goal: 'G11',
    says: 'An upgrade killed on a file of 3,000 bookings: nothing lost or changed, the next start finishes it',
    floor: '100 kills from every shipped version, 30 of them inside a step',
    did: { 'shipped versions': versions, kills, 'inside a step': inside },
    seed: chance.seed,
    seconds: Math.round((performance.now() - began) / 1000),
  })
})
