import { inspectFile, type Database, type Migration } from '../database.ts'
import { NO_FIELDS, type Fields } from '../../../shared/outbox/fields.ts'
import type { Backup } from '../store-paths.ts'
import type { JournalRecord } from '../journal/journal-format.ts'
import { entryOfBooking, transitionEntry } from '../tables/outbox.ts'
import { rawTx } from '../journal/change-capture.ts'
import type { Tx } from '../tx.ts'
import type { WriteRecord } from './assess.ts'

/*
 * A commit can reach the disk although SQLite reported an error and the window showed "Not saved"; then the journal
 * lacks the write or its commit mark. The next start holds the bookings that would leave because of that write, since a
 * person may have booked them again.
 */

/**
 * Holds the newest booking if that booking waits, and neither the journal nor the newest backup contains the booking;
 * also the other half of a visit that the same write saved. Writes no record: the caller begins a new journal, and a
 * crash before that repeats the hold.
 */
export function holdUnacknowledged(
  db: Database,
  migrations: readonly Migration[],
  lines: readonly JournalRecord[],
  copy: Backup | null,
): void {
  const tx = rawTx(db)
  // One write saves at most two bookings, a pickup and its return, and both with the same time of saving.
  const newest = tx
    .sql(
      `SELECT b.id, b.saved_at AS savedAt FROM outbox o JOIN bookings b ON b.id = o.booking_id
       WHERE o.desk IS NULL ORDER BY o.seq DESC LIMIT 2`,
    )
    .all() as { id: string; savedAt: string }[]
  const isRecorded = (id: string) =>
    lines.some((line) => line.kind === 'rows' && idsIn(line, 'bookings', 'id').includes(id)) ||
    isBackedUp(copy, migrations, id)
  const unrecorded: string[] = []
  for (const { id, savedAt } of newest) {
    if (savedAt !== newest[0]?.savedAt || isRecorded(id)) break
    unrecorded.push(id)
  }
  if (unrecorded.length > 0) db.transaction(() => unrecorded.forEach((id) => hold(tx, id, NO_FIELDS))).immediate()
}

/** An unreadable backup proves nothing. */
function isBackedUp(copy: Backup | null, migrations: readonly Migration[], bookingId: string): boolean {
  if (copy === null) return false
  try {
    const has = (db: Database) => db.prepare('SELECT 1 FROM bookings WHERE id = +?').get(bookingId) !== undefined
    const inspected = inspectFile(copy.file, migrations, has)
    return inspected.kind === 'read' && inspected.found
  } catch {
    return false
  }
}

/**
 * Holds the waiting bookings that the write in `line` saved or changed, or for which that write records a decision of a
 * person; returns their number. An entry that a response put back to `waiting` is not held, and `fields` go to the
 * sentence about each hold.
 */
export function holdUnacknowledgedIn(tx: Tx, line: WriteRecord, fields: Fields = NO_FIELDS): number {
  const decided = idsIn(line, 'decisions', 'entry_id').flatMap((id) => {
    const found = tx.sql('SELECT booking_id AS id FROM outbox WHERE id = +?').get(id) as { id: string } | undefined
    return found === undefined ? [] : [found.id]
  })
  const ids = new Set([...idsIn(line, 'bookings', 'id'), ...decided])
  return [...ids].filter((bookingId) => hold(tx, bookingId, fields)).length
}

/** Returns true if the booking waited and is held now. */
function hold(tx: Tx, bookingId: string, fields: Fields): boolean {
  const entry = entryOfBooking(tx, bookingId)
  if (entry?.state !== 'waiting' || entry.desk !== null) return false
  const { saved_at: at } = tx.sql('SELECT saved_at FROM bookings WHERE id = +?').get(bookingId) as { saved_at: string }
  // A person who released this very hold is not asked again.
  return transitionEntry(tx, entry, { kind: 'held', reason: 'save-unacknowledged', fields }, at) !== null
}

function idsIn({ rows }: WriteRecord, table: string, column: string): readonly string[] {
  return rows.flatMap((change) => (change.table === table && 'row' in change ? [String(change.row[column])] : []))
}
