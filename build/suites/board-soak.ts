import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { provideHubServer } from '../hub-server/install.ts'
import { REPO_ROOT } from '../paths.ts'
import { provideSystem } from '../offline/system.ts'
import { writeBoardSection } from './board-report.ts'
import { readCommit } from './commit.ts'
import type { Results } from './results.ts'
import { runVitest } from './vitest.ts'

const ROUNDS = 1_000
/** 1,000 rounds take about 90 minutes on two cores with nothing beside. */
const LIMIT_MINUTES = 150

interface Chaos {
  readonly seed: number
  /** How the desks were cut off. */
  readonly network: 'namespaces' | 'pass-through'
  /** The version of PostgreSQL that ran the hub. */
  readonly server: string
  readonly counts: Readonly<Record<string, number>>
  readonly breaches: readonly string[]
}

/**
 * Runs 1,000 rounds of chaos, or `LANEKEEPER_BOARD_ROUNDS`, with three desks of one board, and writes the result to
 * test/reports/board.md. The hub runs on the newest PostgreSQL, from npm where npm has one for this machine.
 */
export async function runBoardSoak(): Promise<Results> {
  const rounds = process.env['LANEKEEPER_BOARD_ROUNDS'] ?? String(ROUNDS)
  const began = performance.now()
  await provideSystem({ exe: null, display: false, compiler: false, database: true })
  const hasNewest = process.platform === 'linux' && process.arch === 'x64'
  const env = {
    LANEKEEPER_BOARD_ROUNDS: rounds,
    ...(hasNewest ? { LANEKEEPER_HUB_BINARIES: provideHubServer() } : {}),
  }
  const files = ['test/reliability/board/']
  const results = await runVitest('reliability', { env, oneByOne: true, files, limitMinutes: LIMIT_MINUTES })
  const file = path.join(REPO_ROOT, 'out', 'test', 'board-chaos.json')
  const chaos = JSON.parse(readFileSync(file, 'utf8')) as Chaos
  const minutes = Math.round((performance.now() - began) / 60_000)
  writeBoardSection('Chaos', describeChaos(chaos, minutes))
  return results
}

function describeChaos({ seed, network, server, counts, breaches }: Chaos, minutes: number): readonly string[] {
  const day = new Date().toISOString().slice(0, 10)
  const run = `of commit ${readCommit(REPO_ROOT)}, on ${availableParallelism()} cores, on PostgreSQL ${server}, in ${minutes} min, seed ${seed}`
  const rows = Object.entries(counts).map(([what, times]) => `| ${what} | ${times} |`)
  const judged =
    breaches.length === 0
      ? '0 doubled, 0 lost, 0 stuck, 0 diverged, 0 histories without a legal order'
      : breaches.join('; ')
  return [
    `Three desks, written by \`npm run test:soak -- board\` on ${day}, ${run}. The judge: **${judged}**.`,
    '',
    network === 'namespaces'
      ? 'Desks and hub had network namespaces of their own; a cut disabled a port of the switch, without a reset.'
      : 'A cut was a pass-through before the hub that stopped reading, because this machine made no namespaces.',
    '',
    '| what happened | times |',
    '| --- | --- |',
    ...rows,
  ]
}
