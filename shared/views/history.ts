import type { MoveRole } from '../move/move.ts'
import type { HoldReason } from '../outbox/machine.ts'
import type { Fields } from '../outbox/fields.ts'
import type { AmendmentCode, OutcomeCode } from '../outbox/outcome-code.ts'
import type { UtcInstant } from '../time/time.ts'
import type { AmendmentKind, AmendmentState } from '../outbox/amendment-state.ts'

/** The recorded events of a booking with the persons behind them. */

export type HistoryEvent =
  /**
   * The save. `who` and `beside` (the number of duplicate candidates) are set if the booking was saved despite
   * duplicates.
   */
  | { readonly kind: 'booked'; readonly at: UtcInstant; readonly who: string | null; readonly beside: number }
  /** A sent attempt. `code` is null until its outcome is known. */
  | {
      readonly kind: 'sent'
      readonly at: UtcInstant
      readonly endedAt: UtcInstant | null
      readonly code: OutcomeCode | null
      readonly status: number | null
    }
  /** Attempts in a row that did not reach the provider, the last at `until`. */
  | {
      readonly kind: 'unreachable'
      readonly at: UtcInstant
      readonly until: UtcInstant
      readonly times: number
    }
  /** A send guard held the booking. `reason` is null for a reason of another version. */
  | { readonly kind: 'held'; readonly at: UtcInstant; readonly reason: HoldReason | null }
  /** A person's resolution. `decision` is the outbox event. */
  | {
      readonly kind: 'resolved'
      readonly at: UtcInstant
      readonly decision: string
      readonly who: string | null
      readonly why: string | null
      readonly detail: string | null
    }
  /** A cancellation or change request. */
  | {
      readonly kind: 'amendment-requested'
      readonly at: UtcInstant
      readonly amendment: AmendmentKind
      readonly role: MoveRole
      readonly who: string
    }
  /** The current state of the request. */
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

/** The newest last. `more` is true if the oldest attempts are left out. */
export type History = { readonly events: readonly HistoryEvent[]; readonly more: boolean }
