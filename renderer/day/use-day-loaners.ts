import { useEffect } from 'react'
import type { LoanerState } from '../../shared/booking/loaner-state.ts'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import type { Day } from '../../shared/views/day.ts'
import { useStore } from '../ui/use-store.ts'
import { useStores } from '../stores-context.ts'

/** The loaners of the shown day, and the instant for which they hold. */
export type DayLoanersAt = {
  readonly at: UtcInstant
  readonly isToday: boolean
  readonly loaners: readonly LoanerState[]
}

/** Reads the loaners of the shown day while `isRead` is true; null until they are read and for a day without any. */
export function useDayLoaners(
  { from, to }: Pick<Day, 'from' | 'to'>,
  { now }: DeskStatus,
  isRead: boolean,
): DayLoanersAt | null {
  const { dayLoaners } = useStores()
  const { at, loaners } = useStore(dayLoaners, (state) => state)
  const isToday = from <= now && now < to
  // The states hold for a minute, because each second would read the bookings of three months again.
  const utc = isToday ? `${now.slice(0, 17)}00Z` : from

  useEffect(
    () => (isRead ? dayLoaners.watch({ utc, except: null, check: null }) : undefined),
    [dayLoaners, utc, isRead],
  )

  const isOfShown = at !== null && from <= at && at < to
  return isRead && isOfShown && loaners.length > 0 ? { at, isToday, loaners } : null
}
