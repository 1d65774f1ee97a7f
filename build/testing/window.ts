import { rmSync } from 'node:fs'
import path from 'node:path'

import { root } from '../runtime/record.ts'
import { withDisplay } from '../runtime/display.ts'
import { provideSystem } from '../runtime/system.ts'
import { buildDesk } from '../vite.ts'
import { packageScript, runReported, sum } from './tally.ts'
import type { Tally } from './tally.ts'

interface Report {
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
  readonly errors: readonly unknown[]
}

/** The reports of a run: of the second one, where half of the tests ran beside the other half. */
export const WINDOW_REPORTS = ['window-1.json', 'window-2.json'] as const

interface How {
  readonly env?: Readonly<Record<string, string>>
  /** Runs the files alone whose path holds this. */
  readonly only?: string
}

/**
 * The built desk in a real window, by Playwright. On virtual displays half of the tests run beside the other half: most
 * of a window's time is waiting, and two windows on one screen would take the focus from each other.
 */
export async function runWindow(how: How = {}): Promise<Tally> {
  // Here and not in the set-up: `npm start` and the tour need no keyring.
  await provideSystem({ exe: null, display: false, compiler: false, keyring: true })
  await buildDesk()
  for (const report of WINDOW_REPORTS) rmSync(path.join(root, 'out', 'test', report), { force: true })
  const onDisplay = (shard: string) => withDisplay(({ env }) => runShard(shard, env, how), { apart: true })
  if (!(await withDisplay(async ({ virtual }) => virtual !== null, { apart: true }))) return onDisplay('1/1')
  return sum(await Promise.all(['1/2', '2/2'].map(onDisplay)))
}

function runShard(shard: string, display: Readonly<Record<string, string>>, { env, only }: How): Promise<Tally> {
  const report = `window-${shard[0]}.json`
  return runReported({
    name: 'window',
    report,
    env: { ...display, ...env, LANEKEEPER_REPORT: report },
    args: [
      packageScript('@playwright', 'test', 'cli.js'),
      'test',
      '--config=build/playwright.config.ts',
      `--shard=${shard}`,
      `--output=out/test/e2e-${shard[0]}`,
      ...(only === undefined ? [] : [only]),
    ],
    count: (found) => {
      const { stats, errors } = found as Report
      // Errors outside any test: a file that cannot be loaded, a broken set-up.
      return {
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky + errors.length,
        skipped: stats.skipped,
      }
    },
  })
}
