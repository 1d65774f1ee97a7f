import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REPO_ROOT } from '../../../build/paths.ts'
import { runRound, type RoundResult } from '../../support/board/chaos.ts'
import { createNetwork, networkKind } from '../../support/board/network.ts'
import { startHub } from '../../support/hub/board.ts'
import { buildChildren, type Children } from '../../support/processes/processes.ts'
import { chanceOf, seededChance } from '../../support/sim/seeded-rng.ts'

/** `npm run test:soak -- board` asks for more rounds. */
const ROUNDS = Number(process.env['LANEKEEPER_BOARD_ROUNDS'] ?? 12)
const LOAD_MS = 5_000
const LANES = 2
/** A hub keeps the bookings of its rounds, so that each lane gets a new hub before bookings look alike. */
const ROUNDS_A_HUB = 10

/** Runs the rounds of a lane one after another, and stops at the first breach. */
async function runLane(
  children: Children,
  seed: number,
  rounds: readonly number[],
  onServer: (version: string) => void,
): Promise<readonly RoundResult[]> {
  const results: RoundResult[] = []
  for (let from = 0; from < rounds.length; from += ROUNDS_A_HUB) {
    const network = createNetwork()
    const hub = await startHub({ host: network.hub }).catch(async (error: unknown) => {
      await network.remove()
      throw error
    })
    try {
      const [found] = await hub.sql(`SELECT current_setting('server_version') AS version`)
      onServer(String(found?.['version']))
      for (const [at, number] of rounds.slice(from, from + ROUNDS_A_HUB).entries()) {
        const chance = chanceOf(seed + number)
        const result = await runRound({ children, hub, network, chance, round: at + 1, loadMs: LOAD_MS })
        results.push(result)
        if (result.breaches.length > 0) {
          console.log(
            `seed ${seed}, round ${number}`,
            Object.fromEntries(result.counts),
            Object.fromEntries(result.ends),
          )
          return results
        }
      }
    } finally {
      await hub.remove()
      await network.remove()
    }
  }
  return results
}

test('Three desks that are killed, frozen, cut off and taken over from lose no booking, send none twice and have the same as the hub', async () => {
  const children = await buildChildren()
  const { seed } = seededChance('board')
  const numbers = Array.from({ length: ROUNDS }, (_, at) => at)
  const lanes = Array.from({ length: LANES }, (_, lane) => numbers.filter((number) => number % LANES === lane))
  let server = 'unknown'
  const run = (rounds: readonly number[]) => runLane(children, seed, rounds, (version) => (server = version))
  const results = (await Promise.all(lanes.map(run))).flat()
  const counts: Record<string, number> = { rounds: results.length }
  const add = (what: string, times: number) => (counts[what] = (counts[what] ?? 0) + times)
  for (const result of results) {
    add('bookings called saved', result.saved)
    for (const [what, times] of result.counts) add(what, times)
    for (const [state, times] of result.ends) add(`ended ${state}`, times)
  }
  const breaches = results.flatMap(({ breaches }) => breaches)
  const network = networkKind()
  writeFileSync(
    join(REPO_ROOT, 'out/test/board-chaos.json'),
    JSON.stringify({ seed, network, server, counts, breaches }, null, 2),
  )
  console.log(JSON.stringify(counts))
  expect(breaches, `seed ${seed}`).toEqual([])
  expect(results.length).toBe(ROUNDS)
  // A run in which little happened would prove little.
  for (const what of [
    'desk kill',
    'hub kill',
    'freeze',
    'silent cut',
    'handed-over',
    'taken-back',
    'taken waiting',
    'claim-granted',
    'ended booked',
  ])
    expect(counts[what], what).toBeGreaterThanOrEqual(ROUNDS / 2)
  // A round freezes the hub at most once.
  expect(counts['hub freeze'] ?? 0).toBeGreaterThanOrEqual(Math.floor(ROUNDS / 8))
}, 10_000_000)
