import { z } from 'zod'
import { phoneVariants, searchLine } from '../views/lookup.ts'
import { STAGES, type Stage, type ProviderVehicle } from './move.ts'
import { parseUtc, type UtcInstant } from '../time/time.ts'
import { CHANGED_PARTS } from '../outbox/amendment.ts'
import type { ConnectionCause } from '../desk/connection.ts'

/** A move that a provider showed when it was asked for by its number, and that no booking of this desk is. Only ever read. */
export type ExternalMove = {
  readonly number: number
  readonly reference: string | null
  readonly status: string | null
  readonly cancelStatus: string | null
  readonly stages: Readonly<Record<Stage, UtcInstant | null>>
  readonly readyBy: UtcInstant | null
  readonly vehicle: ProviderVehicle | null
  /** Where it is collected and where it is brought, each as the provider writes it in one line. */
  readonly pickup: string | null
  readonly delivery: string | null
  readonly trackingLink: string | null
  readonly detailsUrl: string | null
  /** The number of the other move of its pair, where that was told with it. */
  readonly partner: number | null
}

/** Such a move as this PC keeps it, and when the provider showed it so. */
export type StoredExternalMove = { readonly move: ExternalMove; readonly askedAt: UtcInstant }

/** Why a move is not as the provider shows it now, and from when on it is worth asking again; null where only a person helps. */
export type FetchSkippedReason = { readonly cause: ConnectionCause | 'unreadable'; readonly againAt: UtcInstant | null }

/** What asking for a move by its number brought. */
export type FetchExternalMoveResult = StoredExternalMove & {
  /** Null where the provider showed it just now. */
  readonly old: FetchSkippedReason | null
  /** Why it is not kept on this PC; null where it is. */
  readonly notKept: 'provider-left' | 'own-booking' | 'disk-full' | null
}

/** Moves that are kept and hold every word, the newest asked first; `more` when there were others. */
export type ExternalMoveMatches = { readonly moves: readonly StoredExternalMove[]; readonly more: boolean }

const told = z.string().nullable()
const number = z.int().positive()
const instant = z.string().refine((text) => parseUtc(text) === text)

/** Reads what was kept: a file that was written by hand or by chance must not reach the window. */
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
  askedAt: instant,
})

/** A line is read at each keystroke, and a provider may write an address of any length. */
const MAX_LINE_LENGTH = 1_000

/** The one normalised line by which such a move is found: that of `searchLine`, with both addresses. */
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
