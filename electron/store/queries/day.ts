import { addMinutes, type UtcInstant } from '../../../shared/time/time.ts'
import type { View } from '../tx.ts'

/** The bookings whose time is at or after `from` and before `to`, by time, without withdrawn bookings. */
export function bookingsBetween(
  view: View,
  { from, to, limit }: { readonly from: UtcInstant; readonly to: UtcInstant; readonly limit: number },
): readonly string[] {
  return view
    .sql(
      `SELECT b.id FROM bookings b INDEXED BY bookings_time JOIN outbox o ON o.booking_id = b.id
       WHERE b.time_utc >= +? AND b.time_utc < +? AND o.state <> 'withdrawn' ORDER BY b.time_utc, b.saved_at, b.id LIMIT ?`,
    )
    .pluck()
    .all(from, to, limit) as string[]
}

/**
 * How far before its booking's time a ready-by can be for `bookingsDue` to find the booking: a margin of at most a day
 * and three days of driving. A longer drive, the provider or a change can set an earlier ready-by.
 */
const MAX_LEAD_MINUTES = 4 * 24 * 60

/**
 * The bookings in any state whose time or ready-by is at or after `from` and before `to`. Omits a booking whose time is
 * before `from`, or `MAX_LEAD_MINUTES` or more after `to`.
 */
export function bookingsDue(
  view: View,
  { from, to }: { readonly from: UtcInstant; readonly to: UtcInstant },
): readonly string[] {
  return view
    .sql(
      `SELECT id FROM bookings INDEXED BY bookings_time WHERE time_utc >= +@from AND time_utc < +@end
         AND (time_utc < +@to OR ready_by_utc >= +@from AND ready_by_utc < +@to)`,
    )
    .pluck()
    .all({ from, to, end: addMinutes(to, MAX_LEAD_MINUTES) }) as string[]
}
