import { inspectFile, type Database } from '../database.ts'
import type { Backup } from '../store-paths.ts'
import type { JournalRecord } from '../journal/journal-format.ts'
import { entryOfBooking, transitionEntry } from '../tables/outbox.ts'
import { rawTx } from '../journal/change-capture.ts'
import type { Tx } from '../tx.ts'

/*
 * A write that is in the store and that the window may have called "Not saved", because the disk failed at its very commit
 * and the bytes were there after all. Of a disk that could still be written, the journal's line was taken out, so the store is
 * one write ahead of it; of one that could not, the line stands there without the mark that its commit was told of. What would
 * leave by that write may have been booked once more since, so a person decides.
 */

/**
 * Holds the newest booking where neither the lines of the journal nor the copy have it. It leaves no line of its own: the
 * caller begins a new journal, and until that stands, this is found and done again.
 */
export function holdUnacknowledged(db: Database, lines: readonly JournalRecord[], copy: Backup | null): void {
  const tx = rawTx(db)
  const newest = tx.sql('SELECT booking_id AS id FROM outbox ORDER BY seq DESC LIMIT 1').get() as
    { id: string } | undefined
  if (newest === undefined) return
  const told = lines.some((line) => line.kind === 'rows' && idsIn(line, 'bookings', 'id').includes(newest.id))
  if (!told && !isBackedUp(copy, newest.id)) db.transaction(() => hold(tx, newest.id)).immediate()
}

/** A copy that cannot be read proves nothing. */
function isBackedUp(copy: Backup | null, bookingId: string): boolean {
  if (copy === null) return false
  try {
    const has = (db: Database) => db.prepare('SELECT 1 FROM bookings WHERE id = ?').get(bookingId) !== undefined
    const inspected = inspectFile(copy.file, has)
    return inspected.kind === 'read' && inspected.found
  } catch {
    return false
  }
}

/**
 * Holds what would leave because of a write: a booking that it made or changed, and one that a person release or said not to
 * be there. An outcome after which one waits again is nobody's to decide. Inside a write of the store.
 */
export function holdUnacknowledgedIn(tx: Tx, line: Extract<JournalRecord, { kind: 'rows' }>): void {
  const decided = idsIn(line, 'decisions', 'entry_id').flatMap((id) => {
    const found = tx.sql('SELECT booking_id AS id FROM outbox WHERE id = ?').get(id) as { id: string } | undefined
    return found === undefined ? [] : [found.id]
  })
  for (const bookingId of new Set([...idsIn(line, 'bookings', 'id'), ...decided])) hold(tx, bookingId)
}

function hold(tx: Tx, bookingId: string): void {
  const entry = entryOfBooking(tx, bookingId)
  if (entry?.state !== 'waiting') return
  const { saved_at: at } = tx.sql('SELECT saved_at FROM bookings WHERE id = ?').get(bookingId) as { saved_at: string }
  // Not what a person release in spite of this very gate.
  transitionEntry(tx, entry, { kind: 'held', gate: 'save-unacknowledged' }, at)
}

function idsIn({ rows }: Extract<JournalRecord, { kind: 'rows' }>, table: string, column: string): readonly string[] {
  return rows.flatMap((change) => (change.table === table && 'row' in change ? [String(change.row[column])] : []))
}
