import type { UtcInstant } from '../time/time.ts'

/**
 * Why a desk does not reach the hub of its rooftop: no connection, no answer in time, a refused certificate or role,
 * another store that speaks for the desk, versions too far apart, a full disk at the hub, or anything else.
 */
export type HubFault = 'unreachable' | 'silent' | 'refused' | 'another-store' | 'version' | 'disk-full' | 'failed'

/** A desk that the hub has not heard for a while, with open bookings. A person may take these over. */
export type SilentDesk = {
  readonly role: string
  readonly name: string
  /** By the clock of the hub. */
  readonly since: UtcInstant
  /** How many of its bookings have not left, and how many may have. */
  readonly waiting: number
  readonly doubtful: number
  /** The first ready-by of those that have not left; null for none. */
  readonly readyBy: UtcInstant | null
}

/** Bookings of this desk that another desk took over, until a person here saw that. */
export type TakenOver = { readonly desk: string; readonly count: number }

/** What a takeover brought: how many bookings wait here, how many are in doubt here, and how many the hub refused. */
export type Takeover = { readonly waiting: number; readonly doubtful: number; readonly refused: number }

/**
 * Whether a desk shows the bookings of its rooftop as they are now. `since` is when the desk lost the hub; what the
 * other desks did later is not shown.
 */
export type BoardStatus = (
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live'; readonly silent: readonly SilentDesk[] }
  | { readonly kind: 'alone'; readonly fault: HubFault; readonly since: UtcInstant }
) & { readonly takenOver: readonly TakenOver[] }
