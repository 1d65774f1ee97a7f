import { spawn } from 'node:child_process'

import { REPO_ROOT } from '../paths.ts'
import { exitCode } from '../setup/spawn.mjs'

/** How long a runner may live after a signal. */
export const GRACE_MS = 15_000

/** The tests' time zone is that of no rooftop, and its date is usually a day ahead of the rooftops' date. */
const ZONE_OF_PC = 'Pacific/Auckland'

interface Run {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly lock: number | undefined
  /** Null for no limit. */
  readonly limitMinutes: number | null
}

interface RunnerExit {
  readonly code: number
  /** The runner was ended after this many minutes; null otherwise. */
  readonly over: number | null
}

/**
 * Runs a test runner and passes signals on. Kills the runner's process group (on Windows only the runner) when the
 * runner ends, reaches the limit or outlives a signal by `GRACE_MS`, because a left process keeps the output open.
 */
export function runRunner({ args, env, lock, limitMinutes }: Run): Promise<RunnerExit> {
  return new Promise((resolve, reject) => {
    const grouped = process.platform !== 'win32'
    const child = spawn(process.execPath, args, {
      cwd: REPO_ROOT,
      detached: grouped,
      env: { ...process.env, TZ: ZONE_OF_PC, ...env },
      stdio: ['ignore', 'inherit', 'inherit', ...(lock === undefined ? [] : [lock])],
    })
    let over: number | null = null
    let impatient: NodeJS.Timeout | undefined
    const endAll = () => {
      if (!grouped || child.pid === undefined) return void child.kill('SIGKILL')
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // The group has no process left.
      }
    }
    const pass = (signal: NodeJS.Signals) => {
      child.kill(signal)
      impatient ??= setTimeout(endAll, GRACE_MS)
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
    for (const signal of signals) process.on(signal, pass)
    const limit =
      limitMinutes === null
        ? undefined
        : setTimeout(() => {
            over = limitMinutes
            endAll()
          }, limitMinutes * 60_000)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      clearTimeout(limit)
      clearTimeout(impatient)
      for (const one of signals) process.off(one, pass)
      endAll()
      resolve({ code: exitCode(code, signal), over })
    })
  })
}
