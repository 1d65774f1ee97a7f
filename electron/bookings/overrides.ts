import { bookingTime, type Booking } from '../../shared/booking/booking.ts'
import type { DuplicateOverride } from '../../shared/booking/duplicate-override.ts'
import { planTrip } from '../../shared/booking/trip.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { fail, type Result } from '../../shared/result.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { appendDecision } from '../store/tables/decisions.ts'
import { isDamageError, isDiskError } from '../store/errors.ts'
import type { Store } from '../store/store.ts'
import type { Tx } from '../store/tx.ts'
import { readyBy, type CreateDeps } from './create.ts'
import { checkLoaner, loanerCheckOf } from './loaners.ts'

/* What stops a save until a person decides, and the record of that decision. */

/**
 * Returns the failure of a booking whose loaner another customer has or gets; null if the loaner is free, and if
 * `promised` names that customer's booking. A store that cannot be read stops no save, because the save itself tells.
 */
export function loanerPromisedReason(
  { store, rooftop, miles, clock }: CreateDeps & { readonly store: Store },
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
  const { zone } = rooftop()
  const check = loanerCheckOf(booking, { leaves: readyBy(booking, rooftop(), miles).utc, returns }, except)
  if (check === null) return null
  try {
    const conflict = store.read((view) => checkLoaner(view, check, { zone, miles }))
    if (conflict === null || promised.includes(conflict.bookingId)) return null
    return fail('loaner-promised', 'loaner-promised', { ...conflict, zone, at: clock.now() })
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

/** Returns when the driver of a return is back at the lot, as far as this desk can estimate. */
export function returnTime({ rooftop, miles }: CreateDeps, booking: Booking): UtcInstant {
  const { utc } = bookingTime(booking)
  const drive = miles(rooftop().address.zip, booking.place.zip)
  return planTrip({ kind: 'pair', time: utc, readyBy: utc, miles: drive }).returns
}
