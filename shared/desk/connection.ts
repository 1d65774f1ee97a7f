import type { Fields } from '../outbox/fields.ts'
import type { UtcInstant } from '../time/time.ts'
import type { UnusableCaFile } from './ca-file.ts'

/** Why no booking leaves now. */
export const CONNECTION_CAUSES = [
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
  /** Something answers at the provider's address, but not as the provider's API does. */
  'not-the-provider',
] as const

export type ConnectionCause = (typeof CONNECTION_CAUSES)[number]

/** A detail that the cause alone does not give. */
export type ConnectionDetail =
  /** Three or more suspect outcomes in a row opened the circuit breaker (test/spec/reliability.md#send-queue). */
  | 'no-answers'
  /** The `Date` headers of the provider contradict each other, so the desk does not know the clock skew yet. */
  | 'clock-unknown'
  /** A bug. The log names the error. */
  | 'internal'
  /** The disk refuses to store an outcome. The field `numbers` has the provider's numbers of a successful booking. */
  | 'outcome-unsaved'
  /** `redirected` and the details below halt the send queue until a person acts. */
  | 'redirected'
  | 'refused-twice'
  | 'forbidden'
  | 'endpoint-not-found'
  /** A web page answers in the provider's place, such as the sign-in page of a network. */
  | 'web-page'
  /** The provider does not let this account look up moves. */
  | 'reads-refused'

/** False for a cause that usually needs a person, so that the window does not promise automatic sending. */
export function isTransient(cause: ConnectionCause): boolean {
  return cause !== 'token-missing' && cause !== 'token-refused' && cause !== 'protocol-changed'
}

/** The connection status that a person sees. */
export type ConnectionState =
  | { readonly kind: 'checking' }
  | { readonly kind: 'up'; readonly since: UtcInstant }
  | {
      readonly kind: 'down'
      readonly since: UtcInstant
      readonly cause: ConnectionCause
      readonly detail: ConnectionDetail | null
      readonly fields: Fields
      /**
       * End of a pause of a minute or more that the provider asked for or the circuit breaker began; null otherwise.
       * Before that time the desk makes no health check that a person requests.
       */
      readonly until: UtcInstant | null
    }

/** The causes that one desk alone can have, so that another desk can send meanwhile. */
const OWN_CAUSES: readonly ConnectionCause[] = [
  'no-network',
  'unsafe-network',
  'proxy-sign-in',
  'proxy-refuses',
  'token-missing',
  'token-refused',
  'disk',
  'not-the-provider',
]

/** Why this desk cannot send although another desk may; null for a desk that can, and while the provider is down. */
export function ownCause(state: ConnectionState): ConnectionCause | null {
  return state.kind === 'down' && OWN_CAUSES.includes(state.cause) ? state.cause : null
}

/** How far the history of the connection goes back. */
export const CONNECTION_HISTORY_HOURS = 16

/** From `at` until the next change, the connection was as `state` says. */
export type ConnectionChange = {
  readonly at: UtcInstant
  readonly state: Exclude<ConnectionState, { readonly kind: 'checking' }>
}

/**
 * Result of testing a provider, which books and stores no move. `cause` is null if the provider answers as expected.
 */
export type ConnectionTest = {
  readonly good: boolean
  readonly cause: ConnectionCause | null
  readonly detail: 'timeout' | 'token-rejected' | 'not-a-provider' | 'web-page' | 'reads-refused' | null
  /** `issuer` of a certificate that is not trusted. */
  readonly fields?: Fields
  /** The certificate file of the tested settings, if the test went without its certificates. */
  readonly caFile?: UnusableCaFile
}
