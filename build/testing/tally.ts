import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

import { root } from '../runtime/record.ts'
import { SetupStop } from '../setup/say.mjs'
import { runRunner } from './runner.ts'

export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0 }
export const oneFailed: Tally = { passed: 0, failed: 1, skipped: 0 }

export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
    }),
    nothing,
  )
}

export function inWords({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

export function tell(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** A run that breaks counts as one failure, and the next ones still run. */
export async function orOneFailed(name: string, run: () => Promise<Tally>): Promise<Tally> {
  try {
    return await run()
  } catch (error) {
    tell(`${name}: ${error instanceof SetupStop ? error.message : ((error as Error).stack ?? String(error))}`)
    return oneFailed
  }
}

/** The script of an installed package, run by this Node: the links in .bin are shell scripts on Windows. */
export function packageScript(...parts: readonly string[]): string {
  return path.join(root, 'node_modules', ...parts)
}

interface Run {
  readonly name: string
  readonly args: readonly string[]
  readonly report: string
  readonly env?: Readonly<Record<string, string>>
  readonly lock?: number | undefined
  readonly count: (report: unknown) => Tally
}

/** Long after the slowest of them is over on a slow machine. */
const LIMIT_MINUTES = 20

/** Runs a test runner that leaves a JSON report, and never believes an exit code and a report that disagree. */
export async function runReported({ name, args, report, env = {}, lock, count }: Run): Promise<Tally> {
  const file = path.join(root, 'out', 'test', report)
  mkdirSync(path.dirname(file), { recursive: true })
  rmSync(file, { force: true })
  const unlimited = name === 'bench' || { ...process.env, ...env }['LANEKEEPER_WHOLE'] === '1'
  const { code, over } = await runRunner({ args, env, lock, limitMinutes: unlimited ? null : LIMIT_MINUTES })
  if (over !== null) tell(`${name}: not over after ${over} minutes, and ended`)
  let tally: Tally
  try {
    if (!existsSync(file)) throw new Error('it left no report')
    tally = count(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    tell(`${name}: the runner ended with exit code ${code} and ${(error as Error).message}: counted as one failure`)
    return oneFailed
  }
  if (tally.passed + tally.failed === 0) {
    tell(`${name}: no test ran: counted as one failure`)
    return { ...tally, failed: 1 }
  }
  if (code !== 0 && tally.failed === 0) {
    tell(`${name}: no test failed, yet the runner ended with exit code ${code}: counted as one failure`)
    return { ...tally, failed: 1 }
  }
  return tally
}
