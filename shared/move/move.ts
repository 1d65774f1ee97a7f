import { assertNever } from '../result.ts'
import type { EntryState } from '../outbox/entry-state.ts'
import type { OutboxEntry } from '../outbox/machine.ts'
import type { Mismatch } from './mismatch.ts'
import type { AddedFact } from '../booking/added-facts.ts'
import type { Place, ResolvedPlace } from '../booking/place.ts'
import type { UtcInstant, ZonedTime } from '../time/time.ts'
import type { Vehicle } from '../booking/vehicle.ts'
import type { ProviderCapabilities, Amendment } from '../outbox/amendment.ts'
import type { RescheduleLink } from '../outbox/reschedule-link.ts'
import type { MoveNews, ToldNews } from './move-news.ts'
import type { ProviderBookingValues, ProviderMoveValues } from './provider-values.ts'

/** A value that only the provider knows. `known` is false until a response gives the value. */
export type ProviderFact<T> = { readonly known: false } | { readonly known: true; readonly value: T }

/** The six stages of a move, in order. */
export const STAGES = [
  'pickup_started',
  'pickup_arrived',
  'pickup_successful',
  'delivery_started',
  'delivery_arrived',
  'delivery_successful',
] as const

export type Stage = (typeof STAGES)[number]

/**
 * What the provider says of a stage: when the driver reached it, `true` for a stage that was reached without a readable
 * time, or null for a stage that was not reached.
 */
export type Stamp = UtcInstant | true | null

/**
 * True if the driver reached `stage` or a later one. The later stages count because a provider may leave a stage out
 * (test/spec/provider.md#status).
 */
export function hasReached(
  stages: Readonly<Record<Stage, Stamp>> | Readonly<Record<Stage, ProviderFact<Stamp>>>,
  stage: Stage,
): boolean {
  return STAGES.slice(STAGES.indexOf(stage)).some((one) => {
    const stamp = stages[one]
    return stamp !== null && (typeof stamp !== 'object' || (stamp.known && stamp.value !== null))
  })
}

export type MoveRole = 'customer' | 'loaner' | 'single'

export type MovePlace = Place & { readonly resolved: ProviderFact<ResolvedPlace> }

/** A trip of one vehicle (test/spec/service.md#move). The values that only the provider knows are `ProviderFact`s. */
export type Move = {
  /** The desk's own id, created with the booking. The provider's number is `number`. */
  readonly id: string
  readonly role: MoveRole
  /** The `id` or `move_id` of the provider's response. */
  readonly number: ProviderFact<number>
  readonly status: ProviderFact<string | null>
  readonly cancelStatus: ProviderFact<string | null>
  /** The provider's own words about a cancellation; null if the provider gave none. */
  readonly cancelReason: string | null
  /** Number of the move that replaced this move, told but not followed yet; null for no such number. */
  readonly replacedBy: number | null
  /** Why the last told number is not the move that replaced this move; null for no such reason. */
  readonly replacementMismatch: Mismatch | null
  /** The numbers that this move had before the desk followed it to a new number, oldest first. */
  readonly formerNumbers: readonly number[]
  readonly stages: Readonly<Record<Stage, ProviderFact<Stamp>>>
  readonly trackingLink: ProviderFact<string | null>
  readonly moveUri: ProviderFact<string | null>
  readonly laneUri: ProviderFact<string | null>
  readonly detailsUrl: ProviderFact<string | null>
  /** The reference on the wire: the typed reference and our unique part. */
  readonly reference: string
  readonly dealerContact: string | null
  readonly specialInstructions: string | null
  /** Null for a loaner that was not known when the booking left. `effectiveVehicle` has the vehicle that holds now. */
  readonly vehicle: Vehicle | null
  /** The vehicle in the provider's last response that showed one; null before such a response. */
  readonly providerVehicle: ProviderVehicle | null
  /** What the provider's responses hold of the sent values. */
  readonly providerValues: ProviderMoveValues
  /** What only the provider says of the move, beside its progress. */
  readonly news: MoveNews
  readonly pickup: MovePlace
  readonly delivery: MovePlace
  /** When the provider last returned this move; null before the first such response. */
  readonly providerReadAt: UtcInstant | null
  /**
   * Since when the provider says that no such move exists; null while the provider shows the move or gave no number.
   */
  readonly missingSince: UtcInstant | null
  /** The cancellation and change requests of this move, the newest first. */
  readonly amendments: readonly Amendment[]
}

/** A vehicle as a provider's response describes the vehicle. */
export type ProviderVehicle = Omit<Vehicle, 'manual'>

/** A move in a provider's response. `undefined` marks a value that this kind of response does not carry. */
export type ProviderMove = {
  readonly number: number
  readonly status: string | null
  readonly cancelStatus: string | null
  readonly cancelReason: string | null
  readonly stages: Readonly<Record<Stage, Stamp>>
  readonly trackingLink: string | null
  readonly moveUri: string | null
  readonly laneUri: string | null
  readonly detailsUrl: string | null | undefined
  readonly vehicle: ProviderVehicle | undefined
  readonly pickup: ResolvedPlace | undefined
  readonly delivery: ResolvedPlace | undefined
  /** What this response holds of the sent values. */
  readonly values?: ProviderMoveValues
  readonly news?: ToldNews
}

/**
 * When the vehicle is ready. Until the provider gives the time, a pair has our estimate and a one-way the requested
 * time.
 */
export type ReadyBy = { readonly utc: UtcInstant; readonly source: 'estimate' | 'requested' | 'provider' }

/**
 * Why a waiting entry does not leave. `other-provider`: the desk now works with another provider; `blocked`: an entry
 * for the same vehicle or repair order may be at the provider with an unknown outcome; `claim`: the hub of the rooftop
 * knows the entry, so the entry leaves only with a claim, and waits while the board is away; `handed-over`: the entry
 * waits for a takeover by another desk.
 */
export type WaitReason =
  | { readonly code: 'other-provider'; readonly address: string }
  | { readonly code: 'blocked' }
  | { readonly code: 'claim' | 'handed-over' }

/** A booking with its outbox entry and its moves, the customer's move first. A pair without a loaner has that alone. */
export type BookedMoves = {
  readonly id: string
  /** The name of the desk of this rooftop that alone sends the booking; null for this desk. */
  readonly desk: string | null
  readonly kind: 'pair' | 'one-way'
  readonly action: 'pickup' | 'return' | null
  readonly state: EntryState
  /** Why the entry does not leave while `waiting`; null if the entry is free to leave, and in any other state. */
  readonly waitReason: WaitReason | null
  /** The outbox entry that `stepEntry` works on. */
  readonly entry: OutboxEntry
  readonly savedAt: UtcInstant
  readonly customerName: string | null
  readonly customerPhone: string | null
  /** The appointment of a pair; the requested ready-by time of a one-way. */
  readonly time: ZonedTime
  readonly readyBy: ReadyBy
  /** The typed reference that is sent, without our unique part. `effectiveReference` has the one that holds now. */
  readonly reference: string | null
  /** The payer that the request names, chosen when the booking was saved; null if the provider bills the rooftop. */
  readonly payerNumber: number | null
  /** What persons added after the booking had left, the oldest first. */
  readonly addedFacts: readonly AddedFact[]
  /** Which amendments this desk can request from the provider of this booking. */
  readonly capabilities: ProviderCapabilities
  /** What the provider's responses hold of the sent values of the booking as a whole. */
  readonly providerValues: ProviderBookingValues
  /**
   * From when on the move can start, where that is after the ready-by and no person has said that the customer
   * knows; null otherwise. `timeToTell` says whether the time still matters.
   */
  readonly customerToTell: UtcInstant | null
  /** The booking that this booking replaces at another time; null for none. */
  readonly replaces: RescheduleLink | null
  /** The newest booking that replaces this booking at another time; null for none. */
  readonly replacement: RescheduleLink | null
  readonly moves: readonly Move[]
}

/** True for a pair with a loaner, known or not. False for a one-way and for a pair without a loaner. */
export function hasLoaner({ moves }: { readonly moves: readonly Pick<Move, 'role'>[] }): boolean {
  return moves.some(({ role }) => role === 'loaner')
}

export function stateLabel(state: EntryState): string {
  switch (state) {
    case 'waiting':
      return 'Not sent'
    case 'sending':
      return 'Sending'
    case 'booked':
      return 'Confirmed'
    case 'booked-awaiting-number':
      return 'Confirmed, number to come'
    case 'refused':
      return 'Rejected'
    case 'in-doubt':
      return 'Check with provider'
    case 'held':
      return 'On hold'
    case 'withdrawn':
      return 'Withdrawn'
    case 'placed-by-phone':
      return 'Booked by phone'
    default:
      return assertNever(state)
  }
}

/** Returns the label of a stage for the window, as seen from the vehicle of the move. */
export function stageLabel(stage: Stage): string {
  switch (stage) {
    case 'pickup_started':
      return 'Started'
    case 'pickup_arrived':
      return 'Arrived'
    case 'pickup_successful':
      return 'Picked up'
    case 'delivery_started':
      return 'En route'
    case 'delivery_arrived':
      return 'Arrived'
    case 'delivery_successful':
      return 'Delivered'
    default:
      return assertNever(stage)
  }
}
