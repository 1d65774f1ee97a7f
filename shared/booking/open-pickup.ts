import { z } from 'zod/mini'
import type { BookedMoves } from '../move/move.ts'
import { toMillis, type UtcInstant } from '../time/time.ts'
import { isCanceled } from '../outbox/amendment-rules.ts'
import { isOrWillBeCanceled, isReplaced } from '../outbox/reschedule.ts'
import { effectiveReference } from './added-facts.ts'
import { isSamePhone, isSameText } from './duplicates.ts'
import { isSameVin } from './vehicle.ts'

/*
 * The pickup whose return a person is probably about to book: a pickup of this phone, VIN or repair order that is not
 * canceled and has no return yet.
 */

const typed = (max: number) => z.nullable(z.string().check(z.maxLength(max)))

/** The values as typed so far; null for a value that is not there yet. */
export const openPickupQuerySchema = z.strictObject({ phone: typed(60), vin: typed(80), reference: typed(40) })

export type OpenPickupQuery = Readonly<z.output<typeof openPickupQuerySchema>>

/** A pickup or return with the values that recognize the other half of the same visit. */
export type Visit = {
  readonly action: 'pickup' | 'return'
  /** The appointment. */
  readonly time: UtcInstant
  /** VIN of the customer's car, the repair order that holds now, and the customer's stored phone; null if unknown. */
  readonly vin: string | null
  readonly reference: string | null
  readonly phone: string | null
}

/**
 * True if `other` returns the car of `pickup`: a later return of the same car. Two VINs decide; without two VINs, two
 * repair orders decide; without those, the phone.
 */
export function isReturn(other: Visit, pickup: Visit): boolean {
  if (other.action !== 'return' || pickup.action !== 'pickup' || other.time <= pickup.time) return false
  if (other.vin !== null && pickup.vin !== null) return isSameVin(other.vin, pickup.vin)
  if (other.reference !== null && pickup.reference !== null) return isSameText(other.reference, pickup.reference)
  return isSamePhone(other.phone, pickup.phone)
}

/** As `isReturn`, for two saved bookings. */
export function isReturnOf(other: BookedMoves, pickup: BookedMoves): boolean {
  const [back, out] = [visitOf(other), visitOf(pickup)]
  return back !== null && out !== null && isReturn(back, out)
}

function visitOf(booking: BookedMoves): Visit | null {
  const { action, time, moves, customerPhone } = booking
  if (action === null) return null
  const vin = moves.find(({ role }) => role !== 'loaner')?.vehicle?.vin ?? null
  return { action, time: time.utc, vin, reference: effectiveReference(booking), phone: customerPhone }
}

/** True unless the customer's car stays where it is, because the booking is not made or its car is canceled. */
export function movesCar({ state, moves }: BookedMoves): boolean {
  if (state === 'refused' || state === 'withdrawn') return false
  return moves.some((move) => move.role !== 'loaner' && !isCanceled(move))
}

/**
 * True for a pickup that has or can have a return. A pickup in doubt may exist, and a rescheduled pickup leaves its
 * return to the new booking.
 */
export function hasReturn(booking: BookedMoves): boolean {
  if (booking.action !== 'pickup' || booking.state === 'in-doubt' || !movesCar(booking)) return false
  return !isReplaced(booking) && booking.moves.some((move) => move.role !== 'loaner' && !isOrWillBeCanceled(move))
}

/**
 * Returns the latest of these pickups that none of the returns brings back; null if each pickup has its return. A
 * return brings back one pickup, the latest before it.
 */
export function latestOpenPickup(pickups: readonly BookedMoves[], returns: readonly BookedMoves[]): BookedMoves | null {
  const byTime = (one: BookedMoves, other: BookedMoves) => toMillis(other.time.utc) - toMillis(one.time.utc)
  const left = pickups.toSorted(byTime)
  for (const back of returns.toSorted((one, other) => -byTime(one, other))) {
    const at = left.findIndex((pickup) => isReturnOf(back, pickup))
    if (at >= 0) left.splice(at, 1)
  }
  return left[0] ?? null
}
