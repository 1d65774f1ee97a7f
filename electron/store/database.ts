import Sqlite from 'better-sqlite3'
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readSync, statSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'

/*
 * The only file that names better-sqlite3. It opens a file with the settings that "saved" leans on: WAL with
 * synchronous=FULL, which the binding does not set by itself and which a first look does not show (it falls back to
 * NORMAL after the first write), so it is said on every connection and read back after a write.
 */

export type Database = Sqlite.Database

export type Statement = Sqlite.Statement

/** One step of a schema: its number is its place in the list, counted from 1. */
export type Migration = { readonly name: string; readonly sql: string }

export type Opened =
  /** `found` is the schema that the file had, 0 for a new one. */
  | { readonly kind: 'open'; readonly db: Database; readonly found: number }
  /** The file was written by a newer version of the app; nothing was touched. */
  | { readonly kind: 'newer'; readonly found: number; readonly known: number }

/** The disk or the file refused; thrown, because nothing that a person typed can cause it. */
export class StoreFault extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = 'StoreFault'
    this.code = code
  }
}

/** Opens or makes a database (folder 0700, file 0600), brings its schema up to date, and proves the durable settings. */
export function openDatabase(file: string, migrations: readonly Migration[]): Opened {
  makePrivate(file)
  const db = new Sqlite(file)
  try {
    const found = userVersion(db)
    if (found > migrations.length) {
      db.close()
      return { kind: 'newer', found, known: migrations.length }
    }
    db.pragma('journal_mode = WAL')
    setDurable(db)
    // SQLite's own. The binding's 16 MB fill up for as long as a desk books, which looks like a leak for its first day.
    db.pragma('cache_size = -2000')
    migrate(db, found, migrations)
    proveDurable(db)
    return { kind: 'open', db, found }
  } catch (error) {
    db.close()
    throw error
  }
}

/** Files of SQLite say in this byte by which way of writing they are written; above 2 it only reads them, without a word. */
const WRITE_FORMAT = 18

/** The names of the steps have four digits. */
const LAST_VERSION = 9999

/**
 * What a file says of itself, read without changing a byte of it: its schema, and what `read` finds. Throws as SQLite does,
 * and `not-ours` where the file's first bytes say what no version of this app wrote.
 */
export function examine<T>(file: string, read: (db: Database) => T): { readonly version: number; readonly found: T } {
  const format = byteAt(file, WRITE_FORMAT)
  const db = new Sqlite(file, { readonly: true })
  try {
    const version = userVersion(db)
    if (version < 0 || version > LAST_VERSION || format > 2) {
      throw new StoreFault('not-ours', `schema ${version}, write format ${format}`)
    }
    return { version, found: read(db) }
  } finally {
    db.close()
  }
}

/** 0 beyond the end. For a file that nobody has open here: see `makePrivate`. */
function byteAt(file: string, at: number): number {
  const open = openSync(file, 'r')
  try {
    const byte = Buffer.alloc(1)
    readSync(open, byte, 0, 1, at)
    return byte[0] ?? 0
  } finally {
    closeSync(open)
  }
}

/** Looks through a whole file, references between its rows included. Holds the caller up meanwhile. */
export function isSound(db: Database): boolean {
  try {
    const broken = db.pragma('foreign_key_check') as readonly unknown[]
    return broken.length === 0 && db.pragma('integrity_check', { simple: true }) === 'ok'
  } catch (error) {
    if (isUnreadable(error)) return false
    throw error
  }
}

/** Customers' names and phones are in it: for its owner alone, also where it was made before. */
function makePrivate(file: string) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // One that is there is not opened: closing it again would free every lock that this process holds on it (POSIX).
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
}

function setDurable(db: Database) {
  db.pragma('synchronous = FULL')
  // On macOS a plain fsync stops at the drive's cache.
  db.pragma('fullfsync = ON')
  db.pragma('foreign_keys = ON')
  db.pragma('busy_timeout = 5000')
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
}

function userVersion(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }))
}

/** Each step commits together with its number, so that a kill leaves a whole schema of some version. */
function migrate(db: Database, found: number, migrations: readonly Migration[]) {
  migrations.slice(found).forEach((migration, index) => {
    const number = found + index + 1
    if (!migration.name.startsWith(String(number).padStart(4, '0'))) {
      throw new StoreFault('migration-order', `${migration.name} stands in place ${number}`)
    }
    db.transaction(() => {
      db.exec(migration.sql)
      db.pragma(`user_version = ${number}`)
    }).immediate()
  })
}

/**
 * Commits a change of nothing. After a commit that failed, its bytes may stand in the log, to be found at the next start as if
 * it had come about: these take their place. Throws as any commit does.
 */
export function commitNothing(db: Database): void {
  db.transaction(() => db.pragma(`user_version = ${userVersion(db)}`)).immediate()
}

/** The settings as they are after a write, when the binding's own default would have come back. */
function proveDurable(db: Database) {
  commitNothing(db)
  const synchronous = Number(db.pragma('synchronous', { simple: true }))
  const journal = String(db.pragma('journal_mode', { simple: true }))
  const foreignKeys = Number(db.pragma('foreign_keys', { simple: true }))
  if (synchronous !== 2 || journal !== 'wal' || foreignKeys !== 1) {
    throw new StoreFault('not-durable', `synchronous ${synchronous}, journal ${journal}, foreign keys ${foreignKeys}`)
  }
}

export type HeldLock = { release(): void }

/**
 * Of two that take the lock in the same moment each can hold a share of it that the other one waits for: SQLite refuses
 * one of them at once, and the other has it within this time, in milliseconds. Without it both were refused.
 */
const LOCK_WAIT = 250

/**
 * Holds a lock file for as long as this process lives: the system frees it, however the process ends. Null when another
 * process holds it. A second sender over one store would send bookings twice.
 */
export function holdLock(file: string): HeldLock | null {
  makePrivate(file)
  const db = new Sqlite(file, { timeout: LOCK_WAIT })
  try {
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (isBusy(error)) return null
    // Nothing is kept in it. While another process holds it, it is not read, so that it is nobody's.
    if (isDamage(error) && statSync(file).size > 0) {
      truncateSync(file)
      return holdLock(file)
    }
    throw error
  }
  return { release: () => db.close() }
}

export function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

/** True when SQLite found the file itself broken, so that no room on the disk and no right to write would help. */
export function isDamage(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(error.code)
}

/**
 * True of an error at opening, or while a whole file is looked through, that says that the file is broken or none of this
 * app's: also SQLITE_ERROR, an unknown format, a schema that is not the one whose number it bears, or a page of the search
 * index that the index itself cannot read. In the midst of work the same code would be a mistake of ours.
 */
export function isUnreadable(error: unknown): boolean {
  return (
    isDamage(error) ||
    (error instanceof StoreFault && error.code === 'not-ours') ||
    (error instanceof Sqlite.SqliteError && error.code === 'SQLITE_ERROR')
  )
}

/** True when the disk failed while it was written to, so that some of it may be there. */
export function isWriteFault(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_IOERR')
}

/** True when SQLite said that the disk is full, broken or not writable: what was to be written is not. */
export function isDiskFault(error: unknown): boolean {
  return (
    error instanceof StoreFault ||
    (error instanceof Sqlite.SqliteError &&
      /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|BUSY)/.test(error.code))
  )
}
