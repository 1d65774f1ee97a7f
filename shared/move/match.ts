import type { BookedMoves, Move } from './move.ts'
import { toMillis, type UtcInstant } from '../time/time.ts'
import { isSameVin } from '../booking/vehicle.ts'

/*
 * Decides whether a move that a provider shows is ours. Our unique reference decides; without a shown reference the
 * vehicle, the places (by ZIP alone, test/spec/provider.md#addresses) and the time must all fit.
 */

/** A move's data as a provider shows it. Null means not shown. */
export type ProviderMoveSummary = {
  readonly number: number
  readonly reference: string | null
  readonly vin: string | null
  readonly readyBy: UtcInstant | null
  /** The two places, each as one line. */
  readonly pickup: string | null
  readonly delivery: string | null
}

/**
 * How long before a booking's own time its ready-by may be, in ms: longer than any drive of a service lane and shorter
 * than a day minus such a drive.
 */
const MAX_LEAD_MS = 12 * 60 * 60_000

/**
 * How far a one-way's shown time may differ from the requested time, in ms. Both are the same time apart from
 * rounding.
 */
const TIME_TOLERANCE_MS = 15 * 60_000

/** Why the move behind a number is not ours. `value` is the value that the provider shows instead, or null. */
export type Mismatch = {
  readonly mismatch:
    | 'vin'
    | 'reference'
    /** The move shows neither our reference nor a VIN, so it cannot be identified. */
    | 'unmarked'
    | 'time'
    | 'pickup'
    | 'delivery'
    /** Another booking of this desk has the number. */
    | 'other-booking'
    /** The provider does not show the move to this desk. */
    | 'hidden'
    | 'unknown-number'
  readonly number: number
  readonly value: string | null
}

/**
 * Null if the shown move is ours, else the reason why it is not or cannot be identified. A booking placed by phone
 * carries a reference of the provider's own.
 */
export function mismatchReason(booking: BookedMoves, move: Move, shown: ProviderMoveSummary): Mismatch | null {
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
  if (shown.readyBy === null || !isNear(shown.readyBy, booking)) {
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

/**
 * The ZIP of a one-line address: the last separate group of five digits, because a house may have such a number too.
 */
function zipIn(address: string): string | null {
  return [...address.matchAll(/(?<![\d-])(\d{5})(?:-\d{4})?(?![\d-])/g)].at(-1)?.[1] ?? null
}

function isNear(readyBy: UtcInstant, { kind, time }: BookedMoves): boolean {
  const lead = toMillis(time.utc) - toMillis(readyBy)
  return kind === 'one-way' ? Math.abs(lead) <= TIME_TOLERANCE_MS : lead >= 0 && lead <= MAX_LEAD_MS
}
