import { StoreError } from '../errors.ts'
import type { Database } from '../database.ts'
import { readSetting, writeSetting } from '../tables/settings.ts'
import type { Tx } from '../tx.ts'

/*
 * The number of the last write in a store, which is the number of the write's journal record. The store itself contains
 * the number, so that an opening can compare store and journal.
 */

const KEY = 'commit_seq'

/** Null for a store that was never written with a journal. Throws `not-ours` if the value is not a number. */
export function readCommitSeq(db: Database): number | null {
  const hasSettings = db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'settings'`).get()
  if (hasSettings === undefined) return null
  const found = readSetting({ sql: (text) => db.prepare(text) }, KEY)
  if (found === null) return null
  // Every comparison with `NaN` is false, so the journal would seem to belong to another store.
  if (!/^\d{1,15}$/.test(found)) throw new StoreError('not-ours', 'the count of writes is no number')
  return Number(found)
}

export function writeCommitSeq(tx: Tx, written: number): void {
  writeSetting(tx, KEY, String(written))
}
