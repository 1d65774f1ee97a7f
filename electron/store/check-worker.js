import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'

/*
 * Looks through one database in a thread of its own, because SQLite holds its thread up for as long as it looks. Plain
 * JavaScript under the name that it also has when it is built, so that it is found beside whoever starts it.
 */

/** @type {{ file: string, isCopy: boolean, pragma: 'quick_check' | 'integrity_check' }} */
const { file, isCopy, pragma } = workerData

/** @param {import('better-sqlite3').Database} db */
function look(db) {
  // A copy says of itself that it has a write-ahead log, and one would be made beside it.
  if (isCopy) db.pragma('journal_mode = DELETE')
  db.pragma('cell_size_check = ON')
  const found = db.pragma(pragma).map((row) => String(Object.values(row)[0]))
  return found.length === 1 && found[0] === 'ok' ? [] : found
}

let problems
try {
  const db = new Sqlite(file, { readonly: !isCopy, fileMustExist: true })
  try {
    problems = look(db)
  } finally {
    db.close()
  }
} catch (error) {
  const code = String(error.code)
  if (!/^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(code)) throw error
  problems = [code]
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(problems)
