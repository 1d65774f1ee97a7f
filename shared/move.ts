import { never } from './failure.ts'
import type { OutboxEntry } from './outbox.ts'
import type { Place, ResolvedPlace } from './place.ts'
import type { UtcInstant, ZonedTime } from './time.ts'
import type { Vehicle } from './vehicle.ts'
import type { Takes, Wish } from './wish.ts'

/** States of an outbox entry, and so of the booking that it speaks of (reliability: states). */
export const ENTRY_STATES = [
  /** Not asked to be sent yet. */
  'draft',
  /** Saved here; leaves by itself. */
  'waiting',
  /** Committed as being sent: the request may be on the wire. */
  'sending',
  /** The provider has it and named its numbers. */
  'booked',
  /** The provider has it; its number is not known yet. */
  'booked-number-to-come',
  /** The provider said no; nothing was booked. */
  'refused',
  /** Sent, and no answer that could be believed: it may be booked. Never sent again by itself. */
  'in-doubt',
  /** A person must act before it is sent. */
  'held',
  /** Taken back before it was sent. */
  'withdrawn',
  /** Given to the provider by phone: kept, and never sent. */
  'by-phone',
] as const

export type EntryState = (typeof ENTRY_STATES)[number]

/** What only the provider can know: not known until it has answered. */
export type ProviderFact<T> = { readonly known: false } | { readonly known: true; readonly value: T }

/** The six steps of a move in their order (2.1). */
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

/** One vehicle, one trip (2.1), with what only the provider knows marked as such. */
export type Move = {
  /** Ours, made when it was saved. */
  readonly id: string
  readonly role: MoveRole
  /** The provider's `id` or `move_id`. */
  readonly number: ProviderFact<number>
  readonly status: ProviderFact<string | null>
  readonly cancelStatus: ProviderFact<string | null>
  /** The provider's own words on a cancellation (provider.md 6.2). */
  readonly cancelReason: string | null
  /** The number of the move that took this one's place, where an answer showed it (provider.md 8). */
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
  readonly vehicleTold: ToldVehicle | null
  readonly pickup: MovePlace
  readonly delivery: MovePlace
  /** When the provider was last asked about this move; null before its first answer. */
  readonly seenAt: UtcInstant | null
  /** Since when the provider says that it knows no such move (row 29); null while it shows it, and before its number. */
  readonly goneAt: UtcInstant | null
  /** What was asked of it since it was booked, the newest first. */
  readonly wishes: readonly Wish[]
}

/** A vehicle in a provider's words (2.2). */
export type ToldVehicle = Omit<Vehicle, 'manual'>

/** What the provider says of a move (2.1); `undefined` where the form that it came in does not carry it. */
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
  readonly vehicle: ToldVehicle | undefined
  readonly pickup: ResolvedPlace | undefined
  readonly delivery: ResolvedPlace | undefined
}

/** When the vehicle is ready. The provider fixes it; until then it is an estimate of ours, or what was asked for. */
export type ReadyBy = { readonly utc: UtcInstant; readonly source: 'estimate' | 'asked' | 'provider' }

/** A booking with its moves, as one answer (2.4, 2.5): the customer's move first. */
export type BookedMoves = {
  readonly id: string
  readonly kind: 'pair' | 'one-way'
  readonly action: 'pickup' | 'return' | null
  readonly state: EntryState
  /** Why it is in this state, in words; null where the state says it all. */
  readonly reason: string | null
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
  readonly takes: Takes
  readonly moves: readonly Move[]
}

/** How a state is said on the screen. */
export function sayState(state: EntryState): string {
  switch (state) {
    case 'draft':
      return 'Draft'
    case 'waiting':
      return 'Waiting'
    case 'sending':
      return 'Sending'
    case 'booked':
      return 'Confirmed'
    case 'booked-number-to-come':
      return 'Confirmed, number to come'
    case 'refused':
      return 'Not accepted'
    case 'in-doubt':
      return 'May be booked'
    case 'held':
      return 'Needs attention'
    case 'withdrawn':
      return 'Withdrawn'
    case 'by-phone':
      return 'Placed by phone'
    default:
      return never(state)
  }
}

/** How a step of the driver is said, for the vehicle of this move. */
export function sayStage(stage: Stage): string {
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
      return never(stage)
  }
}
