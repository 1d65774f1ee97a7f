import { z } from 'zod'
import type { BookedMoves } from '../move/move.ts'
import { toMillis } from '../time/time.ts'
import { effectiveReference } from './added-facts.ts'
import { isSamePhone, isSameText } from './duplicates.ts'
import { isSameVin } from './vehicle.ts'

/*
 * The pickup whose return a person is probably about to book: a pickup of this phone, VIN or repair order that has no
 * return yet.
 */

const typed = (max: number) => z.string().max(max).nullable()

/** The values as typed so far; null for a value that is not there yet. */
export const openPickupQuerySchema = z.strictObject({ phone: typed(60), vin: typed(80), reference: typed(40) })

export type OpenPickupQuery = Readonly<z.output<typeof openPickupQuerySchema>>

/**
 * True if `other` returns the car of `pickup`: a later return of the same car. Two VINs decide; without two VINs, two
 * repair orders decide; without those, the phone.
 */
export function isReturnOf(other: BookedMoves, pickup: BookedMoves): boolean {
  if (other.action !== 'return' || pickup.action !== 'pickup') return false
  if (toMillis(other.time.utc) <= toMillis(pickup.time.utc)) return false
  const [vin, pickupVin] = [vinOf(other), vinOf(pickup)]
  if (vin !== null && pickupVin !== null) return isSameVin(vin, pickupVin)
  const [order, pickupOrder] = [effectiveReference(other), effectiveReference(pickup)]
  if (order !== null && pickupOrder !== null) return isSameText(order, pickupOrder)
  return isSamePhone(other.customerPhone, pickup.customerPhone)
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

function vinOf({ moves }: BookedMoves): string | null {
  return moves.find(({ role }) => role !== 'loaner')?.vehicle?.vin ?? null
}
