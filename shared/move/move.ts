import { assertNever } from '../result.ts'
import type { EntryState } from '../outbox/entry-state.ts'
import type { OutboxEntry } from '../outbox/machine.ts'
import type { Place, ResolvedPlace } from '../booking/place.ts'
import type { UtcInstant, ZonedTime } from '../time/time.ts'
import type { Vehicle } from '../booking/vehicle.ts'
import type { ProviderCapabilities, Amendment } from '../outbox/amendment.ts'

/** What only the provider can know: not known until it has answered. */
export type ProviderFact<T> = { readonly known: false } | { readonly known: true; readonly value: T }

/** The six steps of a move in their order. */
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

/** One vehicle, one trip (test/spec/service.md#move), with what only the provider knows marked as such. */
export type Move = {
  /** Ours, made when it was saved. */
  readonly id: string
  readonly role: MoveRole
  /** The provider's `id` or `move_id`. */
  readonly number: ProviderFact<number>
  readonly status: ProviderFact<string | null>
  readonly cancelStatus: ProviderFact<string | null>
  /** The provider's own words on a cancellation. */
  readonly cancelReason: string | null
  /** The number of the move that took this one's place, where an answer showed it. */
  readonly replacedBy: number | null
  readonly stages: Readonly<Record<Stage, ProviderFact<UtcInstant | null>>>
  readonly trackingLink: ProviderFact<string | null>
  readonly moveUri: ProviderFact<string | null>
  readonly laneUri: ProviderFact<string | null>
  readonly detailsUrl: ProviderFact<string | null>
  /** As it is sent: what the user typed and our unique part. */
  readonly reference: string
  readonly dealerContact: string | null
  readonly specialInstructions: string | null
  /** Null for a loaner that is not chosen yet. */
  readonly vehicle: Vehicle | null
  /** The vehicle as the provider last told it; null while it has told none. */
  readonly providerVehicle: ProviderVehicle | null
  readonly pickup: MovePlace
  readonly delivery: MovePlace
  /** When the provider was last asked about this move; null before its first answer. */
  readonly providerReadAt: UtcInstant | null
  /** Since when the provider says that it knows no such move; null while it shows it, and before its number. */
  readonly missingSince: UtcInstant | null
  /** What was asked of it since it was booked, the newest first. */
  readonly amendments: readonly Amendment[]
}

/** A vehicle in a provider's words. */
export type ProviderVehicle = Omit<Vehicle, 'manual'>

/** What the provider says of a move; `undefined` where the form that it came in does not carry it. */
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

/** When the vehicle is ready. The provider fixes it; until then it is an estimate of ours, or what was asked for. */
export type ReadyBy = { readonly utc: UtcInstant; readonly source: 'estimate' | 'requested' | 'provider' }

/** It was made for a provider that this desk does not work with, or another booking for the same vehicle comes first. */
export type WaitReason = { readonly code: 'other-provider'; readonly address: string } | { readonly code: 'blocked' }

/** A booking with its moves, as one answer: the customer's move first. */
export type BookedMoves = {
  readonly id: string
  readonly kind: 'pair' | 'one-way'
  readonly action: 'pickup' | 'return' | null
  readonly state: EntryState
  /** Why it does not leave although it waits; null where nothing keeps it. */
  readonly waitReason: WaitReason | null
  /** All that says what may become of it. */
  readonly entry: OutboxEntry
  readonly savedAt: UtcInstant
  readonly customerName: string | null
  readonly customerPhone: string | null
  /** The appointment of a pair; the asked ready-by of a one-way. */
  readonly time: ZonedTime
  readonly readyBy: ReadyBy
  /** What the user typed, without our unique part. */
  readonly reference: string | null
  /** What this desk can ask of the booking's provider. */
  readonly takes: ProviderCapabilities
  readonly moves: readonly Move[]
}

/** How a state is said on the screen. */
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

/** How a step of the driver is said, for the vehicle of this move. */
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
