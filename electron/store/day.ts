import type { UtcInstant } from '../../shared/time.ts'
import type { View } from './store.ts'

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
