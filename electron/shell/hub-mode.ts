import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { app } from 'electron'
import { systemClock } from '../platform/clock.ts'
import { errorCode } from '../platform/log-events.ts'
import { systemRandom } from '../platform/random.ts'

const FAILED = 2
const HEADLESS = '--ozone-platform=headless'
/** Chromium reports a missing D-Bus and the like, which says nothing about the hub. */
const QUIET = '--log-level=3'

/** Returns the arguments after `--hub`, or null for a start of the desk. */
export function hubArguments(argv: readonly string[]): readonly string[] | null {
  const at = argv.indexOf('--hub')
  return at === -1 ? null : argv.slice(at + 1)
}

/**
 * Runs a command of the hub instead of the desk, without a window, and exits with the exit code of the command. The
 * data folder of the desk is not touched.
 */
export function runHubMode(args: readonly string[]): void {
  // On Linux Chromium ends this process without a display, before anything that this file waits for.
  if (process.platform === 'linux' && !process.argv.includes(HEADLESS)) {
    const own = process.argv.slice(1, process.argv.indexOf('--hub'))
    const { status } = spawnSync(process.execPath, [...own, HEADLESS, QUIET, '--hub', ...args], { stdio: 'inherit' })
    process.exit(status ?? FAILED)
  }
  const spare = mkdtempSync(join(tmpdir(), 'lanekeeper-hub-'))
  app.setPath('userData', spare)
  app.disableHardwareAcceleration()
  void run(args).then((code) => {
    rmSync(spare, { recursive: true, force: true })
    app.exit(code)
  })
}

async function run(args: readonly string[]): Promise<number> {
  try {
    const { runHubCommand } = await import('../hub/command.ts')
    return await runHubCommand(args, {
      clock: systemClock,
      random: systemRandom,
      env: process.env,
      cwd: process.cwd(),
      program: 'lanekeeper --hub',
      print: (line) => process.stdout.write(`${line}\n`),
      printError: (line) => process.stderr.write(`${line}\n`),
    })
  } catch (error) {
    process.stderr.write(`The hub's command failed (${errorCode(error)}).\n`)
    return FAILED
  }
}
