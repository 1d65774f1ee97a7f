import type { Fields } from '../outbox/fields.ts'
import type { UtcInstant } from '../time/time.ts'

/** Why the provider cannot be reached or will not take bookings now. */
export const LINK_CAUSES = [
  'no-network',
  'provider-down',
  'unsafe-network',
  'proxy-sign-in',
  'proxy-refuses',
  'token-missing',
  'token-refused',
  'provider-busy',
  'disk',
  'protocol-changed',
] as const

export type ConnectionCause = (typeof LINK_CAUSES)[number]

/** What the cause alone does not say. */
export type LinkDetail =
  /** Bookings get no answer that can be believed. */
  | 'no-answers'
  /** The provider's answers do not agree on the time. */
  | 'clock-unknown'
  /** A fault of ours; the log has its name. */
  | 'internal'
  /** An outcome is known and the disk refuses it; `numbers` are the provider's, where it booked. */
  | 'outcome-unsaved'
  /** From here on no booking is sent until somebody has put it right. */
  | 'redirected'
  | 'refused-twice'
  | 'forbidden'
  | 'endpoint-not-found'

/** False where somebody must act before bookings leave again: no one may be told that they send by themselves. */
export function isTransient(cause: ConnectionCause): boolean {
  return cause !== 'token-missing' && cause !== 'token-refused' && cause !== 'protocol-changed'
}

/** The link to the provider, as the last call found it. */
export type ConnectionState =
  | { readonly kind: 'checking' }
  | { readonly kind: 'up'; readonly since: UtcInstant }
  | {
      readonly kind: 'down'
      readonly since: UtcInstant
      readonly cause: ConnectionCause
      readonly detail: LinkDetail | null
      readonly fields: Fields
      /** When the desk tries next, where the provider asked for a wait of a minute or more. */
      readonly until: UtcInstant | null
    }
