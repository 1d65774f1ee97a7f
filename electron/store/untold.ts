import type { UtcInstant } from '../../shared/time.ts'
import type { Database } from './database.ts'
import type { Copy } from './files.ts'
import type { JournalLine } from './journal-lines.ts'
import { entryOfBooking, surelyMove } from './outbox.ts'
import { txOf } from './rows.ts'

/*
 * A store that is one write ahead of its journal. A disk that fails at the very commit leaves that: the window said "Not
 * saved", the line was taken out of the journal, and the bytes of the commit were on the disk after all. If that write was a
 * booking, it may have been booked once more since, so a person decides.
 */

/**
 * Holds the newest booking where neither the lines of the journal nor the copy have it. It leaves no line of its own: the
 * caller begins a new journal, and until that stands, this is found and done again.
 */
export function holdUntold(db: Database, lines: readonly JournalLine[], copy: Pick<Copy, 'at'> | null): void {
  const tx = txOf(db)
  const newest = tx
    .sql(
      `SELECT o.booking_id AS id, b.saved_at AS savedAt FROM outbox o JOIN bookings b ON b.id = o.booking_id
      ORDER BY o.seq DESC LIMIT 1`,
    )
    .get() as { id: string; savedAt: UtcInstant } | undefined
  if (newest === undefined || (copy !== null && newest.savedAt <= copy.at)) return
  const told = lines.some(
    (line) =>
      line.kind === 'rows' &&
      line.rows.some((change) => change.table === 'bookings' && 'row' in change && change.row['id'] === newest.id),
  )
  const entry = told ? null : entryOfBooking(tx, newest.id)
  if (entry?.state !== 'waiting') return
  db.transaction(() =>
    surelyMove(tx, entry, { kind: 'gated', gate: 'never-called-saved', reason: HELD }, newest.savedAt),
  ).immediate()
}

const HELD =
  'The disk failed while this was being saved, so it may have been called not saved. It was not sent. ' +
  'Look whether it was booked again since: if so, take this one back; if not, send it all the same.'
