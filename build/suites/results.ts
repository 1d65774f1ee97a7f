import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { REPO_ROOT } from '../paths.ts'
import { SetupStop } from '../setup/console.mjs'
import { runRunner } from './runner.ts'

export interface Results {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** One line for each failure. These lines stand near the end of the output, because often only that end is kept. */
  readonly failures: readonly string[]
}

export const nothing: Results = { passed: 0, failed: 0, skipped: 0, failures: [] }

export function oneFailed(what: string): Results {
  return { ...nothing, failed: 1, failures: [what] }
}

export function sum(tallies: readonly Results[]): Results {
  return tallies.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
      failures: [...all.failures, ...one.failures],
    }),
    nothing,
  )
}

export function formatResults({ passed, failed, skipped }: Results): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

export function tell(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Returns the results of `run`, or one failure if `run` throws, so that the next suites still start. */
export async function orOneFailed(name: string, run: () => Promise<Results>): Promise<Results> {
  try {
    return await run()
  } catch (error) {
    tell(`${name}: ${error instanceof SetupStop ? error.message : ((error as Error).stack ?? String(error))}`)
    return oneFailed(`${name}: ${(error as Error).message}`)
  }
}

/** Returns the path of a package's JavaScript file, because the links in .bin are shell scripts on Windows. */
export function packageScript(...parts: readonly string[]): string {
  return path.join(REPO_ROOT, 'node_modules', ...parts)
}

interface Run {
  readonly name: string
  readonly args: readonly string[]
  readonly report: string
  readonly env?: Readonly<Record<string, string>>
  readonly lock?: number | undefined
  /** The time limit of a runner that takes longer than a suite. */
  readonly limitMinutes?: number | undefined
  readonly count: (report: unknown) => Results
}

/** The time limit of a runner, since a loaded machine was seen to need three times the usual seven minutes for e2e. */
const LIMIT_MINUTES = 40

/**
 * Runs a test runner that writes a JSON report to out/test. Each of these counts as one failure: a missing or
 * unreadable report, a report without a passed or failed test, and a non-zero exit code without a reported failure.
 */
export async function runReported({
  name,
  args,
  report,
  env = {},
  lock,
  limitMinutes = LIMIT_MINUTES,
  count,
}: Run): Promise<Results> {
  const file = path.join(REPO_ROOT, 'out', 'test', report)
  mkdirSync(path.dirname(file), { recursive: true })
  rmSync(file, { force: true })
  const unlimited = name === 'bench' || { ...process.env, ...env }['LANEKEEPER_WHOLE'] === '1'
  const { code, over } = await runRunner({ args, env, lock, limitMinutes: unlimited ? null : limitMinutes })
  if (over !== null) tell(`${name}: not over after ${over} minutes, and ended`)
  let tally: Results
  try {
    if (!existsSync(file)) throw new Error('it left no report')
    tally = count(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    return oneMore(nothing, `${name}: the runner ended with exit code ${code} and ${(error as Error).message}`)
  }
  if (tally.passed + tally.failed === 0) return oneMore(tally, `${name}: no test ran`)
  if (code !== 0 && tally.failed === 0) {
    return oneMore(tally, `${name}: no test failed, yet the runner ended with exit code ${code}`)
  }
  return tally
}

function oneMore(tally: Results, what: string): Results {
  tell(`${what}: counted as one failure`)
  return sum([tally, oneFailed(what)])
}

/** A failure as one line: the test, and the first line of its error without terminal colors. */
export function describeFailure(test: string, said: string): string {
  const plain = stripVTControlCharacters(said).split('\n', 1)[0] ?? ''
  return plain === '' ? test : `${test}: ${plain}`
}
