import type { HubFault } from '../../shared/desk/board-status.ts'

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
}

/** A desk of the roster; `silentMs` is null for a desk that the hub never heard. */
export type RosterDesk = { readonly role: string; readonly name: string; readonly silentMs: number | null }

export type HubGreeting = HubStanding & {
  /** The last line that the hub has of this incarnation. */
  readonly lastN: number
  readonly roster: readonly RosterDesk[]
}

export type HubEvent = {
  readonly seq: number
  readonly mark: string
  /** The role of the desk that wrote the event. */
  readonly desk: string
  readonly kind: string
  readonly booking: string | null
  readonly body: unknown
  /** What the event changed at the hub. */
  readonly effect: unknown
}

export type HubSession = {
  hello(known: {
    readonly hub: string | null
    readonly epoch: number | null
    readonly seen: number
    readonly mark: string | null
    readonly acknowledged: number
  }): Promise<HubGreeting>
  beat(seen: number): Promise<HubStanding>
  /** Appends queued lines, each as JSON, and returns the number of the last line that the hub has. */
  append(lines: readonly string[]): Promise<number>
  /** The events after `seq` in the order of the log, at most `limit`. */
  eventsAfter(seq: number, limit: number): Promise<readonly HubEvent[]>
  close(): void
}

export class HubError extends Error {
  readonly fault: HubFault

  constructor(fault: HubFault, message: string) {
    super(message)
    this.fault = fault
  }
}

/** Opens a session. `onHint` is called when the hub may have new events, and `onLost` once when the session ends. */
export type OpenHub = (listeners: {
  readonly onHint: () => void
  readonly onLost: (error: HubError) => void
}) => Promise<HubSession>
