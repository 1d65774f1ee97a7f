import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import Sqlite from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import { everyStatement } from './every-statement.ts'

/*
 * A disk that fails from one call on, for the whole process: every file operation of a store goes through these Node
 * functions. The returned functions and the end of the test undo each fault.
 */

/** From the next commit of the store `desk` on, every write fails with SQLite's code. */
export function killDisk(code: string): () => void {
  const { writeSync } = fs
  let dead = false
  const end = everyStatement('desk.db', (sql) => {
    if (!dead && !sql.startsWith('COMMIT')) return
    dead = true
    fs.writeSync = gone
    syncBuiltinESMExports()
    throw new Sqlite.SqliteError('the disk is gone', code)
  })
  return mending(() => {
    end()
    fs.writeSync = writeSync
  })
}

/** After a file of this name has replaced another file, every flush fails. */
export function failAfterRename(name: string): () => void {
  const { renameSync, fsyncSync } = fs
  fs.renameSync = (from, to) => {
    renameSync(from, to)
    if (String(to).endsWith(name)) fs.fsyncSync = gone
    syncBuiltinESMExports()
  }
  syncBuiltinESMExports()
  return mending(() => {
    fs.renameSync = renameSync
    fs.fsyncSync = fsyncSync
  })
}

function gone(): never {
  throw Object.assign(new Error('the disk is gone'), { code: 'EIO' })
}

function mending(restore: () => void): () => void {
  const mend = () => {
    restore()
    syncBuiltinESMExports()
  }
  onTestFinished(mend)
  return mend
}
