import type { LoanerState } from '../../../shared/booking/loaner-state.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { assertNever } from '../../../shared/result.ts'
import { formatClock, timeParts } from '../../../shared/time/format.ts'
import { dateOf, type UtcInstant } from '../../../shared/time/time.ts'
import { awaitsArrival } from '../../../shared/views/day.ts'
import { lacksLoaner } from './facts-text.ts'

/* The words about the loaners beside the day. */

export const LOANERS = { title: 'Loaners', show: 'Show loaners', hide: 'Hide loaners', freeNow: 'free now' } as const

export type LoanerCount = { readonly tone: 'free' | 'away' | 'warn'; readonly count: number; readonly word: string }

/** Counts the loaners, without the counts that are zero. `free` is the word for the free ones. */
export function loanerCounts(loaners: readonly LoanerState[], freeWord = 'free'): readonly LoanerCount[] {
  const free = loaners.filter(({ kind }) => kind === 'free').length
  const counts = [
    { tone: 'free', count: free, word: freeWord },
    { tone: 'away', count: loaners.length - free, word: 'out or booked' },
  ] as const
  return counts.filter(({ count }) => count > 0)
}

/** The counts in words, for example "2 free · 8 out or booked". */
export function countLoaners(loaners: readonly LoanerState[]): string {
  return loanerCounts(loaners)
    .map(({ count, word }) => `${count} ${word}`)
    .join(' · ')
}

/** Counts the pickups that wait for their loaner to be chosen, with the time at which the first has to leave. */
export function countUnassigned(
  bookings: readonly BookedMoves[],
  { now, zone }: { readonly now: UtcInstant; readonly zone: string },
): LoanerCount | null {
  const waiting = bookings.filter(
    (booking) => booking.action === 'pickup' && lacksLoaner(booking) && awaitsArrival(booking),
  )
  const first = waiting.map(({ readyBy }) => readyBy.utc).toSorted()[0]
  if (first === undefined) return null
  const verb = waiting.length === 1 ? 'needs' : 'need'
  const by = first <= now ? 'now' : `by ${formatClock(first, zone)}`
  return { tone: 'warn', count: waiting.length, word: `${verb} assigning ${by}` }
}

/** The whole name of a loaner with its customer. */
export function describeLoaner({ name, customerName }: LoanerState): string {
  return [name, customerName].filter((part) => part !== null).join(' · ')
}

type Around = {
  readonly at: UtcInstant
  readonly zone: string
  readonly now: UtcInstant
  readonly isToday: boolean
}

/** Says what a loaner does: free, out at a time of the day, or out and back at a time of this day or another. */
export function loanerWords({ kind, until, away }: LoanerState, { at, zone, now, isToday }: Around): string {
  switch (kind) {
    case 'free':
      return isToday && away.length > 0 ? 'free now' : 'free all day'
    case 'promised':
      return until === null ? 'booked' : `out ${formatClock(until, zone)}`
    case 'due':
    case 'out': {
      if (until === null) return 'out'
      const { weekday, date, clock } = timeParts(until, zone, now)
      return `back ${dateOf(until, zone) === dateOf(at, zone) ? clock : `${weekday}, ${date}`}`
    }
    default:
      return assertNever(kind)
  }
}
