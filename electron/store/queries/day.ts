import { addMinutes, type UtcInstant } from '../../../shared/time/time.ts'
import type { View } from '../tx.ts'

/** The bookings whose time lies from one instant to before another, by their time, without those taken back. */
export function bookingsBetween(
  view: View,
  { from, to, limit }: { readonly from: UtcInstant; readonly to: UtcInstant; readonly limit: number },
): readonly string[] {
  return view
    .sql(
      `SELECT b.id FROM bookings b INDEXED BY bookings_time JOIN outbox o ON o.booking_id = b.id
       WHERE b.time_utc >= ? AND b.time_utc < ? AND o.state <> 'withdrawn' ORDER BY b.time_utc, b.saved_at, b.id LIMIT ?`,
    )
    .pluck()
    .all(from, to, limit) as string[]
}

/**
 * How long before a booking's own time its ready-by can lie, in minutes: a margin of a day at most, and the drive across
 * the country. It is never after it.
 */
const MAX_LEAD_DAYS = 4 * 24 * 60

/** The bookings whose time or ready-by lies from one instant to before another, in whatever state. */
export function bookingsDue(
  view: View,
  { from, to }: { readonly from: UtcInstant; readonly to: UtcInstant },
): readonly string[] {
  return view
    .sql(
      `SELECT id FROM bookings INDEXED BY bookings_time WHERE time_utc >= @from AND time_utc < @end
         AND (time_utc < @to OR ready_by_utc >= @from AND ready_by_utc < @to)`,
    )
    .pluck()
    .all({ from, to, end: addMinutes(to, MAX_LEAD_DAYS) }) as string[]
}
