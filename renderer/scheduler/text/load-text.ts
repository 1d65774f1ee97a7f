import { formatDate } from '../../../shared/time/format.ts'
import type { PlannedTrip } from '../../../shared/views/load.ts'

/** The words of the load strip. */

/** A wall time `hh:mm` as "2p" or "11:30a". */
export function shortClock(time: string): string {
  const hours = Number(time.slice(0, 2))
  const minutes = time.slice(3, 5)
  return `${((hours + 11) % 12) + 1}${minutes === '00' ? '' : `:${minutes}`}${hours < 12 ? 'a' : 'p'}`
}

/** "31 booked Wed · lightest 11:30a–1p". */
export function describeLoad(
  date: string,
  bookings: number,
  lightest: { readonly from: string; readonly to: string } | null,
): string {
  const weekday = formatDate(date).slice(0, 3)
  const booked = bookings === 0 ? `Nothing booked ${weekday}` : `${bookings} booked ${weekday}`
  const light = lightest === null ? '' : ` · lightest ${shortClock(lightest.from)}–${shortClock(lightest.to)}`
  return `${booked}${light}`
}

/** The name of a booking in the list of the nearest: the customer's, or that of a one-way's car. */
export function describePlanned({ customerName, stock }: Pick<PlannedTrip, 'customerName' | 'stock'>): string {
  return customerName ?? (stock === null ? 'One-way' : `Stock ${stock}`)
}

/** "31 bookings · 8 nearest", or "3 bookings" if the list has all. */
export function describeNearest(bookings: number, shown: number): string {
  const all = `${bookings} ${bookings === 1 ? 'booking' : 'bookings'}`
  return shown < bookings ? `${all} · ${shown} nearest` : all
}

/** The name of the form's booking while its name is empty. */
export const THIS_BOOKING = 'This booking'

/** The tooltip of a bar: "2p: 3 trips". */
export function describeBar(time: string, trips: number): string {
  return `${shortClock(time)}: ${trips} ${trips === 1 ? 'trip' : 'trips'}`
}
