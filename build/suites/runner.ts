import { spawn } from 'node:child_process'

import { REPO_ROOT } from '../paths.ts'
import { exitCode } from '../setup/spawn.mjs'

/** What does not end by itself after a signal. */
const GRACE = 15_000

/** Tests run as on a PC whose zone is none of the rooftops', and where it is mostly another day. */
const ZONE_OF_PC = 'Pacific/Auckland'

interface Run {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly lock: number | undefined
  /** Null where it may take as long as it takes. */
  readonly limitMinutes: number | null
}

interface Ended {
  readonly code: number
  /** It was ended because it had taken this many minutes. */
  readonly over: number | null
}

/**
 * Runs a test runner in a process group of its own, passing signals on, and ends the whole group with it: what a test left
 * behind would hold our output open, and whoever waits for its end would wait for good. One that hangs is ended too.
 */
export function runRunner({ args, env, lock, limitMinutes }: Run): Promise<Ended> {
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
        // Nobody of the group is left.
      }
    }
    const pass = (signal: NodeJS.Signals) => {
      child.kill(signal)
      impatient ??= setTimeout(endAll, GRACE)
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
