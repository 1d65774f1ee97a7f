import { z } from 'zod'
import { phoneVariants, searchLine } from '../views/lookup.ts'
import { STAGES, type Stage, type ProviderVehicle } from './move.ts'
import { parseUtc, type UtcInstant } from '../time/time.ts'
import { CHANGED_PARTS } from '../outbox/amendment.ts'
import type { ConnectionCause } from '../desk/connection.ts'

/** A move that a provider showed for its number and that no booking of this desk owns. Read-only. */
export type ExternalMove = {
  readonly number: number
  readonly reference: string | null
  readonly status: string | null
  readonly cancelStatus: string | null
  readonly stages: Readonly<Record<Stage, UtcInstant | null>>
  readonly readyBy: UtcInstant | null
  readonly vehicle: ProviderVehicle | null
  /** The pickup and delivery places, each as one line as the provider writes it. */
  readonly pickup: string | null
  readonly delivery: string | null
  readonly trackingLink: string | null
  readonly detailsUrl: string | null
  /** The number of the other half of its pair, if the response contained it. */
  readonly partner: number | null
}

/** An external move as stored on this PC, with the time of the fetch. */
export type StoredExternalMove = { readonly move: ExternalMove; readonly fetchedAt: UtcInstant }

/** Why the shown data is old, and from when another fetch may help. Null if only a person can help. */
export type FetchSkippedReason = { readonly cause: ConnectionCause | 'unreadable'; readonly againAt: UtcInstant | null }

/** The result of fetching an external move. */
export type FetchExternalMoveResult = StoredExternalMove & {
  /** Null if the provider showed the move just now. */
  readonly old: FetchSkippedReason | null
  /** Why the move was not stored on this PC; null if it was. */
  readonly notKept: 'provider-left' | 'own-booking' | 'disk-full' | null
}

/** Stored moves that contain every word, the newest fetched first. `more` is true if there are others. */
export type ExternalMoveMatches = { readonly moves: readonly StoredExternalMove[]; readonly more: boolean }

const told = z.string().nullable()
const number = z.int().positive()
const instant = z.string().refine((text) => parseUtc(text) === text)

/** Checks stored data, because a hand-written or corrupted file must not reach the window. */
export const externalMoveSchema: z.ZodType<StoredExternalMove> = z.object({
  move: z.object({
    number,
    reference: told,
    status: told,
    cancelStatus: told,
    stages: z.record(z.enum(STAGES), instant.nullable()),
    readyBy: instant.nullable(),
    vehicle: z.record(z.enum(CHANGED_PARTS), told).nullable(),
    pickup: told,
    delivery: told,
    trackingLink: told,
    detailsUrl: told,
    partner: number.nullable(),
  }),
  fetchedAt: instant,
})

/** A search reads the lines at each keystroke, and a provider may send an address of any length. */
const MAX_LINE_LENGTH = 1_000

/** The normalized line by which a search finds the move: the line of `searchLine` with both addresses. */
export function externalMoveSearchLine({ vehicle, pickup, delivery, ...move }: ExternalMove): string {
  const words = [vehicle?.year, vehicle?.make, vehicle?.model, vehicle?.color]
  const line = searchLine({
    ...move,
    customerName: null,
    customerPhone: null,
    vin: vehicle?.vin ?? null,
    stock: vehicle?.stock ?? null,
    vehicle: words.filter((word) => word !== null).join(' '),
  })
  return [line, ...phoneVariants(pickup), ...phoneVariants(delivery)].join(' | ').slice(0, MAX_LINE_LENGTH)
}
