import Sqlite from 'better-sqlite3'
import { statSync, truncateSync } from 'node:fs'
import { createPrivate } from './database.ts'
import { isBusyError, isDamageError } from './errors.ts'

export type FileLock = { release(): void }

/**
 * Two processes can deadlock while upgrading a shared lock. SQLite fails one immediately, and the other gets the lock
 * within this time.
 */
const LOCK_RETRY_MS = 250

/**
 * Locks a file until `release`; the system frees the lock however the process ends. Returns null while any process,
 * even this one, holds the lock, because two senders on one store would send bookings twice.
 */
export function acquireLock(file: string): FileLock | null {
  createPrivate(file)
  const db = new Sqlite(file, { timeout: LOCK_RETRY_MS })
  try {
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (isBusyError(error)) return null
    // The lock file stores no data. Another process that holds the lock prevents reading, so this branch sees only a
    // file that no process holds.
    if (isDamageError(error) && statSync(file).size > 0) {
      truncateSync(file)
      return acquireLock(file)
    }
    throw error
  }
  return { release: () => db.close() }
}
