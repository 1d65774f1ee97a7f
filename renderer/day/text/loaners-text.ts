import type { LoanerState } from '../../../shared/booking/loaner-state.ts'
import { assertNever } from '../../../shared/result.ts'
import { formatClock, timeParts } from '../../../shared/time/format.ts'
import { dateOf, type UtcInstant } from '../../../shared/time/time.ts'

/* The words about the loaners beside the day. */

export const LOANERS = { title: 'Loaners' } as const

/** Counts the loaners, for example "2 free · 8 out or booked". */
export function countLoaners(loaners: readonly LoanerState[]): string {
  const free = loaners.filter(({ kind }) => kind === 'free').length
  const parts = [
    free > 0 ? [`${free} free`] : [],
    free < loaners.length ? [`${loaners.length - free} out or booked`] : [],
  ]
  return parts.flat().join(' · ')
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
