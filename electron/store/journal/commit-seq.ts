import { StoreError } from '../errors.ts'
import type { Database } from '../database.ts'
import { readSetting, writeSetting } from '../tables/settings.ts'
import type { Tx } from '../tx.ts'

/*
 * A store contains the number of its last write, which is the `seq` of the journal record of that write. An opening
 * compares the number with the journal.
 */

const KEY = 'commit_seq'

/** Null for a store that was never written with a journal. Throws `not-ours` if the value is not a number. */
export function readCommitSeq(db: Database): number | null {
  const hasSettings = db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'settings'`).get()
  if (hasSettings === undefined) return null
  const found = readSetting({ sql: (text) => db.prepare(text) }, KEY)
  if (found === null) return null
  // Every comparison with `NaN` is false, so an opening would put a sound journal aside.
  if (!/^\d{1,15}$/.test(found)) throw new StoreError('not-ours', 'the count of writes is no number')
  return Number(found)
}

export function writeCommitSeq(tx: Tx, written: number): void {
  writeSetting(tx, KEY, String(written))
}
