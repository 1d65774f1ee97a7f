import { assertNever } from '../../../shared/result.ts'
import type { LookupFilter } from '../../../shared/views/lookup.ts'
import type { ResultPage } from '../state/result-list.ts'

export const LOOKUP = {
  title: 'Lookup',
  unreadable: 'The bookings could not be read',
  bookingUnreadable: 'This booking could not be read',
  selected: 'Selected booking',
  filters: 'Only moves that are',
  list: 'Bookings',
  move: 'Move',
  external: 'Not booked here',
  asked: 'Asked for by number',
  askedMore: 'The newest of those asked for by number; type more',
  askedAt: (time: string) => `Asked ${time}`,
  askedBy: (who: string) => `, asked by ${who}`,
  keepBooking: 'Keep booking',
  withdrawChange: 'Withdraw change',
} as const

/** Label of a filter chip. */
export function describeFilter(filter: LookupFilter): string {
  switch (filter) {
    case 'open':
      return 'Open'
    case 'today':
      return 'Today'
    case 'attention':
      return 'Needs attention'
    default:
      return assertNever(filter)
  }
}

/** Active filters as the end of "No bookings …", for example "that are open, are due today, and need attention". */
export function describeFilters(filters: readonly LookupFilter[]): string {
  return `that ${new Intl.ListFormat('en-US').format(filters.map(filterClause))}`
}

function filterClause(filter: LookupFilter): string {
  switch (filter) {
    case 'open':
      return 'are open'
    case 'today':
      return 'are due today'
    case 'attention':
      return 'need attention'
    default:
      return assertNever(filter)
  }
}

/** How many bookings the list has, and of how many. */
export function describeCount({ count, more, total }: Pick<ResultPage, 'count' | 'more' | 'total'>): string {
  if (total === 0) return ''
  const [rows, all] = [count.toLocaleString('en-US'), total.toLocaleString('en-US')]
  if (more && count === 0) return `None of the newest of ${all} bookings. Type more`
  if (more) return `More than ${rows} of ${all} bookings. Type more`
  return `${rows} of ${all} ${total === 1 ? 'booking' : 'bookings'}`
}

/** The button that shows a newer list. */
export function describeUpdates(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'update' : 'updates'}. Show`
}
