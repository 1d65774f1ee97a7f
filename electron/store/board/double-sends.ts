import type { SentTwice } from '../../../shared/desk/board-status.ts'
import { bookedDuplicates, hasLiveMove } from '../queries/duplicates.ts'
import type { Tx, View } from '../tx.ts'

/*
 * What the provider may have twice because two desks sent it: one entry, or two bookings for the same visit. Nothing
 * repairs that by itself, and a person at each of the two desks is told until that person hides the message.
 */

/** Notes that another desk may have sent the entry too. */
export function noteRival(tx: Tx, entryId: string, role: string): void {
  tx.sql('UPDATE board_rights SET rival = ? WHERE entry_id = +?').run(role, entryId)
}

/** Notes the bookings for the same visit that the provider has from this desk and from another one. */
export function noteDuplicates(tx: Tx, bookingId: string): void {
  for (const { entryId, duplicate } of bookedDuplicates(tx, bookingId))
    tx.sql('INSERT OR IGNORE INTO board_duplicates (entry_id, duplicate) VALUES (?, ?)').run(entryId, duplicate)
}

/** The bookings that the provider may have from another desk too, as long as no person here saw that. */
export function sentTwice(view: View): readonly SentTwice[] {
  const rivals = view
    .sql(
      `SELECT b.id AS bookingId, b.customer_name AS customer, coalesce(d.name, r.rival) AS desk
       FROM board_rights r INDEXED BY board_rights_rival JOIN outbox o ON o.id = r.entry_id
       JOIN bookings b ON b.id = o.booking_id LEFT JOIN board_desks d ON d.role = r.rival
       WHERE r.rival IS NOT NULL ORDER BY b.time_utc, b.id`,
    )
    .all() as SentTwice[]
  return [...rivals, ...duplicates(view)]
}

type DuplicateRow = Omit<SentTwice, 'numbers'> & { readonly here: string; readonly there: string }

function duplicates(view: View): readonly SentTwice[] {
  const numbersOf = (booking: string) =>
    `(SELECT json_group_array(m.number ORDER BY m.number) FROM moves m
      WHERE m.booking_id = ${booking} AND m.number IS NOT NULL)`
  const rows = view
    .sql(
      `SELECT b.id AS bookingId, b.customer_name AS customer, coalesce(d.name, w.desk) AS desk,
         ${numbersOf('b.id')} AS here, ${numbersOf('t.duplicate')} AS there
       FROM board_duplicates t INDEXED BY board_duplicates_new JOIN outbox o ON o.id = t.entry_id
       JOIN bookings b ON b.id = o.booking_id JOIN outbox w ON w.booking_id = t.duplicate
       LEFT JOIN board_desks d ON d.role = w.desk
       WHERE t.seen = 0 AND o.desk IS NULL AND w.desk IS NOT NULL AND ${hasLiveMove('b.id')}
         AND ${hasLiveMove('t.duplicate')}
       ORDER BY b.time_utc, b.id, t.duplicate`,
    )
    .all() as DuplicateRow[]
  return rows.map(({ here, there, ...booking }) => ({
    ...booking,
    numbers: { here: JSON.parse(here) as number[], there: JSON.parse(there) as number[] },
  }))
}

/** Notes that a person saw that the provider may have this booking twice; other bookings keep their message. */
export function markSentTwiceSeen(tx: Tx, bookingId: string): void {
  for (const set of ['board_rights SET rival = NULL', 'board_duplicates SET seen = 1'])
    tx.sql(`UPDATE ${set} WHERE entry_id = (SELECT id FROM outbox WHERE booking_id = +?)`).run(bookingId)
}
