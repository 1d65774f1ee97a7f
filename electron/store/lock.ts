import Sqlite from 'better-sqlite3'
import { statSync, truncateSync } from 'node:fs'
import { createPrivate } from './database.ts'
import { isBusyError, isDamageError } from './errors.ts'

export type FileLock = { release(): void }

/**
 * Of two that take the lock in the same moment each can hold a share of it that the other one waits for: SQLite refuses
 * one of them at once, and the other has it within this time, in milliseconds. Without it both were refused.
 */
const LOCK_RETRY_MS = 250

/**
 * Holds a lock file for as long as this process lives: the system frees it, however the process ends. Null when another
 * process holds it. A second sender over one store would send bookings twice.
 */
export function acquireLock(file: string): FileLock | null {
  createPrivate(file)
  const db = new Sqlite(file, { timeout: LOCK_RETRY_MS })
  try {
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (isBusyError(error)) return null
    // Nothing is kept in it. While another process holds it, it is not read, so that it is nobody's.
    if (isDamageError(error) && statSync(file).size > 0) {
      truncateSync(file)
      return acquireLock(file)
    }
    throw error
  }
  return { release: () => db.close() }
}
