import Sqlite from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import { everyStatement } from './every-statement.ts'

/*
 * Disk faults at any writing statement, BEGIN and COMMIT included, of any store of this process. The statement throws
 * SQLite's error and does nothing.
 */

export const FAULTS = ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_BUSY', 'SQLITE_READONLY', 'SQLITE_CORRUPT'] as const

export type Fault = (typeof FAULTS)[number]

export type StatementFaults = {
  /** The number of writing statements since the last `arm` or `count`. */
  seen(): number
  /** The `nth` writing statement from now and all later ones fail until `mend`. */
  arm(nth: number, code: Fault): void
  count(): void
  mend(): void
}

/** Watches the statements on files whose name ends with `ending` until the test ends. */
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
