import type { MoveRole } from './move.ts'
import type { UtcInstant } from './time.ts'
import type { WishKind, WishState } from './wish.ts'

/** What happened to a booking and by whom, as it was written down at the time. */

export type HistoryEvent =
  /** `who` and `beside` where it was saved knowingly, beside so many others like it. */
  | { readonly kind: 'saved'; readonly at: UtcInstant; readonly who: string | null; readonly beside: number }
  /** A try to send it that left; `code` is null while nothing is known of its end. */
  | {
      readonly kind: 'sent'
      readonly at: UtcInstant
      readonly endedAt: UtcInstant | null
      readonly code: string | null
      readonly status: number | null
    }
  /** Tries in a row for which the provider could not be reached; the last of them at `until`. */
  | {
      readonly kind: 'unreached'
      readonly at: UtcInstant
      readonly until: UtcInstant
      readonly times: number
    }
  /** A gate kept it from being sent. */
  | { readonly kind: 'held'; readonly at: UtcInstant; readonly gate: string }
  /** What a person decided; `decision` is the event of the outbox. */
  | {
      readonly kind: 'decided'
      readonly at: UtcInstant
      readonly decision: string
      readonly who: string | null
      readonly why: string | null
      readonly detail: string | null
    }
  /** A cancellation or a change was asked for. */
  | {
      readonly kind: 'wished'
      readonly at: UtcInstant
      readonly wish: WishKind
      readonly role: MoveRole
      readonly who: string
    }
  /** What came of it so far. */
  | {
      readonly kind: 'wish-became'
      readonly at: UtcInstant
      readonly wish: WishKind
      readonly role: MoveRole
      readonly state: WishState
      readonly reason: string | null
    }

/** The newest last. `more`: there were so many tries that the oldest are left out. */
export type History = { readonly events: readonly HistoryEvent[]; readonly more: boolean }
