import type { Database } from '../database.ts'
import type { JournalRecord } from './journal-format.ts'
import { applyChanges } from './change-capture.ts'
import { listDue } from '../queries/search-index.ts'
import type { Tx } from '../tx.ts'
import { holdUnacknowledgedIn } from '../recovery/unacknowledged-writes.ts'

/*
 * Redoes a write that the journal has and the store lacks: the process ended between the journal record and the commit,
 * the disk ignored a flush, or the disk kept the record of a failed commit. A redone claim goes into doubt, and other
 * entries that would leave because of the write are held (unacknowledged-writes.ts).
 */

/**
 * Applies the rows of `lines` over the rows in the store, the oldest first, inside a write of the store. The journal
 * record of that write contains the same rows again, so a kill at any moment loses none of these rows.
 */
export function redoJournal(db: Database, tx: Tx, lines: readonly Extract<JournalRecord, { kind: 'rows' }>[]): void {
  // A row may precede the row that it references.
  db.pragma('defer_foreign_keys = ON')
  for (const { rows } of lines) applyChanges(db, rows)
  for (const change of lines.flatMap(({ rows }) => rows)) {
    if (change.table === 'move_search') listDue(tx, Number(('row' in change ? change.row : change.gone)['seq']))
  }
  for (const line of lines) holdUnacknowledgedIn(tx, line)
}
