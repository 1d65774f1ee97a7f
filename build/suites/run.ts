import { provideSystem } from '../offline/system.ts'
import { runMain, SetupStop } from '../setup/console.mjs'
import { isGoal, runBench, runGoals, runLooks } from './bench.ts'
import { runE2e } from './e2e.ts'
import { runPackage } from './package.ts'
import { runReliability } from './reliability.ts'
import { formatResults, orOneFailed, sum, tell, type Results } from './results.ts'
import { GRACE_MS } from './runner.ts'
import { runBoardSoak } from './board-soak.ts'
import { runSoak } from './soak.ts'
import { checkSpecCoverage, SUITES_WITH_SPEC_ROWS } from './spec-coverage.ts'
import { runStatic } from './static.ts'
import { runVitest } from './vitest.ts'

const SUITES = {
  static: runStatic,
  unit: () => runVitest('unit'),
  integration: () => runWithServer(() => runVitest('integration')),
  system: () => runWithServer(() => runVitest('system')),
  reliability: runReliability,
  e2e: runE2e,
  package: runPackage,
  soak: runSoak,
  bench: runBench,
  looks: runLooks,
} as const

type Suite = keyof typeof SUITES

/**
 * What `npm test` leaves to `npm run test:full`: thousands of bad requests, comparisons of a store with a plain model,
 * stores damaged in every way, the tests of the provider check and of the mutation tool, kills at every step of an
 * amendment, and the longest scenes of the board. These files take half of the time of their suites.
 */
const NOT_IN_THE_SAMPLE = {
  integration: [
    'store/recover.test.ts',
    'store/{search-slices,search-oracle,foreign-schema}.test.ts',
    'bookings/{loaner-oracle,kept-loaners}.test.ts',
    'practice/{bad-input,mutated}*',
    'provider-check/**',
    'mutation/**',
    'board/{snapshot,claims,refill,failures,one-booking}.test.ts',
  ],
  system: [
    '{cancel,reschedule}-kill.test.ts',
    'pause.test.ts',
    '{board,board-conflicts,board-failures,consent,copied-profile,frozen-desk,join-board,late-acts}.test.ts',
    '{lost-desk,new-hub,new-hub-desks,old-copy,renewed-desk,replaced-hub,restored-image}.test.ts',
  ],
}

/** The suites of `npm test`, which takes about six minutes. CI runs `npm run test:full`, the suites of `FULL`. */
const SAMPLE = {
  static: runStatic,
  unit: () => runVitest('unit'),
  integration: () => runWithServer(() => runSample('integration')),
  system: () => runWithServer(() => runSample('system')),
  e2e: () => runE2e({ smoke: true }),
} as const
const FULL: readonly Suite[] = ['static', 'unit', 'integration', 'system', 'reliability', 'e2e']

function runSample(suite: keyof typeof NOT_IN_THE_SAMPLE): Promise<Results> {
  return runVitest(suite, {
    env: { LANEKEEPER_SAMPLE: '1' },
    files: NOT_IN_THE_SAMPLE[suite].flatMap((glob) => ['--exclude', `test/${suite}/${glob}`]),
  })
}

/** Runs a suite with tests of the hub, for which the set-up installs no PostgreSQL. */
async function runWithServer(run: () => Promise<Results>): Promise<Results> {
  await provideSystem({ exe: null, display: false, compiler: false, database: true })
  return run()
}

const isSuite = (name: string): name is Suite => Object.hasOwn(SUITES, name)

// The runners receive the signal too. Without this flag the next suite would start after Ctrl+C.
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true
    // A build between two runners gets no signal, and would hold its lock to its end.
    setTimeout(() => process.exit(130), 2 * GRACE_MS).unref()
  })
}

await runMain(async () => {
  const names = process.argv.slice(2)
  const chosen = suitesOf(names)
  const results: Results[] = []
  const lines: string[] = []
  for (const [name, run] of chosen) {
    const startedAt = performance.now()
    tell(`\n${name}`)
    const result = await orOneFailed(name, run)
    if (interrupted) {
      tell('\ninterrupted')
      process.exitCode = 130
      return
    }
    results.push(result)
    lines.push(`${name}: ${formatResults(result)} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
    tell(lines.at(-1) ?? '')
  }
  // The sample of `npm test` proves only some rows, so the check of all rows needs the whole suites.
  const ran = chosen.map(([name]) => name)
  if (names.length > 0 && SUITES_WITH_SPEC_ROWS.every((name) => ran.includes(name))) {
    const result = checkSpecCoverage()
    results.push(result)
    lines.push(`specification rows: ${formatResults(result)}`)
    tell(lines.at(-1) ?? '')
  }
  const total = sum(results)
  if (lines.length > 1) tell(`\n${lines.join('\n')}`)
  if (total.failures.length > 0) tell(`\nfailed:\n${total.failures.map((line) => `- ${line}`).join('\n')}`)
  tell(`\n${formatResults(total)}`)
  if (total.failed > 0) process.exitCode = 1
})

function suitesOf(names: readonly string[]): readonly (readonly [string, () => Promise<Results>])[] {
  if (names.length === 0) return Object.entries(SAMPLE)
  const [suite, ...goals] = names
  if (suite === 'bench' && goals.length > 0 && goals.every(isGoal)) return [['bench', () => runGoals(goals)]]
  if (suite === 'soak' && goals.join() === 'board') return [['soak', runBoardSoak]]
  const wanted = names.flatMap((name): readonly string[] => (name === 'full' ? FULL : [name]))
  return wanted.map((name) => {
    if (isSuite(name)) return [name, () => SUITES[name]()] as const
    throw new SetupStop(
      `there is no test suite named "${name}". Usage: npm test [-- full | ${Object.keys(SUITES).join(' | ')}]\n` +
        'Without a name a sample of all suites runs, in about six minutes.',
    )
  })
}
