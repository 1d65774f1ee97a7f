import type { Remote } from './outbox.ts'
import type { Tx, View } from './store.ts'

/** Numbers that a person named for moves whose booking may be booked, and that were not looked up yet. */

export type NamedNumber = { readonly moveId: string; readonly bookingId: string; readonly number: number }

/** Names the number of a move; it counts only after it was looked up. */
export function nameNumber(tx: Tx, moveId: string, number: number | null): void {
  tx.sql('UPDATE moves SET named = ? WHERE id = ?').run(number, moveId)
}

/** What is to be looked up at a remote, oldest booking first. */
export function namedNumbers(view: View, remote: Remote): readonly NamedNumber[] {
  return view
    .sql(
      `SELECT m.id AS moveId, m.booking_id AS bookingId, m.named AS number
       FROM moves m JOIN outbox o ON o.booking_id = m.booking_id
       WHERE m.named IS NOT NULL AND o.remote_address = ? AND o.remote_profile = ?
         AND o.state IN ('booked-number-to-come', 'by-phone')
       ORDER BY o.seq, CASE m.role WHEN 'loaner' THEN 1 ELSE 0 END`,
    )
    .all(remote.address, remote.profile) as NamedNumber[]
}
