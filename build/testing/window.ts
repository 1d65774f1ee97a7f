import { rmSync } from 'node:fs'
import path from 'node:path'

import { root } from '../runtime/record.ts'
import { withDisplay } from '../runtime/display.ts'
import { provideSystem } from '../runtime/system.ts'
import { buildDesk } from '../vite.ts'
import { packageScript, runReported, sayFailure, sum } from './tally.ts'
import type { Tally } from './tally.ts'
import { windowTestsOf } from './window-report.ts'

interface Report {
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
  readonly errors: readonly { readonly message?: string }[]
}

/** So many runners go beside each other, each on a display of its own. */
const RUNNERS = 3

/** The reports of a run: of the first one alone, where all tests ran on one screen. */
export const WINDOW_REPORTS = Array.from({ length: RUNNERS }, (_, at) => `window-${at + 1}.json`)

interface How {
  readonly env?: Readonly<Record<string, string>>
  /** Runs the files alone whose path holds this. */
  readonly only?: string
}

interface Specs extends How {
  readonly report: string
  /** "2/3": the second of three parts; all of them where it is left out. */
  readonly shard?: string
  /** Further arguments of Playwright. */
  readonly args?: readonly string[]
}

/**
 * The built desk in a real window, by Playwright. On virtual displays a part of the tests runs beside the others: most of a
 * window's time is waiting, and two windows on one screen would take the focus from each other.
 */
export async function runWindow(how: How = {}): Promise<Tally> {
  // Here and not in the set-up: `npm start` and the tour need no keyring.
  await provideSystem({ exe: null, display: false, compiler: false, keyring: true })
  await buildDesk()
  for (const report of WINDOW_REPORTS) rmSync(path.join(root, 'out', 'test', report), { force: true })
  const [all = ''] = WINDOW_REPORTS
  if (!(await withDisplay(async ({ virtual }) => virtual !== null, { apart: true }))) {
    return runSpecs({ ...how, report: all })
  }
  const parts = WINDOW_REPORTS.map((report, at) => runSpecs({ ...how, report, shard: `${at + 1}/${RUNNERS}` }))
  return sum(await Promise.all(parts))
}

/** Runs tests of the window on a display of their own; the desk was built. */
export function runSpecs({ env, only, report, shard, args = [] }: Specs): Promise<Tally> {
  const runOn = (display: Readonly<Record<string, string>>) =>
    runReported({
      name: 'window',
      report,
      env: { ...display, ...env, LANEKEEPER_REPORT: report },
      args: [
        packageScript('@playwright', 'test', 'cli.js'),
        'test',
        '--config=build/playwright.config.ts',
        ...(shard === undefined ? [] : [`--shard=${shard}`]),
        `--output=out/test/${report.replace('.json', '')}`,
        ...args,
        ...(only === undefined ? [] : [only]),
      ],
      count: (found) => {
        const { stats, errors } = found as Report
        // Errors outside any test: a file that cannot be loaded, a broken set-up.
        return {
          passed: stats.expected,
          failed: stats.unexpected + stats.flaky + errors.length,
          skipped: stats.skipped,
          failures: [
            ...errors.map(({ message }) => sayFailure('outside any test', message ?? '')),
            ...windowTestsOf(found)
              .filter(({ status }) => status === 'unexpected' || status === 'flaky')
              .map(({ title, results }) => sayFailure(title, results.at(-1)?.error?.message ?? '')),
          ],
        }
      },
    })
  return withDisplay((display) => runOn(display.env), { apart: true })
}
