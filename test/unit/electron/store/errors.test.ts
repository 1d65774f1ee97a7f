import Sqlite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import {
  isBusyError,
  isDamageError,
  isDiskError,
  isUnreadableAtOpen,
  isUnreadableCode,
  isWriteError,
  StoreError,
} from '../../../../electron/store/errors.ts'

/** Every error code of SQLite 3.53 except `SQLITE_OK`, `SQLITE_ROW` and `SQLITE_DONE`, which are no errors. */
const CODES = [
  'ABORT ABORT_ROLLBACK AUTH AUTH_USER BUSY BUSY_RECOVERY BUSY_SNAPSHOT BUSY_TIMEOUT CANTOPEN CANTOPEN_CONVPATH',
  'CANTOPEN_DIRTYWAL CANTOPEN_FULLPATH CANTOPEN_ISDIR CANTOPEN_NOTEMPDIR CANTOPEN_SYMLINK CONSTRAINT CONSTRAINT_CHECK',
  'CONSTRAINT_COMMITHOOK CONSTRAINT_DATATYPE CONSTRAINT_FOREIGNKEY CONSTRAINT_FUNCTION CONSTRAINT_NOTNULL',
  'CONSTRAINT_PINNED CONSTRAINT_PRIMARYKEY CONSTRAINT_ROWID CONSTRAINT_TRIGGER CONSTRAINT_UNIQUE CONSTRAINT_VTAB',
  'CORRUPT CORRUPT_INDEX CORRUPT_SEQUENCE CORRUPT_VTAB EMPTY ERROR ERROR_MISSING_COLLSEQ ERROR_RETRY ERROR_SNAPSHOT',
  'FORMAT FULL INTERNAL INTERRUPT IOERR IOERR_ACCESS IOERR_AUTH IOERR_BEGIN_ATOMIC IOERR_BLOCKED',
  'IOERR_CHECKRESERVEDLOCK IOERR_CLOSE IOERR_COMMIT_ATOMIC IOERR_CONVPATH IOERR_CORRUPTFS IOERR_DATA IOERR_DELETE',
  'IOERR_DELETE_NOENT IOERR_DIR_CLOSE IOERR_DIR_FSYNC IOERR_FSTAT IOERR_FSYNC IOERR_GETTEMPPATH IOERR_IN_PAGE IOERR_LOCK',
  'IOERR_MMAP IOERR_NOMEM IOERR_RDLOCK IOERR_READ IOERR_ROLLBACK_ATOMIC IOERR_SEEK IOERR_SHMLOCK IOERR_SHMMAP',
  'IOERR_SHMOPEN IOERR_SHMSIZE IOERR_SHORT_READ IOERR_TRUNCATE IOERR_UNLOCK IOERR_VNODE IOERR_WRITE LOCKED',
  'LOCKED_SHAREDCACHE LOCKED_VTAB MISMATCH MISUSE NOLFS NOMEM NOTADB NOTFOUND NOTICE NOTICE_RECOVER_ROLLBACK',
  'NOTICE_RECOVER_WAL PERM PROTOCOL RANGE READONLY READONLY_CANTINIT READONLY_CANTLOCK READONLY_DBMOVED',
  'READONLY_DIRECTORY READONLY_RECOVERY READONLY_ROLLBACK SCHEMA TOOBIG WARNING WARNING_AUTOINDEX',
]
  .join(' ')
  .split(' ')

const DAMAGED = 'CORRUPT CORRUPT_INDEX CORRUPT_SEQUENCE CORRUPT_VTAB IOERR_SHORT_READ NOTADB'.split(' ')
const BUSY = 'BUSY BUSY_RECOVERY BUSY_SNAPSHOT BUSY_TIMEOUT'.split(' ')
const starting = (...words: readonly string[]) => CODES.filter((code) => words.some((word) => code.startsWith(word)))

const EXPECTED = [
  { name: 'isBusyError', holds: isBusyError, codes: BUSY },
  { name: 'isDamageError', holds: isDamageError, codes: DAMAGED },
  { name: 'isUnreadableAtOpen', holds: isUnreadableAtOpen, codes: [...DAMAGED, 'ERROR'] },
  { name: 'isWriteError', holds: isWriteError, codes: starting('IOERR') },
  {
    name: 'isDiskError',
    holds: isDiskError,
    codes: starting('BUSY', 'CANTOPEN', 'CORRUPT', 'FULL', 'IOERR', 'NOTADB', 'READONLY'),
  },
] as const

describe('The predicates of store errors', () => {
  test.each(EXPECTED)('`$name` holds for its own SQLite codes and for no other code.', ({ holds, codes }) => {
    const held = CODES.filter((code) => holds(new Sqlite.SqliteError('x', `SQLITE_${code}`)))
    expect(held.toSorted()).toEqual([...codes].toSorted())
  })

  test('`isUnreadableCode` agrees with `isUnreadableAtOpen` on every SQLite code.', () => {
    for (const code of CODES.map((word) => `SQLITE_${word}`)) {
      expect(isUnreadableCode(code), code).toBe(isUnreadableAtOpen(new Sqlite.SqliteError('x', code)))
    }
  })

  test('A `StoreError` is a disk error, and is unreadable only when the file is not ours.', () => {
    expect(isDiskError(new StoreError('unacknowledged', 'x'))).toBe(true)
    expect(isUnreadableAtOpen(new StoreError('unacknowledged', 'x'))).toBe(false)
    expect(isUnreadableAtOpen(new StoreError('not-ours', 'x'))).toBe(true)
  })

  test('An error of another class satisfies no predicate, even with the code of a SQLite error.', () => {
    const error = Object.assign(new Error('x'), { code: 'SQLITE_CORRUPT' })
    expect(EXPECTED.filter(({ holds }) => holds(error))).toEqual([])
  })
})
