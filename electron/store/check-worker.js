import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'

/*
 * Looks through one database in a thread of its own, because SQLite holds its thread up for as long as it looks. Plain
 * JavaScript under the name that it also has when it is built, so that it is found beside whoever starts it.
 *
 * A copy is made here too, over a connection of its own: the desk's would answer out of its memory what the disk has lost.
 */

/** @type {{ file: string, quick: boolean, copyTo: string | null }} */
const { file, quick, copyTo } = workerData

const EVERYTHING = 2 ** 31 - 1

/** @param {import('better-sqlite3').Database} db */
function look(db) {
  db.pragma('cell_size_check = ON')
  const found = db.pragma(quick ? 'quick_check' : 'integrity_check').map((row) => String(Object.values(row)[0]))
  return found.length === 1 && found[0] === 'ok' ? [] : found
}

/** @param {string} path */
function lookAt(path) {
  const db = new Sqlite(path, { readonly: path !== copyTo, fileMustExist: true })
  try {
    // A copy says of itself that it has a write-ahead log, and one would be made beside it.
    if (path === copyTo) db.pragma('journal_mode = DELETE')
    return look(db)
  } finally {
    db.close()
  }
}

/** @param {string} to */
async function copy(to) {
  const db = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    // In one step: between two the desk might write, and the copy would begin anew.
    await db.backup(to, { progress: () => EVERYTHING })
  } finally {
    db.close()
  }
}

let problems
try {
  if (copyTo !== null) await copy(copyTo)
  problems = lookAt(copyTo ?? file)
} catch (error) {
  const code = String(error.code)
  // The search index says SQLITE_ERROR of a page of its own that it cannot read.
  if (!/^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ|ERROR$)/.test(code)) throw error
  problems = [code]
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(problems)
