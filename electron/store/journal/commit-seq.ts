import { StoreError } from '../errors.ts'
import type { Database } from '../database.ts'
import { readSetting, writeSetting } from '../tables/settings.ts'
import type { Tx } from '../tx.ts'

/*
 * How many writes a store holds: the number of the journal's line that speaks of the last of them. It stands in the store
 * itself, so that store and journal can be told apart in time.
 */

const KEY = 'commit_seq'

/** Null in a store that was never written to with a journal beside it. Throws `not-ours` where it is no number any more. */
export function readCommitSeq(db: Database): number | null {
  const hasSettings = db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'settings'`).get()
  if (hasSettings === undefined) return null
  const found = readSetting({ sql: (text) => db.prepare(text) }, KEY)
  if (found === null) return null
  // By a count that is none every comparison is false, and the journal would be taken for another store's.
  if (!/^\d{1,15}$/.test(found)) throw new StoreError('not-ours', 'the count of writes is no number')
  return Number(found)
}

export function writeCommitSeq(tx: Tx, written: number): void {
  writeSetting(tx, KEY, String(written))
}
