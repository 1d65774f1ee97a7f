import Sqlite from 'better-sqlite3'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/*
 * The moments of a process at which a crash could leave something half done, seen from under its sources: before each step
 * on a file that changes one, and on both sides of each commit. Between two of them nothing happens that outlives it.
 */

const FILE_STEPS = [
  'openSync',
  'writeFileSync',
  'ftruncateSync',
  'chmodSync',
  'fchmodSync',
  'renameSync',
  'rmSync',
] as const

/** Calls `pass` with the name of each moment from now on, in their order. */
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
    // Its own properties cannot be changed.
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
