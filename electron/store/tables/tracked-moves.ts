import { TERMINAL_CANCEL_STATUSES, CANCEL_PENDING } from '../../../shared/move/cancel-status.ts'
import { STAGES } from '../../../shared/move/move.ts'
import { addMinutes, type UtcInstant } from '../../../shared/time/time.ts'
import type { Tx, View } from '../tx.ts'

/** The moves that the provider has and that are not over, and when each is due for a fetch. */

/** The condition for a move `m` that has a number and is not delivered, canceled or rescheduled. */
export const TRACKED_SQL = `m.number IS NOT NULL AND m.delivery_successful IS NULL
  AND lower(coalesce(m.cancel_status, '')) NOT IN (${TERMINAL_CANCEL_STATUSES.map((status) => `'${status}'`).join(', ')})`

/**
 * Marks a move as fetched. Without the mark, a move whose responses are unreadable would stay first in the order of
 * fetches.
 */
export function markPolled(tx: Tx, moveId: string, at: UtcInstant): void {
  tx.sql('UPDATE moves SET polled_at = ? WHERE id = +?').run(at, moveId)
}

/**
 * Marks a move that the provider does not know (test/spec/reliability.md#reads). The stored data of the move stays,
 * because the move may come back, and the desk never books the move again automatically.
 */
export function markMissing(tx: Tx, move: { readonly id: string; readonly bookingId: string }, at: UtcInstant): void {
  const { id, bookingId } = move
  const marked = tx.sql('UPDATE moves SET missing_since = ? WHERE id = +? AND missing_since IS NULL').run(at, id)
  markPolled(tx, id, at)
  tx.touch(bookingId, marked.changes === 1)
}

/** Makes all tracked moves of a booking due for a fetch at once, because an event of one move affects the other. */
export function refreshPairSoon(tx: Tx, bookingId: string): void {
  tx.sql('UPDATE moves SET polled_at = NULL WHERE booking_id = +? AND number IS NOT NULL').run(bookingId)
}

export type TrackedMove = { readonly id: string; readonly bookingId: string; readonly number: number }

/** Reads in the order of the last fetch. Any other index would read and sort every numbered move. */
const TRACKED_FIRST_SQL = 'moves m INDEXED BY moves_tracked'

/** The tracked move that was fetched least recently, or null. */
export function trackedMove(view: View, remoteAddress: string): TrackedMove | null {
  const row = view
    .sql(
      `SELECT m.id, m.booking_id AS bookingId, m.number FROM ${TRACKED_FIRST_SQL} JOIN bookings b ON b.id = m.booking_id
         JOIN outbox o ON o.booking_id = b.id
       WHERE ${TRACKED_SQL} AND o.desk IS NULL AND b.provider_address = +? ORDER BY m.polled_at, m.id LIMIT 1`,
    )
    .get(remoteAddress) as TrackedMove | undefined
  return row ?? null
}

/**
 * The time of a move `m` that its polling goes by: the booking's time, or for a move that the desk followed to a new
 * number the later of that time and the moment of following, because the new trip may be days later.
 */
const POLL_TIME_SQL = `max(b.time_utc,
  coalesce((SELECT max(n.replaced_at) FROM former_numbers n WHERE n.move_id = m.id), b.time_utc))`

/** A move with a time from `from` to `to` is due if its last fetch was at or before `fetchedBefore`. */
type PollWindowRange = { readonly from: UtcInstant; readonly to: UtcInstant; readonly fetchedBefore: UtcInstant }

/**
 * The tracked moves of a provider that are due, the least recently fetched first, without a move whose time is before
 * every window; `windows` starts with the nearest. The `fetchedBefore` of the first window also counts for a move that
 * reached a stage, until a day after its time, and for a move whose amendment the provider has not decided.
 */
export function movesDueForRefresh(
  view: View,
  remoteAddress: string,
  {
    windows,
    now,
    limit,
  }: { readonly windows: readonly PollWindowRange[]; readonly now: UtcInstant; readonly limit: number },
): readonly TrackedMove[] {
  const [nearest, farthest] = [windows[0], windows.at(-1)]
  if (nearest === undefined || farthest === undefined) return []
  const cases = windows.map((_, at) => `WHEN ${POLL_TIME_SQL} BETWEEN @from${at} AND @to${at} THEN @asked${at}`)
  const bound = windows.flatMap(({ from, to, fetchedBefore }, at) => [
    [`from${at}`, from],
    [`to${at}`, to],
    [`asked${at}`, fetchedBefore],
  ])
  // A clock that was set back must not keep a move from being fetched.
  return view
    .sql(
      `SELECT m.id, m.booking_id AS bookingId, m.number FROM ${TRACKED_FIRST_SQL} JOIN bookings b ON b.id = m.booking_id
         JOIN outbox o ON o.booking_id = b.id
       WHERE ${TRACKED_SQL} AND o.desk IS NULL AND b.provider_address = +@address AND ${POLL_TIME_SQL} >= @from${windows.length - 1}
         AND (m.polled_at IS NULL OR m.polled_at > +@now OR m.polled_at <= CASE
           WHEN coalesce(${STAGES.map((stage) => `m.${stage}`).join(', ')}) IS NOT NULL AND ${POLL_TIME_SQL} >= @yesterday THEN @asked0
           WHEN lower(coalesce(m.cancel_status, '')) IN (${PENDING}) THEN @asked0
           WHEN EXISTS (SELECT 1 FROM amendments w WHERE w.move_id = m.id AND w.state = 'submitted') THEN @asked0
           ${cases.join('\n           ')}
           ELSE @asked${windows.length - 1} END)
       ORDER BY m.polled_at, m.id LIMIT @limit`,
    )
    .all({
      ...Object.fromEntries(bound),
      address: remoteAddress,
      now,
      yesterday: addMinutes(now, -24 * 60),
      limit,
    }) as TrackedMove[]
}

const PENDING = CANCEL_PENDING.map((status) => `'${status}'`).join(', ')
