import { TERMINAL_CANCEL_STATUSES, CANCEL_PENDING } from '../../../shared/move/cancel-status.ts'
import { addMinutes, type UtcInstant } from '../../../shared/time/time.ts'
import type { Tx, View } from '../tx.ts'

/** The moves that the provider has and that are not at their end, and when each is to be asked about. */

/** A move `m` that the provider numbered, that is not delivered, and that no cancellation has ended. */
export const TRACKED_SQL = `m.number IS NOT NULL AND m.delivery_successful IS NULL
  AND lower(coalesce(m.cancel_status, '')) NOT IN (${TERMINAL_CANCEL_STATUSES.map((status) => `'${status}'`).join(', ')})`

/** Marks a move as asked about, so that one whose answer cannot be read does not keep its place at the front. */
export function markPolled(tx: Tx, moveId: string, at: UtcInstant): void {
  tx.sql('UPDATE moves SET polled_at = ? WHERE id = ?').run(at, moveId)
}

/**
 * Marks a move as one that the provider says it does not know (test/spec/reliability.md#reads). What was kept of
 * it stays: it may come back, and is never booked anew by itself.
 */
export function markMissing(tx: Tx, move: { readonly id: string; readonly bookingId: string }, at: UtcInstant): void {
  tx.sql('UPDATE moves SET polled_at = @at, missing_since = coalesce(missing_since, @at) WHERE id = @id').run({
    id: move.id,
    at,
  })
  tx.touch(move.bookingId)
}

/** Has the moves of a booking asked about in the next round: what happened to one tells of the other. */
export function refreshPairSoon(tx: Tx, bookingId: string): void {
  tx.sql('UPDATE moves SET polled_at = NULL WHERE booking_id = ? AND number IS NOT NULL').run(bookingId)
}

type TrackedMove = { readonly id: string; readonly bookingId: string; readonly number: number }

/** Walked in the order of asking: by any other index every move that was ever numbered is read, and then sorted. */
const TRACKED_FIRST_SQL = 'moves m INDEXED BY moves_tracked'

/** A move that the provider numbered and that is not finished, the longest unasked; null when there is none. */
export function trackedMove(view: View, remoteAddress: string): TrackedMove | null {
  const row = view
    .sql(
      `SELECT m.id, m.booking_id AS bookingId, m.number FROM ${TRACKED_FIRST_SQL} JOIN bookings b ON b.id = m.booking_id
       WHERE ${TRACKED_SQL} AND b.provider_address = ? ORDER BY m.polled_at, m.id LIMIT 1`,
    )
    .get(remoteAddress) as TrackedMove | undefined
  return row ?? null
}

/** Between which times a move's own lies, and when it must have been asked about last to be asked about again. */
type PollWindowRange = { readonly from: UtcInstant; readonly to: UtcInstant; readonly askedBefore: UtcInstant }

/**
 * The unfinished moves of a remote that it is time to ask about, those first that were not asked about for longest. The
 * first window holds for every move that is on the road or whose cancellation is not decided; the last one's `from` is the
 * end of asking.
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
  const cases = windows.map((_, at) => `WHEN b.time_utc BETWEEN @from${at} AND @to${at} THEN @asked${at}`)
  const bound = windows.flatMap(({ from, to, askedBefore }, at) => [
    [`from${at}`, from],
    [`to${at}`, to],
    [`asked${at}`, askedBefore],
  ])
  // A clock that was set back must not keep a move from being asked about.
  return view
    .sql(
      `SELECT m.id, m.booking_id AS bookingId, m.number FROM ${TRACKED_FIRST_SQL} JOIN bookings b ON b.id = m.booking_id
       WHERE ${TRACKED_SQL} AND b.provider_address = @address AND b.time_utc >= @from${windows.length - 1}
         AND (m.polled_at IS NULL OR m.polled_at > @now OR m.polled_at <= CASE
           WHEN m.pickup_started IS NOT NULL AND b.time_utc >= @yesterday THEN @asked0
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
