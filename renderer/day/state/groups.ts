import { isLate } from '../../../shared/views/day.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { statusOf } from '../../../shared/outbox/booking-status.ts'
import { assertNever } from '../../../shared/result.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { progressOf } from '../../../shared/views/day-progress.ts'

/* Which bookings of a day the screen shows, in which group, and how many there are. */

export const GROUPS = ['late', 'check', 'done', 'open'] as const

/** `check`: only the provider knows whether a driver comes. `done` is folded into one row, `open` stands by time. */
export type Group = (typeof GROUPS)[number]

export const FILTERS = ['all', 'pickup', 'return', 'one-way'] as const

export type Filter = (typeof FILTERS)[number]

export function groupOf(booking: BookedMoves, now: UtcInstant): Group {
  if (booking.state === 'in-doubt' || statusOf(booking).flag === 'missing') return 'check'
  if (isLate(booking, now)) return 'late'
  return progressOf(booking).kind === 'done' ? 'done' : 'open'
}

/** Returns the bookings of each group, in the given order. */
export function groupBookings(
  bookings: readonly BookedMoves[],
  now: UtcInstant,
): Readonly<Record<Group, readonly BookedMoves[]>> {
  const groups = { late: [], check: [], done: [], open: [] } as Record<Group, BookedMoves[]>
  for (const booking of bookings) groups[groupOf(booking, now)].push(booking)
  return groups
}

export function filterBookings(bookings: readonly BookedMoves[], filter: Filter): readonly BookedMoves[] {
  switch (filter) {
    case 'all':
      return bookings
    case 'one-way':
      return bookings.filter(({ action }) => action === null)
    case 'pickup':
    case 'return':
      return bookings.filter(({ action }) => action === filter)
    default:
      return assertNever(filter)
  }
}

/** True for a booking for which a driver is due or was due, which means neither rejected nor canceled. */
function isDriven(booking: BookedMoves): boolean {
  return booking.state !== 'refused' && progressOf(booking).kind !== 'ended'
}

/** The number beside a filter, which counts like the head of the day: without rejected and canceled bookings. */
export function countFiltered(bookings: readonly BookedMoves[], filter: Filter): number {
  return filterBookings(bookings, filter).filter(isDriven).length
}

/** True for a booking that a row strikes through, as the rows of Lookup do. */
export function isStruckThrough(booking: BookedMoves): boolean {
  const { flag } = statusOf(booking)
  return booking.state === 'withdrawn' || flag === 'canceled' || flag === 'stopped'
}

/** The two forms of the day: rows beside a time axis, or the same rows alone. */
export type DayView = 'timeline' | 'list'

export type DayCounts = {
  /** The bookings for which a driver is due or was due: all but the rejected and the canceled ones. */
  readonly bookings: number
  readonly done: number
  /** With a driver under way in time; late bookings count as late alone. */
  readonly onTheRoad: number
  readonly late: number
  readonly check: number
  readonly rejected: number
  readonly canceled: number
}

export function countDay(bookings: readonly BookedMoves[], now: UtcInstant): DayCounts {
  const { late, check, done, open } = groupBookings(bookings, now)
  const count = (of: (booking: BookedMoves) => boolean) => bookings.filter(of).length
  const rejected = count(({ state }) => state === 'refused')
  const canceled = count((booking) => booking.state !== 'refused' && progressOf(booking).kind === 'ended')
  return {
    bookings: count(isDriven),
    done: done.length,
    onTheRoad: open.filter((booking) => progressOf(booking).kind === 'under-way').length,
    late: late.length,
    check: check.length,
    rejected,
    canceled,
  }
}
