import type { AmendmentState } from '../../shared/outbox/amendment-state.ts'
import type { EntryState } from '../../shared/outbox/entry-state.ts'
import type { HoldReason } from '../../shared/outbox/machine.ts'
import type { AmendmentCode, OutcomeCode } from '../../shared/outbox/outcome-code.ts'

/**
 * Every event that may be logged, with all of its fields. The log holds no personal data, so a field of type `string`
 * gets only an id, a code, or a name that the source code contains.
 */
export type LogEvent =
  | { readonly event: 'desk-opened'; readonly ms: number; readonly interrupted: number; readonly zones: string }
  | { readonly event: 'desk-closed' }
  | { readonly event: 'booking-saved'; readonly bookingId: string }
  | { readonly event: 'booking-changed'; readonly bookingId: string }
  | { readonly event: 'booking-withdrawn'; readonly bookingId: string }
  | { readonly event: 'booking-rescheduled'; readonly bookingId: string }
  | { readonly event: 'replaced-cancel-asked'; readonly bookingId: string }
  | { readonly event: 'reschedule-settled'; readonly bookingId: string }
  | { readonly event: 'fact-added'; readonly bookingId: string; readonly kind: string }
  | { readonly event: 'send-connecting'; readonly entryId: string }
  | { readonly event: 'send-connected'; readonly entryId: string }
  | { readonly event: 'send-claimed'; readonly entryId: string }
  | { readonly event: 'send-written'; readonly entryId: string }
  | { readonly event: 'send-answered'; readonly entryId: string; readonly status: number }
  | { readonly event: 'send-settled'; readonly entryId: string; readonly state: EntryState; readonly code: OutcomeCode }
  | { readonly event: 'send-not-claimed'; readonly entryId: string }
  | { readonly event: 'entry-skipped'; readonly entryId: string; readonly code: HoldReason }
  | { readonly event: 'amendment-saved'; readonly amendmentId: string; readonly kind: string }
  | { readonly event: 'amendment-withdrawn'; readonly amendmentId: string }
  | { readonly event: 'amendment-claimed'; readonly amendmentId: string }
  | { readonly event: 'amendment-not-claimed'; readonly amendmentId: string }
  | { readonly event: 'amendment-answered'; readonly amendmentId: string; readonly status: number }
  | { readonly event: 'amendment-verified'; readonly amendmentId: string; readonly code: AmendmentCode }
  | {
      readonly event: 'amendment-closed'
      readonly amendmentId: string
      readonly state: AmendmentState
      readonly code: AmendmentCode | null
    }
  | { readonly event: 'connection'; readonly kind: string; readonly cause: string }
  | { readonly event: 'clock'; readonly code: 'right' | 'ahead' | 'behind' | 'disputed'; readonly seconds: number }
  | { readonly event: 'sync-idle'; readonly waiting: number }
  | { readonly event: 'number-verified'; readonly moveId: string; readonly code: 'ours' | 'wrong' }
  | { readonly event: 'booking-resolved'; readonly bookingId: string; readonly resolution: string }
  | { readonly event: 'move-refreshed'; readonly moveId: string }
  | { readonly event: 'move-missing'; readonly moveId: string }
  | { readonly event: 'refresh-skipped'; readonly moveId: string; readonly code: string }
  | { readonly event: 'settings-file-read'; readonly code: 'read' | 'refused' | 'provider-kept' }
  | { readonly event: 'settings-changed' }
  | { readonly event: 'trust-declined' }
  | { readonly event: 'duplicate-guarantee'; readonly code: 'counts' | 'does-not-count' | 'revoked' }
  | { readonly event: 'token-stored'; readonly place: string; readonly file: string }
  | {
      readonly event: 'integrity-checked'
      readonly store: string
      readonly quick: boolean
      readonly ms: number
      readonly problems: number
    }
  | { readonly event: 'store-damaged'; readonly store: string }
  | { readonly event: 'backup-created'; readonly store: string; readonly written: number; readonly ms: number }
  | { readonly event: 'search-lines-made'; readonly store: string; readonly lines: number }
  | { readonly event: 'backup-failed'; readonly store: string; readonly code: string }
  | {
      readonly event: 'store-recovered'
      readonly store: string
      readonly bookings: number
      readonly doubt: number
      readonly unreadable: number
    }
  | { readonly event: 'board-invitation'; readonly code: string }
  | { readonly event: 'board-left' }
  | { readonly event: 'board-live' }
  | { readonly event: 'board-store-old' }
  | { readonly event: 'board-away'; readonly code: string }
  | { readonly event: 'board-snapshot'; readonly bookings: number; readonly ms: number }
  | { readonly event: 'board-event-skipped'; readonly seq: number; readonly code: string }
  | { readonly event: 'claim-granted'; readonly entryId: string }
  | { readonly event: 'claim-refused'; readonly entryId: string; readonly code: string }
  | { readonly event: 'entry-taken-over'; readonly entryId: string }
  | { readonly event: 'entry-given-away'; readonly entryId: string }
  | { readonly event: 'practice-listening'; readonly port: number }
  | { readonly event: 'practice-connection'; readonly connection: string }
  | { readonly event: 'window-shown'; readonly ms: number }
  | { readonly event: 'call-rejected'; readonly call: string; readonly code: string }
  | { readonly event: 'url-blocked'; readonly code: string }
  | { readonly event: 'navigation-blocked'; readonly code: string }
  | { readonly event: 'main-fault'; readonly code: string }
  | { readonly event: 'page-gone'; readonly code: string }
  | { readonly event: 'helper-gone'; readonly type: string; readonly code: string }
  | { readonly event: 'internal-error'; readonly place: string; readonly code: string }

export type Log = (event: LogEvent) => void

/**
 * A code for an unknown error that is safe to log: the error's code or class, never its message, which may quote data.
 */
export function errorCode(error: unknown): string {
  if (error instanceof Error) return 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return typeof error
}
