import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'

import { withDisplay } from '../offline/display.ts'
import { REPO_ROOT } from '../paths.ts'
import { buildDesk } from '../vite.ts'
import { sum } from './results.ts'
import type { Results } from './results.ts'
import { describeTimes, timesOf } from './times-report.ts'
import { runVitest } from './vitest.ts'
import { runSpecs } from './e2e.ts'

const TIMES_REPORT = 'e2e-times.json'
/** How often each time is measured. */
const TIMES = 5

/** Runs the vitest project `bench`, then the checklist tests that record times. No test asserts a measured time. */
export async function runBench(): Promise<Results> {
  await buildDesk()
  const measured = await withDisplay(({ env }) => runVitest('bench', { env, oneByOne: true }), { apart: true })
  return sum([measured, await recordTimes()])
}

/** Runs the checklist tests that record times, and writes the times to test/reports/checklist.md. */
async function recordTimes(): Promise<Results> {
  const report = path.join(REPO_ROOT, 'out', 'test', TIMES_REPORT)
  rmSync(report, { force: true })
  const tally = await runSpecs({ report: TIMES_REPORT, args: ['--grep=@times', `--repeat-each=${TIMES}`] })
  const times = existsSync(report) ? timesOf(JSON.parse(readFileSync(report, 'utf8'))) : []
  const where = `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores, ${process.platform}`
  writeFileSync(path.join(REPO_ROOT, 'test', 'reports', 'checklist.md'), describeTimes(times, where))
  return tally
}
