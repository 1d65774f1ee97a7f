import type { MoveRole } from '../move/move.ts'
import type { HoldReason } from '../outbox/machine.ts'
import type { Fields } from '../outbox/fields.ts'
import type { AmendmentCode, OutcomeCode } from '../outbox/outcome-code.ts'
import type { UtcInstant } from '../time/time.ts'
import type { AmendmentKind, AmendmentState } from '../outbox/amendment-state.ts'

/** What happened to a booking and by whom, as it was written down at the time. */

export type HistoryEvent =
  /** `who` and `beside` where it was saved despite duplicates, beside so many others like it. */
  | { readonly kind: 'booked'; readonly at: UtcInstant; readonly who: string | null; readonly beside: number }
  /** A try to send it that left; `code` is null while nothing is known of its end. */
  | {
      readonly kind: 'sent'
      readonly at: UtcInstant
      readonly endedAt: UtcInstant | null
      readonly code: OutcomeCode | null
      readonly status: number | null
    }
  /** Tries in a row for which the provider could not be reached; the last of them at `until`. */
  | {
      readonly kind: 'unreachable'
      readonly at: UtcInstant
      readonly until: UtcInstant
      readonly times: number
    }
  /** A gate kept it from being sent; null for a gate of another version. */
  | { readonly kind: 'held'; readonly at: UtcInstant; readonly reason: HoldReason | null }
  /** What a person decided; `decision` is the event of the outbox. */
  | {
      readonly kind: 'resolved'
      readonly at: UtcInstant
      readonly decision: string
      readonly who: string | null
      readonly why: string | null
      readonly detail: string | null
    }
  /** A cancellation or a change was asked for. */
  | {
      readonly kind: 'amendment-requested'
      readonly at: UtcInstant
      readonly amendment: AmendmentKind
      readonly role: MoveRole
      readonly who: string
    }
  /** What came of it so far. */
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

/** The newest last. `more`: there were so many tries that the oldest are left out. */
export type History = { readonly events: readonly HistoryEvent[]; readonly more: boolean }
