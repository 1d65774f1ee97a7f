import type { Mismatch } from './mismatch.ts'
import type { BookedMoves, Move } from './move.ts'
import { toMillis, type UtcInstant } from '../time/time.ts'
import { isSameVin } from '../booking/vehicle.ts'

/*
 * Decides whether a fetched move is the move that the desk booked: our reference is unique for each move and settles
 * the match unless the VIN contradicts. Without our reference, VIN, time and pickup ZIP code must match, and the
 * delivery ZIP code if shown; the provider spells the rest of an address in its own way
 * (test/spec/provider.md#addresses).
 */

/** The values of a fetched move that a match compares; null for a value that the provider does not show. */
export type ProviderMoveSummary = {
  readonly number: number
  readonly reference: string | null
  readonly vin: string | null
  readonly readyBy: UtcInstant | null
  /** `pickup` and `delivery` are the addresses as one line each. */
  readonly pickup: string | null
  readonly delivery: string | null
}

/**
 * Longest time from a pair's ready-by time to its appointment: longer than any drive of a service lane, and shorter
 * than a day, so that the same trip of the day before never matches.
 */
const MAX_LEAD_MS = 12 * 60 * 60_000

/** Largest difference of a one-way's ready-by time from the requested time, since a provider may round the time. */
const TIME_TOLERANCE_MS = 15 * 60_000

/**
 * Returns why the shown move is not ours or cannot be recognized as ours; null if the move is ours. A booking that was
 * placed by phone may carry a reference of the provider's own, and the time of an `isReplacement` move may be any.
 */
export function mismatchReason(
  booking: BookedMoves,
  move: Move,
  shown: ProviderMoveSummary,
  { isReplacement = false }: { readonly isReplacement?: boolean } = {},
): Mismatch | null {
  const differs = (mismatch: Mismatch['mismatch'], value: string | null): Mismatch => ({
    mismatch,
    number: shown.number,
    value,
  })
  const vin = move.vehicle?.vin ?? null
  if (shown.vin !== null && vin !== null && !isSameVin(shown.vin, vin)) {
    return differs('vin', shown.vin)
  }
  if (shown.reference === move.reference) return null
  if (shown.reference !== null && booking.state !== 'placed-by-phone') return differs('reference', shown.reference)
  if (shown.vin === null || vin === null) return differs('unmarked', null)
  if (!isReplacement && (shown.readyBy === null || !isNear(shown.readyBy, booking))) {
    return differs('time', shown.readyBy)
  }
  if (shown.pickup === null || zipIn(shown.pickup) !== move.pickup.zip) {
    return differs('pickup', shown.pickup)
  }
  if (shown.delivery !== null && zipIn(shown.delivery) !== move.delivery.zip) {
    return differs('delivery', shown.delivery)
  }
  return null
}

/** Returns the ZIP code of an address line: the last group of five digits, because a house number can have five too. */
function zipIn(address: string): string | null {
  return [...address.matchAll(/(?<![\d-])(\d{5})(?:-\d{4})?(?![\d-])/g)].at(-1)?.[1] ?? null
}

function isNear(readyBy: UtcInstant, { kind, time }: BookedMoves): boolean {
  const lead = toMillis(time.utc) - toMillis(readyBy)
  return kind === 'one-way' ? Math.abs(lead) <= TIME_TOLERANCE_MS : lead >= 0 && lead <= MAX_LEAD_MS
}
