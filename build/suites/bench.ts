import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'

import { withDisplay } from '../offline/display.ts'
import { REPO_ROOT } from '../paths.ts'
import { buildDesk } from '../vite.ts'
import { sum } from './results.ts'
import type { Results } from './results.ts'
import { describeMeasures, measuresOf } from './measures-report.ts'
import { describeTimes, timesOf } from './times-report.ts'
import { runVitest } from './vitest.ts'
import { runSpecs } from './e2e.ts'

const TIMES_REPORT = 'e2e-times.json'
const MEASURES_REPORT = 'e2e-looks.json'
/** How often each time is measured. */
const TIMES = 5

/** Runs the vitest project `bench`, then the checklist tests that record times. No test asserts a measured time. */
export async function runBench(): Promise<Results> {
  await buildDesk()
  const measured = await withDisplay(({ env }) => runVitest('bench', { env, oneByOne: true }), { apart: true })
  return sum([measured, await recordTimes(), await recordMeasures()])
}

/** Runs only the part of the bench that counts what the window asks of a person. */
export async function runLooks(): Promise<Results> {
  await buildDesk()
  return recordMeasures()
}

/** Runs the checklist tests that record times, and writes the times to test/reports/checklist.md. */
async function recordTimes(): Promise<Results> {
  const { tally, report } = await runTagged('@times', TIMES_REPORT, [`--repeat-each=${TIMES}`])
  const where = `${today()}, ${availableParallelism()} cores, ${process.platform}`
  writeRecord('checklist.md', describeTimes(timesOf(report), where))
  return tally
}

/** Runs the tests that count what the window asks of a person, and writes the counts to test/reports/looks.md. */
async function recordMeasures(): Promise<Results> {
  const { tally, report } = await runTagged('@looks', MEASURES_REPORT)
  writeRecord('looks.md', describeMeasures(measuresOf(report), `${today()}, ${process.platform}`))
  return tally
}

/** Runs the window tests of a tag. `report` is null if the run wrote no report. */
async function runTagged(
  tag: string,
  name: string,
  args: readonly string[] = [],
): Promise<{ readonly tally: Results; readonly report: unknown }> {
  const file = path.join(REPO_ROOT, 'out', 'test', name)
  rmSync(file, { force: true })
  const tally = await runSpecs({ report: name, args: [`--grep=${tag}`, ...args] })
  return { tally, report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null }
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}

function writeRecord(name: string, text: string): void {
  writeFileSync(path.join(REPO_ROOT, 'test', 'reports', name), text)
}
