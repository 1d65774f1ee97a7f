import Sqlite from 'better-sqlite3'
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import { isUnreadableAtOpen, StoreError } from './errors.ts'

/*
 * Opens a database file with the settings that "saved" leans on: WAL with
 * synchronous=FULL, which the binding does not set by itself and which a first look does not show (it falls back to
 * NORMAL after the first write), so it is said on every connection and read back after a write.
 */

export type Database = Sqlite.Database

export type Statement = Sqlite.Statement

/** One step of a schema: its number is its place in the list, counted from 1. */
export type Migration = { readonly name: string; readonly sql: string }

export type OpenedDatabase =
  /** `found` is the schema that the file had, 0 for a new one. */
  | { readonly kind: 'open'; readonly db: Database; readonly found: number }
  /** The file was written by a newer version of the app; nothing was touched. */
  | { readonly kind: 'newer'; readonly found: number; readonly known: number }
  /** The file was made by a pre-release of the app; nothing was touched. */
  | { readonly kind: 'pre-release' }

/** 'Lane' in ASCII: `PRAGMA application_id` of every file that a released Lanekeeper made. The first migration sets it. */
export const APPLICATION_ID = 0x4c_61_6e_65

/** Opens or makes a database (folder 0700, file 0600), brings its schema up to date, and proves the durable settings. */
export function openDatabase(file: string, migrations: readonly Migration[]): OpenedDatabase {
  createPrivate(file)
  const db = new Sqlite(file)
  try {
    const found = userVersion(db)
    if (isPreRelease(db)) {
      db.close()
      return { kind: 'pre-release' }
    }
    if (found > migrations.length) {
      db.close()
      return { kind: 'newer', found, known: migrations.length }
    }
    db.pragma('journal_mode = WAL')
    setDurable(db)
    // SQLite's own. The binding's 16 MB fill up for as long as a desk books, which looks like a leak for its first day.
    db.pragma('cache_size = -2000')
    migrate(db, found, migrations)
    assertDurability(db)
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

export type Inspection<T> =
  { readonly kind: 'read'; readonly version: number; readonly found: T } | { readonly kind: 'pre-release' }

/**
 * What a file says of itself, read without changing a byte of it: its schema, and what `read` finds. Throws as SQLite does,
 * and `not-ours` where the file's first bytes say what no version of this app wrote.
 */
export function inspectFile<T>(file: string, read: (db: Database) => T): Inspection<T> {
  const format = headerOf(file)[WRITE_FORMAT] ?? 0
  const db = new Sqlite(file, { readonly: true })
  try {
    const version = userVersion(db)
    const application = applicationId(db)
    if (version < 0 || version > LAST_VERSION || format > 2 || ![0, APPLICATION_ID].includes(application)) {
      throw new StoreError('not-ours', `schema ${version}, write format ${format}, application ${application}`)
    }
    return isPreRelease(db) ? { kind: 'pre-release' } : { kind: 'read', version, found: read(db) }
  } finally {
    db.close()
  }
}

const HEADER_BYTES = 100
const MAGIC = 'SQLite format 3\0'
const USER_VERSION_AT = 60
const APPLICATION_ID_AT = 68

/** The first bytes, zeros beyond the end. For a file that nobody has open here: see `makePrivate`. */
function headerOf(file: string): Buffer {
  const open = openSync(file, 'r')
  try {
    const header = Buffer.alloc(HEADER_BYTES)
    readSync(open, header, 0, HEADER_BYTES, 0)
    return header
  } finally {
    closeSync(open)
  }
}

/** True of a backup whose header says that a pre-release made it; false where the header is none of SQLite's. */
export function isPreReleaseFile(file: string): boolean {
  const header = headerOf(file)
  return (
    header.toString('latin1', 0, MAGIC.length) === MAGIC &&
    header.readUInt32BE(USER_VERSION_AT) > 0 &&
    header.readUInt32BE(APPLICATION_ID_AT) === 0
  )
}

/** Looks through a whole file, references between its rows included. Holds the caller up meanwhile. */
export function passesQuickCheck(db: Database): boolean {
  try {
    const broken = db.pragma('foreign_key_check') as readonly unknown[]
    return broken.length === 0 && db.pragma('integrity_check', { simple: true }) === 'ok'
  } catch (error) {
    if (isUnreadableAtOpen(error)) return false
    throw error
  }
}

/** Customers' names and phones are in it: for its owner alone, also where it was made before. */
export function createPrivate(file: string) {
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

function applicationId(db: Database): number {
  return Number(db.pragma('application_id', { simple: true }))
}

/** Pre-releases numbered their schema and did not set the application id. A file that was only just made has neither. */
function isPreRelease(db: Database): boolean {
  return applicationId(db) === 0 && userVersion(db) > 0
}

/** Each step commits together with its number, so that a kill leaves a whole schema of some version. */
function migrate(db: Database, found: number, migrations: readonly Migration[]) {
  migrations.slice(found).forEach((migration, index) => {
    const number = found + index + 1
    if (!migration.name.startsWith(String(number).padStart(4, '0'))) {
      throw new StoreError('migration-order', `${migration.name} stands in place ${number}`)
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
export function commitNoop(db: Database): void {
  db.transaction(() => db.pragma(`user_version = ${userVersion(db)}`)).immediate()
}

/** The settings as they are after a write, when the binding's own default would have come back. */
function assertDurability(db: Database) {
  commitNoop(db)
  const synchronous = Number(db.pragma('synchronous', { simple: true }))
  const journal = String(db.pragma('journal_mode', { simple: true }))
  const foreignKeys = Number(db.pragma('foreign_keys', { simple: true }))
  if (synchronous !== 2 || journal !== 'wal' || foreignKeys !== 1) {
    throw new StoreError('not-durable', `synchronous ${synchronous}, journal ${journal}, foreign keys ${foreignKeys}`)
  }
}
