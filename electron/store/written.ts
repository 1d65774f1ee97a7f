import type { Database } from './database.ts'
import { readSetting, writeSetting } from './desk.ts'
import type { Tx } from './store.ts'

/*
 * How many writes a store holds: the number of the journal's line that speaks of the last of them. It stands in the store
 * itself, so that store and journal can be told apart in time.
 */

const KEY = 'written'

/** Null in a store that was never written to with a journal beside it. */
export function readWritten(db: Database): number | null {
  const hasSettings = db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'settings'`).get()
  if (hasSettings === undefined) return null
  const found = readSetting({ sql: (text) => db.prepare(text) }, KEY)
  return found === null ? null : Number(found)
}

export function writeWritten(tx: Tx, written: number): void {
  writeSetting(tx, KEY, String(written))
}
