import { formatDate } from '../../../shared/time/format.ts'

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

/** The tooltip of a bar: "2p: 3 trips". */
export function describeBar(time: string, trips: number): string {
  return `${shortClock(time)}: ${trips} ${trips === 1 ? 'trip' : 'trips'}`
}
