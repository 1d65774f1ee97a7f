import { effectiveReference, effectiveVehicle } from '../../shared/booking/added-facts.ts'
import { bookingTime, type Booking } from '../../shared/booking/booking.ts'
import type { DuplicateOverride } from '../../shared/booking/duplicate-override.ts'
import type { LoanerCheck } from '../../shared/booking/loaner-state.ts'
import { planTrip } from '../../shared/booking/trip.ts'
import type { Vehicle } from '../../shared/booking/vehicle.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { fail, type Result } from '../../shared/result.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { appendDecision } from '../store/tables/decisions.ts'
import { entryOfBooking } from '../store/tables/outbox.ts'
import { isDamageError, isDiskError } from '../store/errors.ts'
import type { Tx } from '../store/tx.ts'
import { readyBy, type CreateDeps } from './create.ts'
import { loanerCheckOf } from './loaners.ts'
import type { BookingQueries } from './queries.ts'

/* What stops a save until a person decides, and the record of that decision. */

export type PromiseDeps = Pick<CreateDeps, 'rooftop' | 'miles' | 'clock'> & Pick<BookingQueries, 'checkLoaner'>

/**
 * Returns the failure of a booking whose loaner another customer has or gets; null if the loaner is free, and if
 * `promised` names that customer's booking. A store that cannot be read stops no save, because the save itself tells.
 */
export function loanerPromisedReason(
  deps: PromiseDeps,
  booking: Booking,
  {
    except,
    promised,
    returns = null,
  }: {
    readonly except: string | null
    readonly promised: readonly string[]
    /** When a return that is saved together brings the loaner back. */
    readonly returns?: UtcInstant | null
  },
): Result<never> | null {
  const { rooftop, miles } = deps
  const leaves = readyBy(booking, rooftop(), miles).utc
  return checkPromised(deps, loanerCheckOf(booking, { leaves, returns }, except), promised)
}

/**
 * As `loanerPromisedReason`, for a stored booking that is about to get a loaner or another time. A booking that keeps
 * `loaner` and the time is not asked about.
 */
export function newLoanerPromisedReason(
  deps: PromiseDeps,
  booking: BookedMoves,
  {
    loaner,
    leaves = booking.readyBy.utc,
    promised,
  }: {
    readonly loaner: Pick<Vehicle, 'stock' | 'vin'> | null
    readonly leaves?: UtcInstant | undefined
    readonly promised: readonly string[]
  },
): Result<never> | null {
  const move = booking.moves.find(({ role }) => role === 'loaner')
  if (booking.action !== 'pickup' || move === undefined || loaner === null) return null
  const now = effectiveVehicle(booking, move)
  if (now?.stock === loaner.stock && now.vin === loaner.vin && leaves === booking.readyBy.utc) return null
  const { id: except, customerName: name, customerPhone: phone } = booking
  const { stock, vin } = loaner
  const check = { stock, vin, leaves, returns: null, name, phone, reference: effectiveReference(booking), except }
  return checkPromised(deps, check, promised)
}

function checkPromised(
  { checkLoaner, rooftop, clock }: PromiseDeps,
  check: LoanerCheck | null,
  promised: readonly string[],
): Result<never> | null {
  if (check === null) return null
  try {
    const checked = checkLoaner(check)
    if (!checked.ok || checked.value === null || promised.includes(checked.value.bookingId)) return null
    return fail('loaner-promised', 'loaner-promised', { ...checked.value, zone: rooftop().zone, at: clock.now() })
  } catch (error) {
    if (isDamageError(error) || isDiskError(error)) return null
    throw error
  }
}

/** True for a change after which the loaner, the time and the direction are those of the stored booking. */
export function keepsLoaner({ action, time, moves }: BookedMoves, booking: Booking): boolean {
  const stored = moves.find(({ role }) => role === 'loaner')?.vehicle ?? null
  if (booking.kind !== 'pair' || booking.action !== action || booking.appointment.utc !== time.utc) return false
  return stored?.stock === booking.loaner?.stock && stored?.vin === booking.loaner?.vin
}

/** Records who saved a booking despite what the window showed, one decision for each kind of question. */
export function recordOverride(
  tx: Tx,
  entryId: string,
  { alike, promised = [], who, at }: Omit<DuplicateOverride, 'booking'> & { readonly at: UtcInstant },
): void {
  const record = (kind: 'booked-despite-duplicates' | 'loaner-promised-again', others: readonly string[]) => {
    if (others.length > 0) appendDecision(tx, { entryId, at, kind, who, why: null, detail: others.join(', ') })
  }
  record('booked-despite-duplicates', alike)
  record('loaner-promised-again', promised)
}

/** Records who gave a stored booking a loaner or a time although the loaner is promised to the bookings `promised`. */
export function recordOverrideOf(
  tx: Tx,
  bookingId: string,
  override: { readonly promised: readonly string[]; readonly who: string; readonly at: UtcInstant },
): void {
  const entry = entryOfBooking(tx, bookingId)
  if (entry === null) throw new Error('a booking has an outbox entry')
  recordOverride(tx, entry.id, { alike: [], ...override })
}

/** Returns when the driver of a return is back at the lot, as far as this desk can estimate. */
export function returnTime({ rooftop, miles }: CreateDeps, booking: Booking): UtcInstant {
  const { utc } = bookingTime(booking)
  const drive = miles(rooftop().address.zip, booking.place.zip)
  return planTrip({ kind: 'pair', time: utc, readyBy: utc, miles: drive }).returns
}
