import type { Database } from '../database.ts'
import type { JournalRecord } from './journal-format.ts'
import { applyChanges } from './change-capture.ts'
import { rebuildIndex } from '../queries/search.ts'
import type { Tx } from '../tx.ts'
import { holdUnacknowledgedIn } from '../recovery/unacknowledged-writes.ts'

/*
 * A write whose line is on the disk in the journal, and which the store does not have. Mostly the process ended between the
 * two, and nobody was told of it. But a disk that broke its word about a flush loses a commit that somebody was told of, and
 * leaves the same picture: a booking that was called saved, or a claim whose request has left. So it is written once more: a
 * claim comes back as what was being sent, and goes into doubt with the others; what would leave by it is held for a person,
 * see unacknowledged.ts.
 */

/**
 * Writes the rows of lines over what stands in the store, the oldest first. Inside a write of it, whose own line then has
 * them all: these stay in the journal before it, so that they are never on no disk.
 */
export function redoJournal(db: Database, tx: Tx, lines: readonly Extract<JournalRecord, { kind: 'rows' }>[]): void {
  // A row may come before the one that it belongs to.
  db.pragma('defer_foreign_keys = ON')
  for (const { rows } of lines) applyChanges(db, rows)
  if (lines.some(({ rows }) => rows.some(({ table }) => table === 'move_search'))) rebuildIndex(tx)
  for (const line of lines) holdUnacknowledgedIn(tx, line)
}
