import { useEffect } from 'react'
import type { LoanerState } from '../../shared/booking/loaner-state.ts'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import type { Day } from '../../shared/views/day.ts'
import { useStore } from '../ui/use-store.ts'
import { useAllStores } from '../stores-context.ts'

/** The loaners of the shown day, and the instant for which they hold. */
export type DayLoanersAt = {
  readonly at: UtcInstant
  readonly isToday: boolean
  readonly loaners: readonly LoanerState[]
}

type ShownSpan = Pick<Day, 'from' | 'to'>

/** A busy window asks for the loaners after this time at the latest. */
const IDLE_MS = 500

/** Keeps the loaners of the shown day read while `isRead` is true. */
export function useReadLoaners({ from, to }: ShownSpan, { now }: DeskStatus, isRead: boolean): void {
  const { dayLoaners } = useAllStores()
  // The states hold for a minute, because each second would read the bookings of three months again.
  const utc = isWithin(now, { from, to }) ? `${now.slice(0, 17)}00Z` : from

  useEffect(() => {
    if (!isRead) return undefined
    let stop = () => {}
    // The list is asked for and drawn first.
    const asking = requestIdleCallback(() => (stop = dayLoaners.watch({ utc, except: null, check: null })), {
      timeout: IDLE_MS,
    })
    return () => {
      cancelIdleCallback(asking)
      stop()
    }
  }, [dayLoaners, utc, isRead])
}

/** Returns the loaners of the shown day; null until they are read and for a day without any. */
export function useDayLoaners({ from, to }: ShownSpan, { now }: DeskStatus): DayLoanersAt | null {
  const { dayLoaners } = useAllStores()
  const { at, loaners } = useStore(dayLoaners, (state) => state)
  const isOfShown = at !== null && isWithin(at, { from, to })
  return isOfShown && loaners.length > 0 ? { at, isToday: isWithin(now, { from, to }), loaners } : null
}

function isWithin(at: UtcInstant, { from, to }: ShownSpan): boolean {
  return from <= at && at < to
}
