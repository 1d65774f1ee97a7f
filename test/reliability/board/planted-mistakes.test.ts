import { expect, test } from 'vitest'
import { runRound } from '../../support/board/chaos.ts'
import { createNetwork } from '../../support/board/network.ts'
import { startHub } from '../../support/hub/board.ts'
import { BOARD_MISTAKES, plantInHub, type BoardMistake } from '../../support/mutations/board-mistakes.ts'
import { buildPlanted } from '../../support/processes/processes.ts'
import { chanceOf, seededChance } from '../../support/sim/seeded-rng.ts'

const ROUNDS = 10
const LOAD_MS = 5_000

/** Runs rounds of chaos with a mistake until the judge sees the mistake, and returns what the judge saw. */
async function seenIn(mistake: BoardMistake, seed: number): Promise<string | null> {
  const children = await buildPlanted(`board-${mistake.name.replace(/\W+/g, '-')}`, mistake.patches)
  const network = createNetwork()
  try {
    const hub = await startHub({ host: network.hub })
    try {
      await plantInHub(hub, mistake)
      for (let round = 1; round <= ROUNDS; round += 1) {
        const chance = chanceOf(seed + round)
        const { breaches } = await runRound({ children, hub, network, chance, round, loadMs: LOAD_MS })
        const seen = breaches.find((breach) => breach.startsWith(mistake.seenAs))
        if (seen !== undefined) return `${mistake.name}: round ${round}, ${seen}`
      }
      return null
    } finally {
      await hub.remove()
    }
  } finally {
    await network.remove()
  }
}

/** One mistake a run, whichever the seed says; the soak of the board plants each. */
const isSoak = process.env['LANEKEEPER_BOARD_ROUNDS'] !== undefined

test('The judge of chaos sees a planted mistake', async () => {
  const { seed, pick } = seededChance('board-mistakes')
  for (const mistake of isSoak ? BOARD_MISTAKES : [pick(BOARD_MISTAKES)]) {
    const seen = await seenIn(mistake, seed)
    expect(seen, `${mistake.name}, seed ${seed}`).not.toBe(null)
    console.log(seen)
  }
}, 1_000_000)
