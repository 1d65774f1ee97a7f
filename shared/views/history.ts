import type { FactKind } from '../booking/added-facts.ts'
import type { MoveRole } from '../move/move.ts'
import type { HoldReason } from '../outbox/machine.ts'
import type { Fields } from '../outbox/fields.ts'
import type { AmendmentCode, OutcomeCode } from '../outbox/outcome-code.ts'
import type { UtcInstant } from '../time/time.ts'
import type { AmendmentKind, AmendmentState } from '../outbox/amendment-state.ts'

/** The history of a booking, as the store recorded each event at its time. */

export type HistoryEvent =
  /**
   * The booking was saved. `duplicateCandidates` counts the candidates that the window showed before the save, and
   * `who` names the person who saved the booking despite the candidates.
   */
  | {
      readonly kind: 'booked'
      readonly at: UtcInstant
      readonly who: string | null
      readonly duplicateCandidates: number
    }
  /**
   * An attempt to send the booking, or with the code `unverified` an attempt that a recovery could not rule out. `code`
   * is null while no outcome of the attempt is recorded.
   */
  | {
      readonly kind: 'sent'
      readonly at: UtcInstant
      readonly endedAt: UtcInstant | null
      readonly code: OutcomeCode | null
      readonly status: number | null
    }
  /** Attempts in a row that did not reach the provider; the last of them at `until`. */
  | {
      readonly kind: 'unreachable'
      readonly at: UtcInstant
      readonly until: UtcInstant
      readonly times: number
    }
  /** A send guard held the entry. `reason` is null for a hold reason that this version of the app does not know. */
  | { readonly kind: 'held'; readonly at: UtcInstant; readonly reason: HoldReason | null }
  /**
   * A decision of a person, or a withdrawal because of cancellation requests for all moves. `decision` is the `kind` of
   * an `OutboxEvent`.
   */
  | {
      readonly kind: 'resolved'
      readonly at: UtcInstant
      readonly decision: string
      readonly who: string | null
      readonly why: string | null
      readonly detail: string | null
    }
  /** A person added a fact after the booking had left; the page shows the fact itself. */
  | { readonly kind: 'fact-added'; readonly at: UtcInstant; readonly fact: FactKind; readonly who: string }
  /** A person requested a cancellation or a change. */
  | {
      readonly kind: 'amendment-requested'
      readonly at: UtcInstant
      readonly amendment: AmendmentKind
      readonly role: MoveRole
      readonly who: string
    }
  /** The current state of an amendment that is not `waiting`. */
  | {
      readonly kind: 'amendment-changed'
      readonly at: UtcInstant
      readonly amendment: AmendmentKind
      readonly role: MoveRole
      readonly state: AmendmentState
      readonly code: AmendmentCode | null
      readonly fields: Fields
      readonly providerMessage: string | null
    }

/** The events of a booking, the newest last. `more` is true if the oldest attempts are left out. */
export type History = { readonly events: readonly HistoryEvent[]; readonly more: boolean }
