import { parentPort, workerData } from 'node:worker_threads'
import Sqlite, { type Database } from 'better-sqlite3'
import type { IntegrityOrder, IntegrityReply } from './integrity-check.ts'

/*
 * Checks one database in a separate thread, because SQLite blocks its thread for the whole check. Node starts this file
 * by its path, so the bundler has a separate entry for this file, and Node must be able to run the file by stripping
 * its types.
 */

const { file, quick, copyTo } = workerData as IntegrityOrder

const ALL_PAGES = 2 ** 31 - 1

function problemsOf(db: Database): readonly string[] {
  const rows = db.pragma(quick ? 'quick_check' : 'integrity_check') as readonly object[]
  const found = rows.map((row) => String(Object.values(row)[0]))
  return found.length === 1 && found[0] === 'ok' ? [] : found
}

function openFile(path: string, readonly: boolean): Database {
  const db = new Sqlite(path, { readonly, fileMustExist: true })
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
  return db
}

function checkDatabase(path: string): readonly string[] {
  const db = openFile(path, path !== copyTo)
  try {
    // The header of the copy names a write-ahead log, so SQLite would create a `-wal` file beside the copy.
    if (path === copyTo) db.pragma('journal_mode = DELETE')
    return problemsOf(db)
  } finally {
    db.close()
  }
}

/**
 * Copies over a separate connection, because the desk's connection could answer from its cache with pages that the disk
 * has lost.
 */
async function copyDatabase(to: string): Promise<void> {
  const db = openFile(file, true)
  try {
    // All pages in one step: a write of the desk between two steps would restart the copy.
    await db.backup(to, { progress: () => ALL_PAGES })
  } finally {
    db.close()
  }
}

async function check(): Promise<IntegrityReply> {
  try {
    if (copyTo !== null) await copyDatabase(copyTo)
    return { kind: 'checked', problems: checkDatabase(copyTo ?? file) }
  } catch (error) {
    // An error loses its class and its code on the way to another thread.
    if (!(error instanceof Sqlite.SqliteError)) throw error
    return { kind: 'failed', code: error.code, message: error.message }
  }
}

const reply = await check()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(reply)
