import { examine, type Database } from './database.ts'
import type { Copy } from './files.ts'
import type { JournalLine } from './journal-lines.ts'
import { entryOfBooking, moveEntry } from './outbox.ts'
import { txOf } from './rows.ts'
import type { Tx } from './store.ts'

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
export function holdUntold(db: Database, lines: readonly JournalLine[], copy: Copy | null): void {
  const tx = txOf(db)
  const newest = tx.sql('SELECT booking_id AS id FROM outbox ORDER BY seq DESC LIMIT 1').get() as
    { id: string } | undefined
  if (newest === undefined) return
  const told = lines.some((line) => line.kind === 'rows' && idsIn(line, 'bookings', 'id').includes(newest.id))
  if (!told && !isCopied(copy, newest.id)) db.transaction(() => hold(tx, newest.id)).immediate()
}

/** A copy that cannot be read proves nothing. */
function isCopied(copy: Copy | null, bookingId: string): boolean {
  if (copy === null) return false
  try {
    const has = (db: Database) => db.prepare('SELECT 1 FROM bookings WHERE id = ?').get(bookingId) !== undefined
    return examine(copy.file, has).found
  } catch {
    return false
  }
}

/**
 * Holds what would leave because of a write: a booking that it made or changed, and one that a person let go or said not to
 * be there. An outcome after which one waits again is nobody's to decide. Inside a write of the store.
 */
export function holdIn(tx: Tx, line: Extract<JournalLine, { kind: 'rows' }>): void {
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
  // Not what a person let go in spite of this very gate.
  moveEntry(tx, entry, { kind: 'gated', gate: 'never-called-saved', reason: HELD }, at)
}

function idsIn({ rows }: Extract<JournalLine, { kind: 'rows' }>, table: string, column: string): readonly string[] {
  return rows.flatMap((change) => (change.table === table && 'row' in change ? [String(change.row[column])] : []))
}

const HELD =
  'When this was being saved the disk failed or Lanekeeper ended, so it may have been called not saved. Nothing was sent since. ' +
  'Look whether it was booked again since: if so, take this one back; if not, send it all the same.'
