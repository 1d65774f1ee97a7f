import type { UtcInstant } from '../time/time.ts'

/**
 * Why a desk does not reach the hub of its rooftop: no connection, no answer in time, a refused certificate or role,
 * another store that speaks for the desk, versions too far apart, a full disk at the hub, or anything else.
 */
export const HUB_FAULTS = [
  'unreachable',
  'silent',
  'refused',
  'another-store',
  'version',
  'disk-full',
  'failed',
] as const

export type HubFault = (typeof HUB_FAULTS)[number]

/** The hub refuses a takeover of all from a desk that it heard within this time. */
export const SILENT_MS = 90_000

/**
 * A desk whose bookings a person may take over: all open ones of a desk that the hub has not heard for a while, else
 * those that the desk handed over.
 */
export type TakeableDesk = {
  readonly role: string
  readonly name: string
  readonly isSilent: boolean
  /** When the hub heard the desk last, by the clock of the hub. */
  readonly since: UtcInstant
  /** How many of its bookings have not left, and how many may have. */
  readonly waiting: number
  readonly doubtful: number
  /** The first ready-by of those that have not left; null for none. */
  readonly readyBy: UtcInstant | null
  /** How many of its booked bookings have a change or cancellation that has not reached the provider for certain. */
  readonly requests: number
}

/**
 * A desk that is heard and says that it cannot send, with how many bookings wait there and are not handed over. `cause`
 * is a `ConnectionCause`, or a word of a later version.
 */
export type StuckDesk = Pick<TakeableDesk, 'role' | 'name' | 'waiting'> & { readonly cause: string }

/**
 * Bookings of this desk that a hub which lost data holds until these desks are back, because a desk may have taken one
 * over before. IT retires a desk that does not come back.
 */
export type FrozenBookings = { readonly count: number; readonly desks: readonly string[] }

/**
 * How many open bookings of a desk stand in this store, because neither the hub nor the roster names the desk. IT
 * invites or retires a desk that the hub waits for, and a person takes over each booking of any other desk.
 */
export type UnreachedDesk = { readonly name: string; readonly count: number; readonly isAwaited: boolean }

/** Bookings of this desk that another desk took over, until a person here saw that. */
export type TakenOver = {
  readonly desk: string
  readonly count: number
  /** How many of them a person here changed or withdrew too late, which the other desk knows. Left out for none. */
  readonly changed?: number
}

/**
 * A booking that another desk may have sent too, or with `numbers` a booking for a visit that another desk booked too,
 * until a person here saw that.
 */
export type SentTwice = {
  readonly bookingId: string
  readonly customer: string | null
  readonly desk: string
  /** The provider's numbers of the moves of both bookings. */
  readonly numbers?: { readonly here: readonly number[]; readonly there: readonly number[] }
}

/**
 * What a takeover brought: how many bookings wait here, how many are in doubt here, how many have a request that leaves
 * from here, and how many the hub refused.
 */
export type Takeover = {
  readonly waiting: number
  readonly doubtful: number
  readonly requests: number
  readonly refused: number
  /** The desks that took refused ones over first. Left out for none. */
  readonly takenBy?: readonly string[]
}

/**
 * Whether a desk shows the bookings of its rooftop as they are now. `since` is when the desk lost the hub; what the
 * other desks did later is not shown.
 */
export type BoardStatus =
  /** `isCatchingUp` while the desk reads the bookings of the hub at once, because too much is new. */
  (
    | { readonly kind: 'connecting'; readonly isCatchingUp?: boolean }
    | {
        readonly kind: 'live'
        readonly takeable: readonly TakeableDesk[]
        /** Left out for none. */
        readonly stuck?: readonly StuckDesk[]
        /** Left out for none. */
        readonly frozen?: FrozenBookings
        /** Left out for none. */
        readonly unreached?: readonly UnreachedDesk[]
        /** What is new is read once a request that is under way here has ended. Left out where all was read. */
        readonly behind?: boolean
      }
    | { readonly kind: 'alone'; readonly fault: HubFault; readonly since: UtcInstant }
  ) & {
    readonly takenOver: readonly TakenOver[]
    readonly sentTwice: readonly SentTwice[]
    /** How many bookings of this desk are handed over and not taken yet. */
    readonly handedOver: number
    /** The hub told something that this version does not know. Left out where this desk shows all. */
    readonly needsUpdate?: boolean
    /** How many entries of the hub this desk could not keep. Left out for none. */
    readonly skipped?: number
  }
