import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import Sqlite from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import { everyStatement } from './every-statement.ts'

/*
 * A disk that is gone from one call on, for the whole of this process: what a store does with its files goes through these
 * functions of Node. Each is mended by the returned function, and with the test.
 */

/** From the next commit of a store named `desk` on nothing can be written, with SQLite's code. */
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

/** Once a file of this name has taken the place of another, nothing can be flushed. */
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
