import { loanerStatesAt, type LoanerState } from '../../../shared/booking/loaner-state.ts'
import { groupLoaners } from '../../../shared/booking/loaners.ts'
import { planTrip } from '../../../shared/booking/trip.ts'
import { addMinutes, dateAfter, weekdayOf, type UtcInstant } from '../../../shared/time/time.ts'
import type { Day } from '../../../shared/views/day.ts'
import type { BookingCount } from '../../../shared/views/load.ts'

/* What stands beside the invented day of `busyDay`: its loaners, and the bookings of the days around. */

/** The loaners that the bookings of the day name, at `now`. A loaner that only comes back has left the day before. */
export function busyLoaners(day: Day, now: UtcInstant): readonly LoanerState[] {
  const visits = day.bookings.flatMap(({ id, action, time, readyBy, customerName, reference, moves }) => {
    const loaner = moves.find(({ role }) => role === 'loaner')?.vehicle ?? null
    if (action === null || loaner === null) return []
    const common = { bookingId: id, action, time: time.utc, leaves: readyBy.utc, customerName, reference, loaner }
    const trip = planTrip({ kind: 'pair', time: time.utc, readyBy: readyBy.utc, miles: 7 })
    return [{ ...common, vin: null, phone: null, backAt: () => trip.returns }]
  })
  const hasLeft = (stock: string | null) =>
    visits.some(({ action, loaner }) => action === 'pickup' && loaner.stock === stock)
  const before = visits
    .filter(({ action, loaner }) => action === 'return' && !hasLeft(loaner.stock))
    .map((visit) => ({ ...visit, action: 'pickup' as const, ...dayBefore(visit) }))
  return loanerStatesAt(groupLoaners([...before, ...visits]), now, day.to)
}

function dayBefore({ time, leaves }: { readonly time: UtcInstant; readonly leaves: UtcInstant }) {
  return { time: addMinutes(time, -DAY_MINUTES), leaves: addMinutes(leaves, -DAY_MINUTES) }
}

const DAY_MINUTES = 24 * 60
const USUAL = [22, 28, 31, 24, 26, 9, 0]

/** The bookings of every day from a month before the day to two months after. */
export function busyMonths({ date: shown, week }: Day): readonly BookingCount[] {
  const known = new Map(week.map(({ date, bookings }) => [date, bookings]))
  return Array.from({ length: 100 }, (_, at) => {
    const date = dateAfter(shown, at - 35)
    const usual = USUAL[weekdayOf(date) - 1] ?? 0
    return { date, bookings: known.get(date) ?? Math.max(0, usual - ((at * 7) % 9)) }
  })
}
