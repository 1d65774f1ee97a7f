import { formatDate, formatMonth } from '../../../shared/time/format.ts'

/* The words of the month beside the screens. */

export const MONTH = {
  label: 'Bookings of the month',
  previous: 'Previous month',
  next: 'Next month',
} as const

export const WEEKDAYS = ['S', 'M', 'T', 'W', 'T', 'F', 'S'] as const

/** The month of a day (`YYYY-MM-DD`), for example "November"; another year than today's is named. */
export function monthTitle(date: string, today: string): string {
  const year = date.slice(0, 4)
  return year === today.slice(0, 4) ? formatMonth(date) : `${formatMonth(date)} ${year}`
}

/** Names a day and its bookings, for example "Fri, Nov 27, 12 bookings". */
export function dayLabel(date: string, bookings: number): string {
  const day = formatDate(date).replace(/, \d+$/, '')
  return `${day}, ${bookings === 0 ? 'no bookings' : bookings === 1 ? '1 booking' : `${bookings} bookings`}`
}
