import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'

import { REPO_ROOT } from '../paths.ts'
import { provideSystem } from '../offline/system.ts'
import { runBench } from './bench.ts'
import { readCommit } from './commit.ts'
import { goalsOf, judgeGoals, describeGoals, windowGoalsOf } from './reliability-report.ts'
import { GOAL_REPORTS, runReliability } from './reliability.ts'
import { oneFailed, orOneFailed, sum, tell } from './results.ts'
import type { Results } from './results.ts'
import { runE2e, E2E_REPORTS } from './e2e.ts'

const whole = { LANEKEEPER_WHOLE: '1' }
const BENCH_REPORT = 'bench.json'

/**
 * Runs the goals of test/spec/reliability.md with their whole floors (minimum counts), then the bench, and writes
 * test/reports/goals.md. A goal that is not held counts as a failure, and so does a skipped test in a report of goals.
 */
export async function runSoak(): Promise<Results> {
  const began = performance.now()
  const day = new Date().toISOString().slice(0, 10)
  const commit = readCommit(REPO_ROOT)
  // Reports of an earlier run would be read as results of this run.
  for (const name of [BENCH_REPORT, ...GOAL_REPORTS, ...E2E_REPORTS]) rmSync(reportFile(name), { force: true })
  // Installs once for all suites, because two installs at the same time would disturb each other.
  await provideSystem({ exe: null, display: false, compiler: false, tracer: true, keyring: true, database: true })
  const goals = await Promise.all([
    orOneFailed('reliability', () => runReliability(whole)),
    orOneFailed('e2e', () => runE2e({ env: whole, only: 'e2e/reliability/' })),
  ])
  // The bench runs last, because parallel suites would make its times longer.
  const ran = sum([...goals, await orOneFailed('bench', runBench)])
  const lines = judgeGoals([
    ...goalsOf(readReport(BENCH_REPORT)),
    ...GOAL_REPORTS.flatMap((name) => goalsOf(readReport(name))),
    ...E2E_REPORTS.flatMap((name) => windowGoalsOf(readReport(name))),
  ])
  const lacking = lines.flatMap(({ id, says, lacks, counted }) => {
    return lacks === null || counted ? [] : [oneFailed(`${id ?? ''} ${lacks}: ${says}`.trim())]
  })
  const tally = sum([ran, ...lacking])
  const table = describeGoals({
    lines,
    ...tally,
    commit: readCommit(REPO_ROOT) === commit ? commit : `${commit}, changed under way`,
    day,
    cores: availableParallelism(),
    minutes: Math.round((performance.now() - began) / 60_000),
  })
  writeFileSync(path.join(REPO_ROOT, 'test', 'reports', 'goals.md'), table)
  tell(`\n${table}`)
  return tally
}

function reportFile(name: string): string {
  return path.join(REPO_ROOT, 'out', 'test', name)
}

/** The report of a runner, or null if the runner wrote none. */
function readReport(name: string): unknown {
  const file = reportFile(name)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}
