import type { UtcInstant } from '../../shared/time.ts'
import { OPEN, type Remote } from './outbox.ts'
import type { View } from './store.ts'

/** What the outbox holds, counted. */

/**
 * What the status bar counts: entries that leave by themselves for this remote, and entries that a person must look at,
 * among them what waits for a remote that this desk no longer works with.
 */
export function countEntries(view: View, remote: Remote): { readonly waiting: number; readonly attention: number } {
  return view
    .sql(
      `SELECT count(*) FILTER (WHERE ours AND state IN ('waiting', 'sending')) AS waiting,
         count(*) FILTER (WHERE state IN ('in-doubt', 'booked-number-to-come', 'held', 'refused') OR NOT ours) AS attention
       FROM (
         SELECT state, remote_address = ? AND remote_profile = ? AS ours
         FROM outbox WHERE ${OPEN}
       )`,
    )
    .get(remote.address, remote.profile) as { waiting: number; attention: number }
}

/** The open bookings of one remote: what waits, what may be booked, what a person must settle. */
export type OpenElsewhere = Remote & {
  readonly waiting: number
  readonly doubt: number
  readonly stuck: number
  /** Booked, with a cancellation or a change that the provider was not asked for yet, or perhaps not. */
  readonly asking: number
}

/** The remotes, but for this one, that have bookings which are neither booked nor withdrawn, or wishes that wait. */
export function openElsewhere(view: View, remote: Remote): readonly OpenElsewhere[] {
  return view
    .sql(
      `SELECT remote_address AS address, remote_profile AS profile,
         count(*) FILTER (WHERE state IN ('draft', 'waiting')) AS waiting,
         count(*) FILTER (WHERE state IN ('sending', 'in-doubt', 'booked-number-to-come')) AS doubt,
         count(*) FILTER (WHERE state IN ('refused', 'held')) AS stuck,
         count(*) FILTER (WHERE state = 'booked') AS asking
       FROM outbox
       WHERE (state NOT IN ('booked', 'withdrawn', 'by-phone') OR state = 'booked' AND booking_id IN (
         SELECT m.booking_id FROM wishes w JOIN moves m ON m.id = w.move_id WHERE w.state IN ('waiting', 'sending')
       )) AND NOT (remote_address = ? AND remote_profile = ?)
       GROUP BY remote_address, remote_profile ORDER BY remote_address, remote_profile`,
    )
    .all(remote.address, remote.profile) as OpenElsewhere[]
}

/** When this remote last took a booking; null when it never did. */
export function lastBookedAt(view: View, remote: Remote): UtcInstant | null {
  const row = view
    .sql(
      `SELECT a.at FROM attempts a CROSS JOIN outbox o ON o.id = a.entry_id
       WHERE a.phase = 'settled' AND a.code = 'booked' AND o.remote_address = ? AND o.remote_profile = ?
       ORDER BY a.seq DESC LIMIT 1`,
    )
    .get(remote.address, remote.profile) as { at: UtcInstant } | undefined
  return row?.at ?? null
}
