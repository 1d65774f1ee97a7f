import Sqlite from 'better-sqlite3'
import { statSync, truncateSync } from 'node:fs'
import { assertOwnSchema, createPrivate, distrustSchema } from './database.ts'
import { isBusyError, isUnreadableAtOpen } from './errors.ts'

export type FileLock = { release(): void }

/**
 * Two processes can deadlock while upgrading a shared lock. SQLite fails one immediately, and the other gets the lock
 * within this time.
 */
const LOCK_RETRY_MS = 250

/**
 * Locks a file until `release`, and empties a file that is damaged or has a schema; the system frees the lock however
 * the process ends. Returns null while any process, even this one, holds the lock, because two senders on one store
 * would send bookings twice.
 */
export function acquireLock(file: string): FileLock | null {
  createPrivate(file)
  const db = new Sqlite(file, { timeout: LOCK_RETRY_MS })
  try {
    distrustSchema(db)
    db.exec('BEGIN EXCLUSIVE')
    assertOwnSchema(db, [])
  } catch (error) {
    db.close()
    if (isBusyError(error)) return null
    // A holder makes BEGIN fail as busy, so no handle of this process holds a lock that `truncateSync` could release. A
    // process that takes the lock from here on keeps the lock, because a file without data locks like any other.
    if (isUnreadableAtOpen(error) && statSync(file).size > 0) {
      truncateSync(file)
      return acquireLock(file)
    }
    throw error
  }
  return { release: () => db.close() }
}
