import { effectiveReference, effectiveVehicle } from '../../shared/booking/added-facts.ts'
import type { Booking } from '../../shared/booking/booking.ts'
import {
  findLoanerConflict,
  loanerStatesAt,
  type LoanerCheck,
  type LoanerConflict,
  type LoanerState,
} from '../../shared/booking/loaner-state.ts'
import { groupLoaners, type LoanerVisit } from '../../shared/booking/loaners.ts'
import { addMinutes, dateOf, dayOfDate, parseUtc, type UtcInstant } from '../../shared/time/time.ts'
import { loanerVisitsBetween, type LoanerVisitRow } from '../store/queries/loaners.ts'
import { readBooking } from '../store/tables/bookings.ts'
import type { ProviderIdentity } from '../store/tables/outbox.ts'
import type { View } from '../store/tx.ts'
import type { DistanceLookup } from './distance.ts'

/** The loaners of the last two months are known, and each promise of the next month. */
const KNOWN_MINUTES = 60 * 24 * 60
const AHEAD_MINUTES = 30 * 24 * 60

/** More than a busy rooftop books in these three months. */
const MAX_VISITS = 15_000

/** Largest number of loaners in one list: ten times a large fleet. */
const MAX_LOANERS = 400

export type LoanerDeps = {
  readonly remote: ProviderIdentity
  readonly zone: string
  readonly miles: DistanceLookup
}

/** Returns what each known loaner does at `utc`, without the booking `except`. */
export function readLoaners(
  view: View,
  { utc, except }: { readonly utc: UtcInstant; readonly except: string | null },
  deps: LoanerDeps,
): readonly LoanerState[] {
  const loaners = groupLoaners(visitsAround(view, utc, except, deps))
  return loanerStatesAt(loaners, utc, dayEndOf(utc, deps.zone)).slice(0, MAX_LOANERS)
}

/** Returns the booking of another customer to whom the loaner is promised; null if there is none. */
export function checkLoaner(view: View, check: LoanerCheck, deps: LoanerDeps): LoanerConflict | null {
  if ((check.stock?.trim() ?? '') === '' && (check.vin?.trim() ?? '') === '') return null
  const loaners = groupLoaners(visitsAround(view, check.leaves, check.except, deps))
  return findLoanerConflict(loaners, check, dayEndOf(check.leaves, deps.zone))
}

/** Returns the check of a booking that is about to be saved; null for a booking that promises no loaner. */
export function loanerCheckOf(
  booking: Booking,
  times: Pick<LoanerCheck, 'leaves' | 'returns'>,
  except: string | null,
): LoanerCheck | null {
  if (booking.kind !== 'pair' || booking.action !== 'pickup' || booking.loaner === null) return null
  const { customer, reference, loaner } = booking
  return { stock: loaner.stock, vin: loaner.vin, ...times, ...customer, reference, except }
}

function dayEndOf(utc: UtcInstant, zone: string): UtcInstant {
  return dayOfDate(dateOf(utc, zone), zone).to
}

function visitsAround(
  view: View,
  utc: UtcInstant,
  except: string | null,
  { remote, miles }: LoanerDeps,
): readonly LoanerVisit[] {
  const range = { from: addMinutes(utc, -KNOWN_MINUTES), to: addMinutes(utc, AHEAD_MINUTES), limit: MAX_VISITS }
  const rows = loanerVisitsBetween(view, range).filter(({ bookingId }) => bookingId !== except)
  return rows.map((row) => withFacts(view, visitOf(row, miles), row.hasFacts === 1, remote))
}

function visitOf(row: LoanerVisitRow, miles: DistanceLookup): LoanerVisit {
  const { bookingId, action, time, readyBy, customerName, phone, reference, vin, stock, year, make, model } = row
  return {
    bookingId,
    action,
    time,
    customerName,
    phone,
    reference,
    vin,
    leaves: readyBy < time ? readyBy : time,
    miles: miles(row.fromZip, row.toZip),
    loaner: { stock, vin: row.loanerVin, year, make, model },
    // A delivery without a readable time keeps the planned end.
    deliveredAt: row.deliveredAt === null ? null : parseUtc(row.deliveredAt),
  }
}

/** Puts the repair order and the loaner that hold now in place of the sent ones. */
function withFacts(view: View, visit: LoanerVisit, hasFacts: boolean, remote: ProviderIdentity): LoanerVisit {
  const booking = hasFacts ? readBooking(view, visit.bookingId, remote) : null
  const move = booking?.moves.find(({ role }) => role === 'loaner')
  if (booking === null || move === undefined) return visit
  return { ...visit, reference: effectiveReference(booking), loaner: effectiveVehicle(booking, move) }
}
