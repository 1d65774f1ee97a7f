import type { BookedMoves, Move } from './move.ts'
import { sayTime } from './time-words.ts'
import { toMillis, type UtcInstant } from './time.ts'
import { isSameVin } from './vehicle.ts'

/*
 * Is a move that a provider shows the one that we asked for? Our reference is made for one move alone and decides. Where
 * the provider shows none, the vehicle, the places and the time must all fit; places are compared by their ZIP alone, as a
 * provider writes an address in its own way (provider.md 6.3).
 */

/** What a provider shows of a move. Null: not shown. */
export type ShownMove = {
  readonly number: number
  readonly reference: string | null
  readonly vin: string | null
  readonly readyBy: UtcInstant | null
  /** The two places, each as one line. */
  readonly pickup: string | null
  readonly delivery: string | null
}

/**
 * How far before a booking's own time its ready-by can lie, in ms: longer than any drive of a service lane, and shorter than
 * to the same hour of the day before.
 */
const LONGEST_LEAD = 12 * 60 * 60_000

/** How far a one-way's may lie from the one that was asked for, in ms: it is the same time, but for how it is rounded. */
const ROUNDED = 15 * 60_000

/**
 * Null when the shown move is ours, else in words why it is not, or why that cannot be told. A booking that was placed by
 * phone carries a reference of the provider's own.
 */
export function whyNotOurs(booking: BookedMoves, move: Move, shown: ShownMove): string | null {
  const differs = (what: string) => `Move ${shown.number} at the provider is another one: ${what}.`
  const vin = move.vehicle?.vin ?? null
  if (shown.vin !== null && vin !== null && !isSameVin(shown.vin, vin)) {
    return differs(`it is for the vehicle with VIN ${shown.vin}`)
  }
  if (shown.reference === move.reference) return null
  if (shown.reference !== null && booking.state !== 'by-phone') return differs(`its reference is ${shown.reference}`)
  if (shown.vin === null || vin === null) return sayUntold(shown)
  if (shown.readyBy === null || !isNear(shown.readyBy, booking)) {
    const when =
      shown.readyBy === null ? 'it shows no time' : `it is ready by ${sayTime(shown.readyBy, booking.time.zone)}`
    return differs(when)
  }
  if (shown.pickup === null || zipIn(shown.pickup) !== move.pickup.zip) {
    return differs(`it is collected at ${shown.pickup ?? 'a place that is not shown'}`)
  }
  if (shown.delivery !== null && zipIn(shown.delivery) !== move.delivery.zip) {
    return differs(`it goes to ${shown.delivery}`)
  }
  return null
}

function sayUntold({ number }: ShownMove): string {
  return `Move ${number} shows neither our reference nor the VIN, so it cannot be told whether it is this booking. Ask the provider for the number that stands beside the reference below.`
}

/** The ZIP of an address as one line: the last five digits that stand alone, since a house may have such a number too. */
function zipIn(address: string): string | null {
  return [...address.matchAll(/(?<![\d-])(\d{5})(?:-\d{4})?(?![\d-])/g)].at(-1)?.[1] ?? null
}

function isNear(readyBy: UtcInstant, { kind, time }: BookedMoves): boolean {
  const lead = toMillis(time.utc) - toMillis(readyBy)
  return kind === 'one-way' ? Math.abs(lead) <= ROUNDED : lead >= 0 && lead <= LONGEST_LEAD
}
