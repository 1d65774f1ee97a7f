import { countTripsByQuarter, planTrip } from '../../shared/booking/trip.ts'
import { addMinutes, dateAfter, dayOfDate } from '../../shared/time/time.ts'
import type { BookingCount, DayLoad } from '../../shared/views/load.ts'
import { timesBetween, tripsBetween } from '../store/queries/load.ts'
import type { View } from '../store/tx.ts'
import type { DistanceLookup } from './distance.ts'

/* Instants have one format with whole seconds, so that comparing their texts compares the times. */

/** Ten times the bookings of two days of a busy rooftop. */
const MAX_BOOKINGS = 600

/** How far outside of the day a booking's time may be whose trip still counts: longer than any drive of this lane. */
const MAX_TRIP_MINUTES = 12 * 60

/** Returns the trips and the load of a day in `zone`, without the booking `except`. */
export function readDayLoad(
  view: View,
  { date, except }: { readonly date: string; readonly except: string | null },
  { zone, miles }: { readonly zone: string; readonly miles: DistanceLookup },
): DayLoad {
  const { from, to } = dayOfDate(date, zone)
  const rows = tripsBetween(view, {
    from: addMinutes(from, -MAX_TRIP_MINUTES),
    to: addMinutes(to, MAX_TRIP_MINUTES),
    limit: MAX_BOOKINGS,
  }).filter(({ id }) => id !== except)
  const trips = rows
    .map((row) => ({
      ...planTrip({ ...row, miles: miles(row.fromZip, row.toZip) }),
      bookingId: row.id,
      action: row.action,
      customerName: row.customerName,
      stock: row.stock,
      desk: row.desk,
    }))
    .filter(({ leaves, returns }) => leaves < to && returns > from)
  const bookings = rows.filter(({ time }) => time >= from && time < to).length
  return { date, from, to, quarters: countTripsByQuarter(trips, { from, to }), trips, bookings }
}

/** Returns the number of bookings of each of the `days` days from `from` on, in `zone`. */
export function countBookings(
  view: View,
  { from, days }: { readonly from: string; readonly days: number },
  zone: string,
): readonly BookingCount[] {
  const dates = Array.from({ length: days }, (_, at) => dateAfter(from, at))
  const end = dayOfDate(dateAfter(from, days), zone).from
  const times = timesBetween(view, { from: dayOfDate(from, zone).from, to: end })
  let next = 0
  return dates.map((date) => {
    const first = next
    const { to } = dayOfDate(date, zone)
    for (let time = times[next]; time !== undefined && time < to; time = times[next]) next += 1
    return { date, bookings: next - first }
  })
}
