import { z } from 'zod/mini'
import { searchLine } from '../views/lookup.ts'
import { STAGES, type Stage, type Stamp, type ProviderVehicle } from './move.ts'
import { moveNewsSchema, type MoveNews } from './move-news.ts'
import { parseUtc, type UtcInstant } from '../time/time.ts'
import { CHANGED_PARTS } from '../outbox/amendment.ts'
import type { ConnectionCause } from '../desk/connection.ts'

/** A move that this desk did not book, fetched by its number and stored to be read. */
export type ExternalMove = {
  readonly number: number
  readonly reference: string | null
  readonly status: string | null
  readonly cancelStatus: string | null
  /** The provider's own words about a cancellation. */
  readonly cancelReason: string | null
  readonly stages: Readonly<Record<Stage, Stamp>>
  readonly readyBy: UtcInstant | null
  /** What the provider says of its own availability, named as in `ProviderBookingValues`. */
  readonly earliest: UtcInstant | null
  readonly unreadableEarliest: string | null
  readonly message: string | null
  readonly vehicle: ProviderVehicle | null
  /** True for a manual transmission; null if the provider does not say. */
  readonly manual: boolean | null
  readonly dealerContact: string | null
  readonly specialInstructions: string | null
  /** Names and ids of the two places at the provider. */
  readonly pickupName: string | null
  readonly pickupLocationId: number | null
  readonly deliveryName: string | null
  readonly deliveryLocationId: number | null
  readonly laneUri: string | null
  /** `pickup` and `delivery` are the addresses as one line each, in the provider's spelling. */
  readonly pickup: string | null
  readonly delivery: string | null
  readonly trackingLink: string | null
  readonly detailsUrl: string | null
  readonly news: MoveNews
  /** Number of the other move of the pair; null if the response does not contain that move. */
  readonly partner: number | null
}

/** An external move as stored. `fetchedAt` is when the provider returned these values. */
export type StoredExternalMove = { readonly move: ExternalMove; readonly fetchedAt: UtcInstant }

/**
 * Why the provider did not return the move now. `retryAt` is the earliest useful time of another fetch; null if only a
 * person can help.
 */
export type FetchSkippedReason = { readonly cause: ConnectionCause | 'unreadable'; readonly retryAt: UtcInstant | null }

/** Result of fetching a move by its number. */
export type FetchExternalMoveResult = StoredExternalMove & {
  /** Why the move is an older stored one; null if the provider returned the move just now. */
  readonly old: FetchSkippedReason | null
  /** Why the move is not stored on this PC; null if the move is stored. */
  readonly notKept: 'provider-left' | 'own-booking' | 'disk-full' | null
}

/** Stored moves that contain every search word, the most recently fetched first. `more` means that others match too. */
export type ExternalMoveMatches = { readonly moves: readonly StoredExternalMove[]; readonly more: boolean }

const nullableText = z.nullable(z.string())
const number = z.int().check(z.positive())
// A row of an earlier version has none of the values that have a default.
const laterText = z._default(nullableText, null)
const laterNumber = z._default(z.nullable(z.number()), null)
const instant = z.string().check(z.refine((text) => parseUtc(text) === text))

/** Checks a stored move, so that a row which was edited or damaged never reaches the window. */
export const externalMoveSchema: z.ZodMiniType<StoredExternalMove> = z.object({
  move: z.object({
    number,
    reference: nullableText,
    status: nullableText,
    cancelStatus: nullableText,
    cancelReason: laterText,
    stages: z.record(z.enum(STAGES), z.nullable(z.union([instant, z.literal(true)]))),
    readyBy: z.nullable(instant),
    earliest: z._default(z.nullable(instant), null),
    unreadableEarliest: laterText,
    message: laterText,
    vehicle: z.nullable(z.record(z.enum(CHANGED_PARTS), nullableText)),
    manual: z._default(z.nullable(z.boolean()), null),
    dealerContact: laterText,
    specialInstructions: laterText,
    pickupName: laterText,
    pickupLocationId: laterNumber,
    deliveryName: laterText,
    deliveryLocationId: laterNumber,
    laneUri: laterText,
    pickup: nullableText,
    delivery: nullableText,
    trackingLink: nullableText,
    detailsUrl: nullableText,
    news: z._default(moveNewsSchema, {}),
    partner: z.nullable(number),
  }),
  fetchedAt: instant,
})

/** Limit in characters, because every keystroke scans all lines and a provider may send an address of any length. */
const MAX_LINE_LENGTH = 1_000

/** Returns the normalized line that a search looks through, with both places, the contact and the instructions. */
export function externalMoveSearchLine({ vehicle, pickup, delivery, ...move }: ExternalMove): string {
  const words = [vehicle?.year, vehicle?.make, vehicle?.model, vehicle?.color]
  const line = searchLine({
    ...move,
    customerName: null,
    customerPhone: null,
    vin: vehicle?.vin ?? null,
    stock: vehicle?.stock ?? null,
    vehicle: words.filter((word) => word !== null).join(' '),
    texts: [pickup, delivery, move.pickupName, move.deliveryName, move.dealerContact, move.specialInstructions],
  })
  return line.slice(0, MAX_LINE_LENGTH)
}
