import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { root } from '../runtime/record.ts'
import { provideSystem } from '../runtime/system.ts'
import { runBench } from './bench.ts'
import { goalsOf, sayGoals, windowGoalsOf } from './goals-report.ts'
import { GOAL_REPORTS, runGoals } from './goals.ts'
import { sum, tell } from './tally.ts'
import type { Tally } from './tally.ts'
import { runWindow, WINDOW_REPORTS } from './window.ts'

const whole = { LANEKEEPER_WHOLE: '1' }

/**
 * Runs the goals of the reliability design whole, those of the window beside the others, then measures what they cost, and
 * writes what the run did into test/reports/goals.md.
 */
export async function runLong(): Promise<Tally> {
  // At once for all: two installs at the same time would be in each other's way.
  await provideSystem({ exe: null, display: false, compiler: false, tracer: true, keyring: true })
  const goals = await Promise.all([runGoals(whole), runWindow({ env: whole, only: 'e2e/goals/' })])
  // After them: it measures times, which others beside it would make longer.
  const tally = sum([...goals, await runBench()])
  const runs = [
    ...goalsOf(readReport('bench.json')),
    ...GOAL_REPORTS.flatMap((name) => goalsOf(readReport(name))),
    ...WINDOW_REPORTS.flatMap((name) => windowGoalsOf(readReport(name))),
  ]
  const table = sayGoals(runs, tally)
  writeFileSync(path.join(root, 'test', 'reports', 'goals.md'), table)
  tell(`\n${table}`)
  return tally
}

/** What a runner told of its tests; null when it ended without. */
function readReport(name: string): unknown {
  const file = path.join(root, 'out', 'test', name)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}
