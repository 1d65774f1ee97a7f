import type { Fields } from '../outbox/fields.ts'
import type { UtcInstant } from '../time/time.ts'

/** Why the provider cannot be reached or takes no bookings now. */
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

/** The part of the reason that the cause does not name. */
export type LinkDetail =
  /** Bookings get no believable response. */
  | 'no-answers'
  /** The provider's responses do not agree on the time. */
  | 'clock-unknown'
  /** A fault of the app. The log has its code. */
  | 'internal'
  /** The disk refuses to store an outcome. `numbers` are the provider's numbers of a booked booking. */
  | 'outcome-unsaved'
  /** No booking is sent from here on until a person fixes the cause. */
  | 'redirected'
  | 'refused-twice'
  | 'forbidden'
  | 'endpoint-not-found'

/** False if a person must act before bookings leave again, so that no screen promises automatic sending. */
export function isTransient(cause: ConnectionCause): boolean {
  return cause !== 'token-missing' && cause !== 'token-refused' && cause !== 'protocol-changed'
}

/** The connection to the provider, as the last call found it. */
export type ConnectionState =
  | { readonly kind: 'checking' }
  | { readonly kind: 'up'; readonly since: UtcInstant }
  | {
      readonly kind: 'down'
      readonly since: UtcInstant
      readonly cause: ConnectionCause
      readonly detail: LinkDetail | null
      readonly fields: Fields
      /** The time of the next attempt, if the provider asked for a wait of a minute or more. */
      readonly until: UtcInstant | null
    }
