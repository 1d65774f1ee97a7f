import Sqlite from 'better-sqlite3'
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import type { MigrationProgress } from '../../shared/desk/migration-progress.ts'
import { isUnreadableAtOpen, StoreError } from './errors.ts'

/*
 * Opens a database file with the settings that "saved" relies on: WAL with synchronous=FULL. The binding falls back to
 * NORMAL in WAL mode, so `openDatabase` sets the value and reads the value back after a write.
 */

export type Database = Sqlite.Database

export type Statement = Sqlite.Statement

/** One step of a schema. Its number is its position in the list, counted from 1. */
export type Migration = { readonly name: string; readonly sql: string }

export type OpenedDatabase =
  /** `found` is the schema number of the file, 0 for a new file. */
  | { readonly kind: 'open'; readonly db: Database; readonly found: number }
  /** A newer version of the app wrote the file. The file is unchanged. */
  | { readonly kind: 'newer'; readonly found: number; readonly known: number }
  /** A pre-release of the app made the file. The file is unchanged. */
  | { readonly kind: 'pre-release' }

/**
 * 'Lane' in ASCII: `PRAGMA application_id` of every file that a released Lanekeeper made. The first migration sets the
 * id.
 */
export const APPLICATION_ID = 0x4c_61_6e_65

/** Called before each step that a file lacks. An error that it throws ends the migration between two whole steps. */
export type BeforeStep = (progress: MigrationProgress) => void

/**
 * Opens or creates a database (folder 0700, file 0600), migrates its schema, and checks that commits are durable.
 * Throws SQLite's errors, and a `StoreError` with code `foreign-schema`, `migration-order` or `not-durable`.
 */
export function openDatabase(
  file: string,
  migrations: readonly Migration[],
  beforeStep: BeforeStep = () => {},
): OpenedDatabase {
  createPrivate(file)
  const db = new Sqlite(file)
  try {
    distrustSchema(db)
    const found = userVersion(db)
    if (isPreRelease(db)) {
      db.close()
      return { kind: 'pre-release' }
    }
    if (found > migrations.length) {
      db.close()
      return { kind: 'newer', found, known: migrations.length }
    }
    assertOwnSchema(db, migrations.slice(0, found))
    db.pragma('journal_mode = WAL')
    setDurable(db)
    // SQLite's default of 2 MB. The binding's default of 16 MB fills up during a desk's first day, which looks like a
    // memory leak.
    db.pragma('cache_size = -2000')
    // Maintenance checkpoints between bookings (`checkpointLog`). A log of 16 MB is checkpointed by a commit, so that
    // the log stays small without maintenance, too.
    db.pragma('wal_autocheckpoint = 4000')
    migrate(db, found, migrations, beforeStep)
    assertDurability(db)
    return { kind: 'open', db, found }
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * The offset of the header byte with SQLite's write format. SQLite silently opens a file with a value above 2 as
 * read-only.
 */
const WRITE_FORMAT = 18

/** The highest possible schema number, because the name of a migration begins with four digits. */
const LAST_VERSION = 9999

export type Inspection<T> =
  { readonly kind: 'read'; readonly version: number; readonly found: T } | { readonly kind: 'pre-release' }

/**
 * Inspects a file without changing a byte: its schema number, and the result of `read`. Throws SQLite's errors,
 * `not-ours` if the header shows that no version of this app wrote the file, and `foreign-schema` if the schema of a
 * file that is not newer differs from what `migrations` make.
 */
export function inspectFile<T>(
  file: string,
  migrations: readonly Migration[],
  read: (db: Database) => T,
): Inspection<T> {
  const format = headerOf(file)[WRITE_FORMAT] ?? 0
  const db = new Sqlite(file, { readonly: true })
  try {
    distrustSchema(db)
    const version = userVersion(db)
    const application = applicationId(db)
    if (version < 0 || version > LAST_VERSION || format > 2 || ![0, APPLICATION_ID].includes(application)) {
      throw new StoreError('not-ours', `schema ${version}, write format ${format}, application ${application}`)
    }
    if (isPreRelease(db)) return { kind: 'pre-release' }
    if (version <= migrations.length) assertOwnSchema(db, migrations.slice(0, version))
    return { kind: 'read', version, found: read(db) }
  } finally {
    db.close()
  }
}

const HEADER_BYTES = 100
const MAGIC = 'SQLite format 3\0'
const USER_VERSION_AT = 60
const APPLICATION_ID_AT = 68

/**
 * The first bytes of a file, with zeros beyond its end. Only for a file that this process has not opened, see
 * `createPrivate`.
 */
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

/** The schema number and the application id in the header of a file. Null if the header is not SQLite's. */
function idsOf(file: string): { readonly version: number; readonly application: number } | null {
  const header = headerOf(file)
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) return null
  return { version: header.readUInt32BE(USER_VERSION_AT), application: header.readUInt32BE(APPLICATION_ID_AT) }
}

/** True for a backup whose header shows that a pre-release made the file. False if the header is not SQLite's. */
export function isPreReleaseFile(file: string): boolean {
  const ids = idsOf(file)
  return ids !== null && ids.version > 0 && ids.application === 0
}

/**
 * True for a file of this app whose header has a schema number below `known`; after a crash the `-wal` file can hold a
 * higher number. Only for a file that this process has not opened, see `createPrivate`.
 */
export function isMigrationDue(file: string, known: number): boolean {
  const ids = existsSync(file) ? idsOf(file) : null
  return ids !== null && ids.application === APPLICATION_ID && ids.version > 0 && ids.version < known
}

/**
 * Runs SQLite's full `integrity_check` and checks the references between rows; blocks the caller in the meantime.
 * False also for a file that cannot be read.
 */
export function passesIntegrityCheck(db: Database): boolean {
  try {
    const broken = db.pragma('foreign_key_check') as readonly unknown[]
    return broken.length === 0 && db.pragma('integrity_check', { simple: true }) === 'ok'
  } catch (error) {
    if (isUnreadableAtOpen(error)) return false
    throw error
  }
}

/**
 * Creates a missing file and its folder, and restricts even an existing file to its owner, because a store holds
 * customers' names and phones.
 */
export function createPrivate(file: string) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // An existing file is not opened, because closing the file again would release every lock of this process on it
  // (POSIX).
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
}

function setFlushing(db: Database) {
  db.pragma('synchronous = FULL')
}

function setDurable(db: Database) {
  setFlushing(db)
  // On macOS a plain fsync stops at the drive's cache.
  db.pragma('fullfsync = ON')
  db.pragma('foreign_keys = ON')
  db.pragma('busy_timeout = 5000')
}

/**
 * Runs `write` with `synchronous = NORMAL`, so that a commit does not flush the log. The log is valid up to the first
 * lost frame, and the flush of a later commit covers all frames before, so the commits stay in their order.
 */
export function withoutFlush<T>(db: Database, write: () => T): T {
  // SQLite refuses the change inside a transaction.
  db.pragma('synchronous = NORMAL')
  try {
    return write()
  } finally {
    setFlushing(db)
  }
}

/**
 * Stops a manipulated file from calling unsafe functions in its schema, and from pointing SQLite outside of a page. Has
 * to run before the first statement on the file.
 */
export function distrustSchema(db: Database) {
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
}

/** The tables of `ANALYZE`, which any SQLite tool may have added and which hold no code. */
const STATISTICS = ['CREATE TABLE sqlite_stat1(tbl,idx,stat)', 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)']

/** Every table, index, view and trigger with its text, shadow tables included and `STATISTICS` left out. */
function schemaOf(db: Database): string {
  const rows = db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').raw().all()
  return JSON.stringify((rows as unknown[][]).filter((row) => !STATISTICS.includes(String(row.at(-1)))))
}

/**
 * Throws `foreign-schema` unless the schema of the file is exactly the schema that `steps` make, apart from
 * `STATISTICS`. A restored backup could contain a planted trigger, which would run at the next write.
 */
export function assertOwnSchema(db: Database, steps: readonly Migration[]): void {
  const own = new Sqlite(':memory:')
  try {
    for (const { sql } of steps) own.exec(sql)
    if (schemaOf(own) !== schemaOf(db)) {
      throw new StoreError('foreign-schema', 'the schema of the file is not the schema of this app')
    }
  } finally {
    own.close()
  }
}

function userVersion(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }))
}

function applicationId(db: Database): number {
  return Number(db.pragma('application_id', { simple: true }))
}

/** Pre-releases set a schema number and no application id. A newly created file has neither of the two. */
function isPreRelease(db: Database): boolean {
  return applicationId(db) === 0 && userVersion(db) > 0
}

/** Each step commits together with its number, so that a kill leaves a complete schema of some version. */
function migrate(db: Database, found: number, migrations: readonly Migration[], beforeStep: BeforeStep) {
  const missing = migrations.slice(found)
  missing.forEach((migration, index) => {
    const number = found + index + 1
    beforeStep({ step: index + 1, of: missing.length })
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
 * Commits without changing a value. A failed commit may leave bytes in the write-ahead log that would count at the next
 * start, and this commit overwrites those bytes; throws like any commit.
 */
export function commitNoop(db: Database): void {
  db.transaction(() => db.pragma(`user_version = ${userVersion(db)}`)).immediate()
}

/** Checks the settings after a write, because the binding's default would have returned by then. */
function assertDurability(db: Database) {
  commitNoop(db)
  const synchronous = Number(db.pragma('synchronous', { simple: true }))
  const journal = String(db.pragma('journal_mode', { simple: true }))
  const foreignKeys = Number(db.pragma('foreign_keys', { simple: true }))
  if (synchronous !== 2 || journal !== 'wal' || foreignKeys !== 1) {
    throw new StoreError('not-durable', `synchronous ${synchronous}, journal ${journal}, foreign keys ${foreignKeys}`)
  }
}
