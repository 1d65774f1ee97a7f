import { assertNever } from '../../../shared/result.ts'
import { formatClock, formatDate } from '../../../shared/time/format.ts'
import { dateAfter, dateOf, fromMillis, toMillis, type UtcInstant } from '../../../shared/time/time.ts'
import type { Day } from '../../../shared/views/day.ts'
import type { Axis } from '../../../shared/views/day-axis.ts'
import type { DayCounts, DayView, Filter, Group } from '../state/groups.ts'

/* The words of the day screen, but for the facts of a booking. */

export const TEXT = {
  today: 'Today',
  previousDay: 'Previous day',
  nextDay: 'Next day',
  chooseDay: 'Choose the day',
  dateField: 'Day',
  runSheet: 'Run sheet',
  view: 'View',
  show: 'Show',
  loadTitle: 'Cars on the road, by quarter hour',
  loaner: 'Loaner',
  order: 'RO',
  car: 'Customer’s car',
  swap: 'Swap',
  board: 'Bookings of the day',
  resolve: 'Resolve',
  unreadable: 'This day could not be read',
  emptyTitle: 'Nothing booked for this day',
  emptyText: 'Bookings show up here by their time, with where each driver is.',
  emptyFilter: 'No bookings of this kind on this day',
  newBooking: 'New booking',
  showAll: 'Show all',
} as const

export const ACTIONS = {
  open: 'Open',
  resolve: 'Resolve…',
  edit: 'Edit',
  withdraw: 'Withdraw',
  bookReturn: 'Book return',
  duplicate: 'Duplicate',
  copy: 'Copy',
} as const

/** Returns the title of a day (`YYYY-MM-DD`), for example "Today, Tue, Nov 24"; another year than today's is named. */
export function dayTitle(date: string, now: UtcInstant, zone: string): string {
  const today = dateOf(now, zone)
  const names = new Map([
    [today, 'Today, '],
    [dateAfter(today, 1), 'Tomorrow, '],
    [dateAfter(today, -1), 'Yesterday, '],
  ])
  const year = date.slice(0, 4)
  const text = formatDate(date)
  return `${names.get(date) ?? ''}${year === today.slice(0, 4) ? text.replace(`, ${year}`, '') : text}`
}

/** The name of a day among the days of its week, for example "Tue" and "24". */
export function weekDay(date: string): { readonly weekday: string; readonly day: string } {
  return { weekday: formatDate(date).slice(0, 3), day: String(Number(date.slice(8))) }
}

/** The noun after a number of bookings. */
export function bookingsLabel(count: number): string {
  return count === 1 ? 'booking' : 'bookings'
}

type Count = { readonly count: string; readonly word: string; readonly tone: 'plain' | 'warn' | 'bad' }

/** Returns the counts of a day, without those that are zero; `more` is true if the day has more bookings than these. */
export function describeCounts(
  { bookings, done, onTheRoad, late, check, rejected, canceled }: DayCounts,
  more: boolean,
): readonly Count[] {
  const counts = [
    { count: done, word: 'done', tone: 'plain' },
    { count: onTheRoad, word: 'on the road', tone: 'plain' },
    { count: late, word: 'late', tone: 'bad' },
    { count: check, word: 'to check', tone: 'warn' },
    { count: rejected, word: 'rejected', tone: 'bad' },
    { count: canceled, word: 'canceled', tone: 'plain' },
  ] as const
  return [
    { count: `${more ? 'first ' : ''}${bookings}`, word: bookingsLabel(bookings), tone: 'plain' },
    ...counts.flatMap(({ count, ...rest }) => (count === 0 ? [] : [{ count: String(count), ...rest }])),
  ]
}

/** Describes the clock change of a day with 23 or 25 hours; null for a day with 24 hours. */
export function describeDstChange({ from, to }: Pick<Day, 'from' | 'to'>): string | null {
  const hours = (toMillis(to) - toMillis(from)) / 3_600_000
  if (hours === 24) return null
  return `The clocks go ${hours < 24 ? 'forward' : 'back'} on this day: it has ${hours} hours.`
}

export function groupTitle(group: Group): string {
  switch (group) {
    case 'late':
      return 'Late'
    case 'check':
      return 'Check with provider'
    case 'done':
      return 'Done'
    case 'open':
      return 'By time'
    default:
      return assertNever(group)
  }
}

export function describeDone(count: number): string {
  return `${count} done`
}

/** Describes the finished bookings by their first and last time, for example "7:30 AM – 9:30 AM". */
export function formatRange(first: UtcInstant, last: UtcInstant, zone: string): string {
  const [from, to] = [formatClock(first, zone), formatClock(last, zone)]
  return from === to ? from : `${from} – ${to}`
}

export function filterLabel(filter: Filter): string {
  switch (filter) {
    case 'all':
      return 'All'
    case 'pickup':
      return 'Pickups'
    case 'return':
      return 'Returns'
    case 'one-way':
      return 'One-way'
    default:
      return assertNever(filter)
  }
}

export function viewLabel(view: DayView): string {
  return view === 'timeline' ? 'Timeline' : 'List'
}

const QUARTER_MS = 15 * 60_000

/** Describes the load of a day in words: the most cars at once with their first time, and when the limit is passed. */
export function describeLoad(quarters: readonly number[], { from, zone, limit }: LoadAt): string {
  const most = Math.max(0, ...quarters)
  if (most === 0) return 'No cars on the road.'
  const at = (quarter: number) => formatClock(fromMillis(from + quarter * QUARTER_MS), zone)
  const peak = `At most ${most} at once, first at ${at(quarters.indexOf(most))}.`
  if (limit === null) return peak
  const over = quarters.filter((count) => count > limit).length
  if (over === 0) return `${peak} Within the limit of ${limit} all day.`
  return `${peak} Over the limit of ${limit} for ${over * 15} minutes.`
}

type LoadAt = { readonly from: number; readonly zone: string; readonly limit: number | null }

export function limitLabel(limit: number): string {
  return `limit ${limit}`
}

export function nowLabel(now: UtcInstant, zone: string): string {
  return formatClock(now, zone).replace(/ [AP]M$/, '')
}

/** Returns the labels of the axis without minutes, and each second one of a long axis, so that they do not touch. */
export function hourLabels({ ticks }: Axis): readonly { readonly at: number; readonly label: string }[] {
  const MAX_LABELS = 14
  return ticks.length <= MAX_LABELS ? ticks : ticks.filter((_, index) => index % 2 === 0)
}
