import type { BookedMoves } from '../../../shared/move/move.ts'
import { statusOf } from '../../../shared/outbox/booking-status.ts'
import { progressOf } from '../../../shared/views/day-progress.ts'
import { formatDate } from '../../../shared/time/format.ts'
import { formatPhone } from '../../../shared/booking/phone.ts'
import { bookingsLabel } from './day-text.ts'
import { kindLabel, rowCar, rowLoaner, rowName, rowReference } from './facts-text.ts'

/* The words of the printed run sheet. */

/** Bookings that a landscape Letter page holds. */
const MAX_ROWS_PER_PAGE = 40

/** The titles of the columns with their widths in percent. Cars and addresses are the longest words of a row. */
export const COLUMNS = [
  ['Time', 7],
  ['Type', 10],
  ['Customer', 13],
  ['Phone', 11],
  ['Car', 16],
  ['RO', 7],
  ['Loaner', 12],
  ['Address', 16],
  ['Done', 8],
] as const

/** The index of the column of cars, which names the desk of another desk's booking too. */
export const CAR_COLUMN = COLUMNS.findIndex(([title]) => title === 'Car')

/** Returns the bookings for which a driver is due or was due: all but the rejected and the canceled ones. */
export function printedBookings(bookings: readonly BookedMoves[]): readonly BookedMoves[] {
  return bookings.filter((booking) => booking.state !== 'refused' && progressOf(booking).kind !== 'ended')
}

/** Splits the bookings of a day into pages; a day without bookings is one empty page. */
export function pagesOf(bookings: readonly BookedMoves[]): readonly (readonly BookedMoves[])[] {
  const count = Math.max(1, Math.ceil(bookings.length / MAX_ROWS_PER_PAGE))
  return Array.from({ length: count }, (_, page) =>
    bookings.slice(page * MAX_ROWS_PER_PAGE, (page + 1) * MAX_ROWS_PER_PAGE),
  )
}

/** The head of each page, for example "Northside Motors · Tue, Nov 24, 2026 · 41 bookings". */
export function sheetTitle(rooftop: string, date: string, count: number): string {
  return `${rooftop} · ${formatDate(date)} · ${count} ${bookingsLabel(count)}`
}

export function pageLabel(page: number, pages: number): string {
  return `Page ${page} of ${pages}`
}

/**
 * The cells of a booking after its time, in the order of `COLUMNS`. The last column stays empty for a mark by hand,
 * unless the booking is not simply confirmed.
 */
export function sheetCells(booking: BookedMoves): readonly string[] {
  const [first] = booking.moves
  const place = booking.action === 'return' ? first?.delivery : first?.pickup
  return [
    kindLabel(booking),
    rowName(booking),
    booking.customerPhone === null ? '' : formatPhone(booking.customerPhone),
    rowCar(booking),
    rowReference(booking),
    rowLoaner(booking) ?? '',
    place === undefined ? '' : `${place.addressOne}, ${place.city}`,
    stateCell(booking),
  ]
}

function stateCell(booking: BookedMoves): string {
  const { flag, label } = statusOf(booking)
  return flag === null && booking.state === 'booked' ? '' : label
}
