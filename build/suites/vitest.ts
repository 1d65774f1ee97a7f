import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { runReported, packageScript, describeFailure } from './results.ts'
import type { Results } from './results.ts'
import { UNHANDLED_ERRORS } from './unhandled-errors.ts'

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

interface How {
  readonly env?: Readonly<Record<string, string>>
  /** One file at a time, for tests that share the machine. */
  readonly oneByOne?: boolean
  /** Arguments of vitest that choose files. The default is every file of the project. */
  readonly files?: readonly string[]
  /** The name of the report, for runs that take only some files. */
  readonly report?: string
  /** The runner inherits this lock, because the runner may outlive this process. See `withLock`. */
  readonly lock?: number | undefined
  /** Default: the time limit of a suite. */
  readonly limitMinutes?: number
}

/** Runs one vitest project of build/vitest.config.ts. */
export function runVitest(
  project: string,
  { env = {}, oneByOne = false, files = [], report = `${project}.json`, lock, limitMinutes }: How = {},
): Promise<Results> {
  rmSync(UNHANDLED_ERRORS, { force: true })
  return runReported({
    name: project,
    report,
    env,
    lock,
    limitMinutes,
    args: [
      packageScript('vitest', 'vitest.mjs'),
      'run',
      '--config=build/vitest.config.ts',
      `--project=${project}`,
      '--reporter=default',
      '--reporter=json',
      `--reporter=${path.join(import.meta.dirname, 'unhandled-errors.ts')}`,
      `--outputFile.json=out/test/${report}`,
      ...(oneByOne ? ['--no-file-parallelism'] : []),
      ...files,
    ],
    count: (found) => vitestResults(found, readUnhandledErrors()),
  })
}

function readUnhandledErrors(): readonly string[] {
  return existsSync(UNHANDLED_ERRORS) ? (JSON.parse(readFileSync(UNHANDLED_ERRORS, 'utf8')) as readonly string[]) : []
}

/**
 * Counts the tests of a vitest report. Each failed test, each file that failed before its tests and each error outside
 * of any test, as of a process that ended, gets a line.
 */
export function vitestResults(found: unknown, unhandled: readonly string[] = []): Results {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = found as Report
  const broken = testResults.filter(
    ({ status, message, assertionResults }) => status === 'failed' && (message !== '' || assertionResults.length === 0),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length + unhandled.length,
    skipped: numPendingTests + numTodoTests,
    failures: [
      ...broken.map(({ name, message }) => describeFailure(name, message)),
      ...testResults.flatMap(({ assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => describeFailure(fullName, failureMessages[0] ?? '')),
      ),
      ...unhandled.map((message) => describeFailure('outside of any test', message)),
    ],
  }
}
