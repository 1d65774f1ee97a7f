import type { HubFault } from '../../shared/desk/board-status.ts'
import type { ConnectionCause } from '../../shared/desk/connection.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import type { SendRight } from '../store/board/rights.ts'

/*
 * What a board needs of a hub, whatever engine keeps the log there. Each verb rejects with a `HubError`, and a session
 * that rejected once is not used again.
 */

/** The standing of the hub that follows an answer. */
export type HubStanding = {
  readonly hub: string
  readonly epoch: number
  readonly lastSeq: number
  readonly floorSeq: number
  /** For so long after its start the hub grants no claim. */
  readonly claimPauseMs: number
  /** The desks that have not sent again yet what the hub may have lost; entries of an older epoch wait for them. */
  readonly missing: readonly string[]
}

/**
 * A desk of the roster. `heardAt` is by the clock of the hub (for a desk that was never heard, when the desk was named
 * gone), and `silentMs` says how long ago, at least 90 s for a desk that is gone; both are null for a desk to come.
 */
export type RosterDesk = {
  readonly role: string
  readonly name: string
  readonly heardAt: UtcInstant | null
  readonly silentMs: number | null
  /** Why the desk cannot send, as it said; null for a desk that can. A later version may say another word. */
  readonly cannotSend: string | null
  /** A person named the desk gone, or IT retired it. */
  readonly isGone: boolean
  /** The store of the desk followed no hub before this one; left out by a hub of the version before. */
  readonly isNew?: boolean
  /** Gone before the desk told the hub all that it knew. */
  readonly isLost?: boolean
  /** Gone for ten minutes, in which the desk may be invited again. */
  readonly isGoneForLong?: boolean
}

export type HubGreeting = HubStanding & {
  /** The last line that the hub has of this incarnation. */
  readonly lastN: number
  readonly roster: readonly RosterDesk[]
}

/** A right as the hub writes it; what it does not have is left out. */
export type HubRight = Pick<SendRight, 'owner' | 'state' | 'rev' | 'epoch'> &
  Partial<Pick<SendRight, 'claimedAt' | 'handedOver' | 'takenFrom' | 'attempt'>> & {
    readonly outcome?: string
    readonly settledBy?: string
  }

/** The answer to a claim or a takeover. The reasons are in electron/hub/README.md. */
export type RightAnswer =
  | { readonly ok: true; readonly right: HubRight; readonly claimedMsAgo?: number }
  | {
      readonly ok: false
      readonly reason: string
      readonly right?: HubRight
      /** As in `HubStanding`. */
      readonly missing?: readonly string[]
      /** For the reason `duplicate`, the ids of the bookings alike. */
      readonly duplicates?: readonly string[]
    }

export type HubEvent = {
  readonly seq: number
  readonly mark: string
  /** The role of the desk that wrote the event. */
  readonly desk: string
  readonly kind: string
  readonly booking: string | null
  readonly entry: string | null
  readonly body: unknown
  /** What the event changed at the hub. */
  readonly effect: unknown
}

/** A booking of a snapshot: its newest body, and its right as it stood in that moment. */
export type SnapshotBooking = {
  readonly booking: string
  readonly entry: string
  /** The role of the desk that made the booking. */
  readonly desk: string
  /** The number of the event that brought the body. */
  readonly seq: number
  readonly body: unknown
  readonly right?: HubRight
}

/** A booking that was forgotten, with its right as far as the hub still has the right. */
export type ForgottenBooking = {
  readonly booking: string
  readonly entry: string | null
  readonly right: HubRight | null
}

/** A portion of a snapshot. All portions show the moment of the event `lastSeq`. */
export type SnapshotPortion = Pick<HubStanding, 'lastSeq'> & {
  readonly bookings: readonly SnapshotBooking[]
  /** The first portion alone has the mark of the last event, and the forgotten bookings. */
  readonly mark?: string | null
  readonly forgotten?: readonly ForgottenBooking[]
}

export type HubSession = {
  hello(known: {
    readonly hub: string | null
    readonly epoch: number | null
    readonly hasFollowed: boolean
    readonly seen: number
    readonly mark: string | null
    readonly acknowledged: number
  }): Promise<HubGreeting>
  /** `seen` is null as long as the desk has not sent its answers to what it read. */
  beat(seen: number | null): Promise<HubStanding>
  roster(): Promise<readonly RosterDesk[]>
  /** Appends queued lines, each as JSON, and returns the number of the last line that the hub has. */
  append(lines: readonly string[]): Promise<number>
  /** The events after `seq` in the order of the log, at most `limit`. */
  eventsAfter(seq: number, limit: number): Promise<readonly HubEvent[]>
  /**
   * The bookings that the hub has, `limit` a portion. The hub ends the session of a reader that takes more than 5 s
   * between two portions.
   */
  snapshot(limit: number): AsyncIterable<SnapshotPortion>
  /**
   * Asks for the right to send an entry at this revision. The same `attempt` may be asked again, and has the same
   * answer.
   */
  claim(entryId: string, rev: number, attempt: string, how: ClaimConditions): Promise<RightAnswer>
  /**
   * Takes the right of an entry from a silent desk, or with `one` from any desk. `who` is the person who decided so.
   */
  take(entryId: string, rev: number, how: { readonly who: string; readonly one: boolean }): Promise<RightAnswer>
  close(): void
}

export type ClaimConditions = {
  /** The bookings alike that a person accepted. */
  readonly acknowledged: readonly string[]
  /** The claim is for a resend of the same bytes. */
  readonly resend: boolean
}

export class HubError extends Error {
  readonly fault: HubFault

  constructor(fault: HubFault, message: string) {
    super(message)
    this.fault = fault
  }
}

/**
 * Opens a session. `onHint` is called when the hub may have new events, `onLost` once when the session ends, and
 * `cannotSend` at each beat, which tells the hub why this desk cannot send.
 */
export type OpenHub = (listeners: {
  readonly onHint: () => void
  readonly onLost: (error: HubError) => void
  readonly cannotSend?: () => ConnectionCause | null
}) => Promise<HubSession>
