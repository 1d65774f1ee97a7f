import { rmSync } from 'node:fs'
import path from 'node:path'

import { REPO_ROOT } from '../paths.ts'
import { withDisplay } from '../offline/display.ts'
import { provideSystem } from '../offline/system.ts'
import { buildDesk } from '../vite.ts'
import { packageScript, runReported, describeFailure, sum } from './results.ts'
import type { Results } from './results.ts'
import { windowTestsOf } from './e2e-report.ts'

interface Report {
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
  readonly errors: readonly { readonly message?: string }[]
}

/** The number of parallel runners, each on its own virtual display. Without virtual displays only one runner starts. */
const RUNNERS = 3

/** The reports of a run, in out/test. A run without virtual displays writes only the first report. */
export const E2E_REPORTS = Array.from({ length: RUNNERS }, (_, at) => `e2e-${at + 1}.json`)

interface How {
  readonly env?: Readonly<Record<string, string>>
  /** Runs only test files whose path matches this regular expression. */
  readonly only?: string
  /** Runs only the tests that are tagged `@smoke`. */
  readonly smoke?: boolean
}

interface Specs extends How {
  readonly report: string
  /** "2/3" is the second of three parts. The default is all tests. */
  readonly shard?: string
  /** Further arguments for Playwright. */
  readonly args?: readonly string[]
}

/**
 * Builds the desk and runs the window tests with Playwright. Virtual displays allow parallel runners; two windows on
 * one screen would take the focus from each other.
 */
export async function runE2e(how: How = {}): Promise<Results> {
  // The set-up installs no keyring, because `npm start` and the tour need none, so this suite installs the keyring.
  await provideSystem({ exe: null, display: false, compiler: false, keyring: true, database: true })
  await buildDesk()
  for (const report of E2E_REPORTS) rmSync(path.join(REPO_ROOT, 'out', 'test', report), { force: true })
  const [all = ''] = E2E_REPORTS
  if (!(await withDisplay(async ({ virtual }) => virtual !== null, { apart: true }))) {
    return runSpecs({ ...how, report: all })
  }
  const parts = E2E_REPORTS.map((report, at) => runSpecs({ ...how, report, shard: `${at + 1}/${RUNNERS}` }))
  return sum(await Promise.all(parts))
}

/** Runs window tests on a new virtual display, or on the user's screen if Xvfb is missing. The desk must be built. */
export function runSpecs({ env, only, smoke = false, report, shard, args = [] }: Specs): Promise<Results> {
  const runOn = (display: Readonly<Record<string, string>>) =>
    runReported({
      name: 'e2e',
      report,
      env: { ...display, ...env, LANEKEEPER_REPORT: report },
      args: [
        packageScript('@playwright', 'test', 'cli.js'),
        'test',
        '--config=build/playwright.config.ts',
        ...(shard === undefined ? [] : [`--shard=${shard}`]),
        `--output=out/test/${report.replace('.json', '')}`,
        ...(smoke ? ['--grep=@smoke'] : []),
        ...args,
        ...(only === undefined ? [] : [only]),
      ],
      count: (found) => {
        const { stats, errors } = found as Report
        // `errors` lists the errors outside any test, for example of a file that cannot be loaded.
        return {
          passed: stats.expected,
          failed: stats.unexpected + stats.flaky + errors.length,
          skipped: stats.skipped,
          failures: [
            ...errors.map(({ message }) => describeFailure('outside any test', message ?? '')),
            ...windowTestsOf(found)
              .filter(({ status }) => status === 'unexpected' || status === 'flaky')
              .map(({ title, results }) => describeFailure(title, results.at(-1)?.error?.message ?? '')),
          ],
        }
      },
    })
  return withDisplay((display) => runOn(display.env), { apart: true })
}
