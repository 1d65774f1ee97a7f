import Sqlite from 'better-sqlite3'
import type { Failure, FailureDetail } from '../../shared/result.ts'
import type { Damage } from '../../shared/desk/damage.ts'
import { NO_FIELDS } from '../../shared/outbox/fields.ts'

/* The errors of the store, and what each error code of SQLite says about the file, the disk and the commit. */

/**
 * An error of the disk or of a store file. Code throws a `StoreError` instead of returning a `Failure`, because nothing
 * that a person enters can cause a `StoreError`.
 */
export class StoreError extends Error {
  /** An error code of Node or SQLite, or a word of the store such as `not-ours` or `unacknowledged`. */
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = 'StoreError'
    this.code = code
  }
}

/** The failure that makes the window show the recovery screen. */
export function failureFor(damage: Damage): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { code: 'damaged', detail: 'damaged', fields: NO_FIELDS, issues: [], damage } }
}

/** The detail of an error which says that another version of the app made a file; null for every other error. */
export function otherVersionDetail(error: unknown): FailureDetail | null {
  if (!(error instanceof StoreError)) return null
  if (error.code === 'pre-release') return 'pre-release'
  return error.code === 'newer' ? 'newer-backups' : null
}

/**
 * The sets of error codes, one for each function below from `isBusyError` to `isDiskError`. A code can be in several
 * sets.
 */
type ErrorSet = 'busy' | 'damage' | 'unreadable' | 'write' | 'disk'

/**
 * The sets of each SQLite error code. An extended code without a row of its own takes the row of its primary code;
 * a primary code without a row is in no set.
 */
const SETS_BY_CODE: Readonly<Record<string, readonly ErrorSet[]>> = {
  SQLITE_BUSY: ['busy', 'disk'],
  SQLITE_CANTOPEN: ['disk'],
  SQLITE_CORRUPT: ['damage', 'unreadable', 'disk'],
  // A schema that does not match its number, or a page that the search index cannot read, comes as a plain
  // SQLITE_ERROR.
  SQLITE_ERROR: ['unreadable'],
  SQLITE_ERROR_MISSING_COLLSEQ: [],
  SQLITE_ERROR_RETRY: [],
  SQLITE_ERROR_SNAPSHOT: [],
  SQLITE_FULL: ['disk'],
  SQLITE_IOERR: ['write', 'disk'],
  // The file is shorter than its header says.
  SQLITE_IOERR_SHORT_READ: ['damage', 'unreadable', 'write', 'disk'],
  SQLITE_NOTADB: ['damage', 'unreadable', 'disk'],
  SQLITE_READONLY: ['disk'],
}

function isIn(set: ErrorSet, code: string): boolean {
  const primary = /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code
  return (SETS_BY_CODE[code] ?? SETS_BY_CODE[primary] ?? []).includes(set)
}

function isSqliteErrorIn(set: ErrorSet, error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && isIn(set, error.code)
}

export function isBusyError(error: unknown): boolean {
  return isSqliteErrorIn('busy', error)
}

/** True when SQLite found the file itself broken: neither free space nor write permission would help. */
export function isDamageError(error: unknown): boolean {
  return isSqliteErrorIn('damage', error)
}

/**
 * True if an error at opening, or in a check of a whole file, shows that the file is broken or not a file of this app.
 * During other work the same error code would point to a bug in this app.
 */
export function isUnreadableAtOpen(error: unknown): boolean {
  return (
    (error instanceof StoreError && ['not-ours', 'foreign-schema'].includes(error.code)) ||
    isSqliteErrorIn('unreadable', error)
  )
}

/** As `isUnreadableAtOpen`, by the SQLite error code alone, because an error loses its class between two threads. */
export function isUnreadableCode(code: string): boolean {
  return isIn('unreadable', code)
}

/** True for an I/O error. After an I/O error in a write, part of the write may be on the disk. */
export function isWriteError(error: unknown): boolean {
  return isSqliteErrorIn('write', error)
}

/**
 * True for every `StoreError`, and for an SQLite error which says that the disk is full, failing or not writable, or
 * that the file is busy or damaged. The write did not happen, except after a `StoreError` with code `unacknowledged`.
 */
export function isDiskError(error: unknown): boolean {
  return error instanceof StoreError || isSqliteErrorIn('disk', error)
}
