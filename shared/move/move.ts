import { assertNever } from '../result.ts'
import type { EntryState } from '../outbox/entry-state.ts'
import type { OutboxEntry } from '../outbox/machine.ts'
import type { Place, ResolvedPlace } from '../booking/place.ts'
import type { UtcInstant, ZonedTime } from '../time/time.ts'
import type { Vehicle } from '../booking/vehicle.ts'
import type { ProviderCapabilities, Amendment } from '../outbox/amendment.ts'

/** A value that only the provider can know, unknown until the provider has answered. */
export type ProviderFact<T> = { readonly known: false } | { readonly known: true; readonly value: T }

/** The six stages of a move in order. */
export const STAGES = [
  'pickup_started',
  'pickup_arrived',
  'pickup_successful',
  'delivery_started',
  'delivery_arrived',
  'delivery_successful',
] as const

export type Stage = (typeof STAGES)[number]

export type MoveRole = 'customer' | 'loaner' | 'single'

export type MovePlace = Place & { readonly resolved: ProviderFact<ResolvedPlace> }

/**
 * One vehicle on one trip (test/spec/service.md#move), with the provider's values marked as unknown until they arrive.
 */
export type Move = {
  /** Our own id, made at the save. */
  readonly id: string
  readonly role: MoveRole
  /** The provider's `id` or `move_id`. */
  readonly number: ProviderFact<number>
  readonly status: ProviderFact<string | null>
  readonly cancelStatus: ProviderFact<string | null>
  /** The provider's own words on a cancellation. */
  readonly cancelReason: string | null
  /** The number of the move that replaced this move, if a response showed it. */
  readonly replacedBy: number | null
  readonly stages: Readonly<Record<Stage, ProviderFact<UtcInstant | null>>>
  readonly trackingLink: ProviderFact<string | null>
  readonly moveUri: ProviderFact<string | null>
  readonly laneUri: ProviderFact<string | null>
  readonly detailsUrl: ProviderFact<string | null>
  /** The sent reference: the typed text and our unique part. */
  readonly reference: string
  readonly dealerContact: string | null
  readonly specialInstructions: string | null
  /** Null for a loaner that is not chosen yet. */
  readonly vehicle: Vehicle | null
  /** The vehicle as the provider last showed it, or null. */
  readonly providerVehicle: ProviderVehicle | null
  readonly pickup: MovePlace
  readonly delivery: MovePlace
  /** When the provider last answered about this move; null before the first answer. */
  readonly providerReadAt: UtcInstant | null
  /** Since when the provider does not know the move; null while it shows the move, and before the move has a number. */
  readonly missingSince: UtcInstant | null
  /** The amendments of the move, the newest first. */
  readonly amendments: readonly Amendment[]
}

/** A vehicle in the provider's words. */
export type ProviderVehicle = Omit<Vehicle, 'manual'>

/** The provider's values of a move. A value is `undefined` if the response format does not contain it. */
export type ProviderMove = {
  readonly number: number
  readonly status: string | null
  readonly cancelStatus: string | null
  readonly cancelReason: string | null
  readonly stages: Readonly<Record<Stage, UtcInstant | null>>
  readonly trackingLink: string | null
  readonly moveUri: string | null
  readonly laneUri: string | null
  readonly detailsUrl: string | null | undefined
  readonly vehicle: ProviderVehicle | undefined
  readonly pickup: ResolvedPlace | undefined
  readonly delivery: ResolvedPlace | undefined
}

/** When the vehicle is ready. Our estimate or the requested time counts until the provider sets the time. */
export type ReadyBy = { readonly utc: UtcInstant; readonly source: 'estimate' | 'requested' | 'provider' }

/** The booking belongs to another provider than the desk's, or another booking for the same vehicle comes first. */
export type WaitReason = { readonly code: 'other-provider'; readonly address: string } | { readonly code: 'blocked' }

/** A booking with its moves, the customer's move first. */
export type BookedMoves = {
  readonly id: string
  readonly kind: 'pair' | 'one-way'
  readonly action: 'pickup' | 'return' | null
  readonly state: EntryState
  /** Why a waiting booking does not leave; null if it may leave. */
  readonly waitReason: WaitReason | null
  /** The outbox entry, from which all possible next steps follow. */
  readonly entry: OutboxEntry
  readonly savedAt: UtcInstant
  readonly customerName: string | null
  readonly customerPhone: string | null
  /** The appointment of a pair, or the requested ready-by of a one-way. */
  readonly time: ZonedTime
  readonly readyBy: ReadyBy
  /** The typed reference, without our unique part. */
  readonly reference: string | null
  /** The amendments that the booking's provider supports. */
  readonly takes: ProviderCapabilities
  readonly moves: readonly Move[]
}

/** The label of a state on the screen. */
export function stateLabel(state: EntryState): string {
  switch (state) {
    case 'waiting':
      return 'Waiting'
    case 'sending':
      return 'Sending'
    case 'booked':
      return 'Confirmed'
    case 'booked-awaiting-number':
      return 'Confirmed, number to come'
    case 'refused':
      return 'Not accepted'
    case 'in-doubt':
      return 'May be booked'
    case 'held':
      return 'Needs attention'
    case 'withdrawn':
      return 'Withdrawn'
    case 'placed-by-phone':
      return 'Placed by phone'
    default:
      return assertNever(state)
  }
}

/** The label of a driver's stage, for the vehicle of this move. */
export function stageLabel(stage: Stage): string {
  switch (stage) {
    case 'pickup_started':
      return 'Driver on the way to the vehicle'
    case 'pickup_arrived':
      return 'Driver at the vehicle'
    case 'pickup_successful':
      return 'Vehicle collected'
    case 'delivery_started':
      return 'On the way'
    case 'delivery_arrived':
      return 'Arrived'
    case 'delivery_successful':
      return 'Delivered'
    default:
      return assertNever(stage)
  }
}
