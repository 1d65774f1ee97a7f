import Sqlite from 'better-sqlite3'
import { onTestFinished } from 'vitest'

/*
 * Faults of the disk at any statement that writes, of any store of this process: the statement throws what SQLite would
 * throw and does nothing. The beginning and the end of a transaction are statements too.
 */

export const FAULTS = [
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'SQLITE_BUSY',
  'SQLITE_READONLY',
  'SQLITE_CORRUPT',
] as const

export type Fault = (typeof FAULTS)[number]

type Statement = { run: (...values: unknown[]) => unknown }
type Prepared = { readonly source: string; readonly readonly: boolean; readonly database: Sqlite.Database }

export type StatementFaults = {
  /** Statements that wrote to the file since the last `arm` or `count`. */
  seen(): number
  /** From now on the `nth` writing statement and all after it fail, until `mend`. */
  arm(nth: number, code: Fault): void
  count(): void
  mend(): void
}

const prototype = Object.getPrototypeOf(new Sqlite(':memory:').prepare('SELECT 1')) as Statement
const { run } = prototype

/** Watches the statements on the files whose name ends so. Ended with the test. */
export function faultStatements(ending: string): StatementFaults {
  let seen = 0
  let from = Infinity
  let fault: Fault = 'SQLITE_FULL'
  const writes = ({ source, readonly, database }: Prepared) =>
    database.name.endsWith(ending) && (!readonly || /^(BEGIN IMMEDIATE|COMMIT)$/.test(source))
  prototype.run = function (this: Statement & Prepared, ...values) {
    if (writes(this)) {
      seen += 1
      if (seen >= from) throw new Sqlite.SqliteError(`planted ${fault}`, fault)
    }
    return run.apply(this, values)
  }
  onTestFinished(() => void (prototype.run = run))
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
