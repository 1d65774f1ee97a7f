import { beforeAll, expect, test } from 'vitest'
import { runRound, type RoundResult } from '../support/board/chaos.ts'
import { startHub, type TestHub } from '../support/hub/board.ts'
import { buildChildren } from '../support/processes/processes.ts'
import { chanceOf, seededChance } from '../support/sim/seeded-rng.ts'

const ROUNDS = Number(process.env['LANEKEEPER_BOARD_ROUNDS'] ?? 12)
const LOAD_MS = 5_000

let hub: TestHub
beforeAll(async () => {
  hub = await startHub()
  return () => hub.remove()
})

test('Three desks that are killed, frozen, cut off and taken over from lose no booking and send none twice', async () => {
  const children = await buildChildren()
  const { seed } = seededChance('board-chaos')
  const results: RoundResult[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    const result = await runRound({ children, hub, chance: chanceOf(seed + round), round, loadMs: LOAD_MS })
    results.push(result)
    console.log(
      `round ${round}: ${result.saved} saved`,
      Object.fromEntries(result.counts),
      Object.fromEntries(result.ends),
    )
    expect(result.breaches, `seed ${seed}, round ${round}`).toEqual([])
  }
}, 600_000)
