import { withDisplay } from '../runtime/display.ts'
import { provideSystem } from '../runtime/system.ts'
import { buildDesk } from '../vite.ts'
import { packageScript, runReported } from './tally.ts'
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

interface How {
  readonly env?: Readonly<Record<string, string>>
  /** Runs the files alone whose path holds this. */
  readonly only?: string
}

/** The built desk in a real window, by Playwright. */
export async function runWindow({ env: more = {}, only }: How = {}): Promise<Tally> {
  // Here and not in the set-up: `npm start` and the tour need no keyring.
  await provideSystem({ exe: null, display: false, compiler: false, keyring: true })
  await buildDesk()
  return withDisplay(
    ({ env }) =>
      runReported({
        name: 'window',
        report: 'window.json',
        env: { ...env, ...more },
        args: [
          packageScript('@playwright', 'test', 'cli.js'),
          'test',
          '--config=build/playwright.config.ts',
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
      }),
    { apart: true },
  )
}
