import Sqlite from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import { everyStatement } from './every-statement.ts'

/*
 * Faults of the disk at any statement that writes, of any store of this process: the statement throws what SQLite would
 * throw and does nothing. The beginning and the end of a transaction are statements too.
 */

export const FAULTS = ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_BUSY', 'SQLITE_READONLY', 'SQLITE_CORRUPT'] as const

export type Fault = (typeof FAULTS)[number]

export type StatementFaults = {
  /** Statements that wrote to the file since the last `arm` or `count`. */
  seen(): number
  /** From now on the `nth` writing statement and all after it fail, until `mend`. */
  arm(nth: number, code: Fault): void
  count(): void
  mend(): void
}

/** Watches the statements on the files whose name ends so. Ended with the test. */
export function faultStatements(ending: string): StatementFaults {
  let seen = 0
  let from = Infinity
  let fault: Fault = 'SQLITE_FULL'
  const end = everyStatement(ending, () => {
    seen += 1
    if (seen >= from) throw new Sqlite.SqliteError(`planted ${fault}`, fault)
  })
  onTestFinished(end)
  return {
    seen: () => seen,
    arm(nth, code) {
      seen = 0
      from = nth
      fault = code
    },
    count() {
      seen = 0
    },
    mend() {
      from = Infinity
    },
  }
}
