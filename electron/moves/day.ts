import type { Day } from '../../shared/day.ts'
import { dateOf, dayOfDate, type UtcInstant } from '../../shared/time.ts'
import { readBooking } from '../store/bookings.ts'
import { bookingsBetween } from '../store/day.ts'
import type { Remote } from '../store/outbox.ts'
import type { View } from '../store/store.ts'

/** A busy rooftop books a tenth of it. */
const MOST = 300

/** The bookings of a day of the zone; `date` is `YYYY-MM-DD`, null is today there. */
export function readDay(
  view: View,
  date: string | null,
  { remote, zone, now }: { readonly remote: Remote; readonly zone: string; readonly now: UtcInstant },
): Day {
  const day = date ?? dateOf(now, zone)
  const { from, to } = dayOfDate(day, zone)
  const ids = bookingsBetween(view, { from, to, limit: MOST + 1 })
  const bookings = ids.slice(0, MOST).flatMap((id) => readBooking(view, id, remote) ?? [])
  return { date: day, from, to, bookings, more: ids.length > MOST }
}
