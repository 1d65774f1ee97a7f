import { runReported, packageScript, describeFailure } from './results.ts'
import type { Results } from './results.ts'

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
      `--outputFile.json=out/test/${report}`,
      ...(oneByOne ? ['--no-file-parallelism'] : []),
      ...files,
    ],
    count: vitestResults,
  })
}

/**
 * Counts the tests of a vitest report, with a line for each failed test and for each file that failed without one: the
 * file could not be loaded, its set-up failed, or its process ended in the middle.
 */
export function vitestResults(found: unknown): Results {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = found as Report
  const broken = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
    failures: [
      ...broken.map(({ name, message, assertionResults }) => {
        const unfinished = assertionResults.find(({ status }) => status === 'pending')
        return describeFailure(name, message || `no result from "${unfinished?.fullName ?? 'its first test'}" on`)
      }),
      ...testResults.flatMap(({ assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => describeFailure(fullName, failureMessages[0] ?? '')),
      ),
    ],
  }
}
