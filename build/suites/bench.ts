import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'

import { withDisplay } from '../offline/display.ts'
import { REPO_ROOT } from '../paths.ts'
import { npmScript } from '../setup/npm.mjs'
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

/** The files in test/bench of each goal of the performance plan. */
const GOALS: Readonly<Record<string, readonly string[]>> = {
  P1: ['p1-booking'],
  P2: ['p2-slow-disk'],
  P3: ['p3-bridge'],
  P4: ['p4-search'],
  P5: ['p5-keys'],
  P6: ['p6-start'],
  P7: ['p7-memory'],
  P8: ['p8-drain'],
  P9: ['p9-practice'],
  P10: ['p10-idle'],
  P11: ['p11-opening'],
  P12: ['p12-idle'],
  P13: ['p13-bytes'],
  board: ['board'],
}

export function isGoal(name: string): boolean {
  return Object.hasOwn(GOALS, name)
}

/** Runs the measurements of some goals alone; the rows of other goals in test/reports/bench.md stay. */
export async function runGoals(goals: readonly string[]): Promise<Results> {
  installPeers()
  await buildDesk()
  const files = goals.flatMap((goal) => GOALS[goal] ?? []).map((name) => `test/bench/${name}.test.ts`)
  return withDisplay(({ env }) => runVitest('bench', { env, oneByOne: true, files, report: 'bench-goals.json' }), {
    apart: true,
  })
}

/**
 * Installs the packages that the desk is measured beside into out/bench/peers, if their lock file changed since. They
 * have a lock file of their own, because nothing of the desk may import them.
 */
function installPeers(): void {
  const from = path.join(REPO_ROOT, 'test', 'bench', 'peers')
  const folder = path.join(REPO_ROOT, 'out', 'bench', 'peers')
  const lock = readFileSync(path.join(from, 'package-lock.json'), 'utf8')
  const installed = path.join(folder, 'installed.json')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(path.join(from, name), path.join(folder, name))
  execFileSync(process.execPath, [npmScript(), 'ci', '--ignore-scripts'], { cwd: folder, stdio: 'inherit' })
  writeFileSync(installed, lock)
}

/** Runs the vitest project `bench`, then the checklist tests that record times. No test asserts a measured time. */
export async function runBench(): Promise<Results> {
  installPeers()
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
