import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { root } from '../runtime/record.ts'
import { goalsOf, sayGoals, windowGoalsOf } from './goals-report.ts'
import { runGoals } from './goals.ts'
import { sum } from './tally.ts'
import type { Tally } from './tally.ts'
import { runWindow } from './window.ts'

const whole = { LANEKEEPER_WHOLE: '1' }

/** Runs the goals of the reliability design whole, and writes what the run did into test/reports/goals.md. */
export async function runLong(): Promise<Tally> {
  const tally = sum([await runGoals(whole), await runWindow({ env: whole, only: 'e2e/goals/' })])
  const runs = [...goalsOf(readReport('goals.json')), ...windowGoalsOf(readReport('window.json'))]
  writeFileSync(path.join(root, 'test', 'reports', 'goals.md'), sayGoals(runs, tally))
  return tally
}

/** What a runner told of its tests; null when it ended without. */
function readReport(name: string): unknown {
  const file = path.join(root, 'out', 'test', name)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}
