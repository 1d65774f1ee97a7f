import Sqlite from 'better-sqlite3'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/*
 * The moments at which a crash could leave a half-done change: before each step that changes a file, and on both sides
 * of each commit. Nothing between two moments outlives the process.
 */

/** The key under which the threads of a watched process find the point of their kill. */
export const KILL_AT = 'killAt'

const FILE_STEPS = [
  'openSync',
  'writeFileSync',
  'ftruncateSync',
  'chmodSync',
  'fchmodSync',
  'renameSync',
  'rmSync',
] as const

/** Calls `pass` with the name of each moment from now on, in order. */
export function watchPoints(pass: (name: string) => void): void {
  const { transaction } = Sqlite.prototype
  Sqlite.prototype.transaction = function (this: Sqlite.Database, work: (...args: unknown[]) => unknown) {
    const made = transaction.call(this, (...args: unknown[]) => {
      const result = work(...args)
      pass('before a commit')
      return result
    })
    const immediate = (...args: unknown[]) => {
      const result = made.immediate(...args)
      pass('after a commit')
      return result
    }
    // The properties of the function itself cannot be changed.
    return Object.assign((...args: unknown[]) => made(...args), { immediate })
  } as typeof transaction
  for (const name of FILE_STEPS) {
    const step = fs[name] as (...args: unknown[]) => unknown
    Object.assign(fs, {
      [name]: (...args: unknown[]) => {
        pass(`before ${name}`)
        return step(...args)
      },
    })
  }
  syncBuiltinESMExports()
}
