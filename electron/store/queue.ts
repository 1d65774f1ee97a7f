import { GRACE } from '../../shared/booking.ts'
import type { EntryState } from '../../shared/move.ts'
import { addMinutes, type UtcInstant } from '../../shared/time.ts'
import { OPEN, type Remote } from './outbox.ts'
import type { View } from './store.ts'
import { UNFINISHED } from './unfinished.ts'

/*
 * Which bookings are not settled: the badge, the status bar and the queue all count by this. A booking is counted once,
 * however much of it there is to look at. Each part is asked of an index of what is open: joined by UNION, which wants them
 * in order, they would be looked for in every booking that ever was.
 */

const OURS = 'remote_address = @address AND remote_profile = @profile'

/** Wishes of this remote's bookings, by an index that holds nothing else. */
const wishes = (index: string, states: string) =>
  `SELECT m.booking_id FROM wishes w INDEXED BY ${index} JOIN moves m ON m.id = w.move_id
   JOIN outbox o ON o.booking_id = m.booking_id WHERE w.${states} AND ${OURS}`

/** What leaves by itself for this remote. */
const WAITING = `
  SELECT booking_id FROM outbox INDEXED BY outbox_open WHERE ${OPEN} AND state IN ('waiting', 'sending') AND ${OURS}
  UNION ALL ${wishes('wishes_leaving', "state IN ('waiting', 'sending')")}`

/** The time, and how many minutes before its ready-by a booking must have left. */
export type Seen = { readonly now: UtcInstant; readonly noticeMinutes: number }

/** Nobody is to call about a move a day after its time. */
const CALL_UNTIL = 24 * 60

/**
 * What a person must look at: what does not settle by itself, or waits for a remote that this desk no longer works with, or
 * should have left by now (`isOverdue`); moves of which something was asked last that was refused; moves that the provider does not know (row 29).
 */
const ATTENTION = `
  SELECT booking_id FROM outbox INDEXED BY outbox_open
  WHERE ${OPEN} AND (state IN ('in-doubt', 'booked-number-to-come', 'held', 'refused') OR NOT (${OURS}))
  UNION ALL SELECT o.booking_id FROM outbox o INDEXED BY outbox_open JOIN bookings b ON b.id = o.booking_id
  WHERE o.${OPEN} AND o.state = 'waiting' AND (b.time_utc < @now OR
    (b.ready_by_utc < @noticed AND b.saved_at < @granted AND o.opened NOT LIKE '%send-by-passed%'))
  UNION ALL ${wishes('wishes_refused', "state = 'refused'")} AND ${UNFINISHED}
    AND NOT EXISTS (SELECT 1 FROM wishes n WHERE n.move_id = w.move_id AND n.kind = w.kind AND n.seq > w.seq)
  UNION ALL SELECT m.booking_id FROM moves m INDEXED BY moves_gone JOIN bookings b ON b.id = m.booking_id
  WHERE m.gone_at IS NOT NULL AND ${UNFINISHED} AND ${OURS} AND b.time_utc >= @callFrom`

const boundOf = (remote: Remote, { now, noticeMinutes }: Seen) => ({
  address: remote.address,
  profile: remote.profile,
  now,
  noticed: addMinutes(now, noticeMinutes),
  granted: addMinutes(now, -GRACE),
  callFrom: addMinutes(now, -CALL_UNTIL),
})

/** How many bookings wait, and how many a person must look at. */
export function countQueue(
  view: View,
  remote: Remote,
  seen: Seen,
): { readonly waiting: number; readonly attention: number } {
  return view
    .sql(
      `SELECT (SELECT count(DISTINCT booking_id) FROM (${WAITING})) AS waiting,
         (SELECT count(DISTINCT booking_id) FROM (${ATTENTION})) AS attention`,
    )
    .get(boundOf(remote, seen)) as { waiting: number; attention: number }
}

/** The bookings that a person must look at, as the badge counts them. */
export function attentionIds(view: View, remote: Remote, seen: Seen): readonly string[] {
  return view.sql(`SELECT booking_id FROM (${ATTENTION})`).pluck().all(boundOf(remote, seen)) as string[]
}

/** The bookings of every remote that are not settled. */
export function openIds(view: View): readonly string[] {
  return view.sql(`SELECT booking_id FROM outbox INDEXED BY outbox_open WHERE ${OPEN}`).pluck().all() as string[]
}

export type QueuedId = { readonly bookingId: string; readonly attention: boolean }

/** The bookings that `countQueue` counts: what a person must look at first, within that the nearest time first. */
export function queuedIds(view: View, remote: Remote, seen: Seen, limit: number): readonly QueuedId[] {
  const rows = view
    .sql(
      `SELECT q.booking_id AS bookingId, max(q.attention) AS attention FROM (
         SELECT booking_id, 1 AS attention FROM (${ATTENTION}) UNION ALL SELECT booking_id, 0 FROM (${WAITING})
       ) q JOIN bookings b ON b.id = q.booking_id
       GROUP BY q.booking_id ORDER BY attention DESC, b.time_utc, b.id LIMIT @limit`,
    )
    .all({ ...boundOf(remote, seen), limit }) as { bookingId: string; attention: number }[]
  return rows.map((row) => ({ bookingId: row.bookingId, attention: row.attention === 1 }))
}

/** How many bookings that were saved from one instant to before another are in each state. */
export function savedBetween(
  view: View,
  { from, to }: { readonly from: UtcInstant; readonly to: UtcInstant },
): readonly { readonly state: EntryState; readonly count: number }[] {
  return view
    .sql(
      `SELECT o.state, count(*) AS count FROM bookings b INDEXED BY bookings_saved JOIN outbox o ON o.booking_id = b.id
       WHERE b.saved_at >= ? AND b.saved_at < ? GROUP BY o.state`,
    )
    .all(from, to) as { state: EntryState; count: number }[]
}
