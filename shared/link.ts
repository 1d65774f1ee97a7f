import type { UtcInstant } from './time.ts'

/** Why the provider cannot be reached or will not take bookings now. */
export type LinkCause =
  | 'no-network'
  | 'provider-down'
  | 'unsafe-network'
  | 'proxy-sign-in'
  | 'proxy-refuses'
  | 'token-missing'
  | 'token-refused'
  | 'provider-busy'
  | 'disk'
  | 'provider-changed'

/** False where somebody must act before bookings leave again: no one may be told that they send by themselves. */
export function endsByItself(cause: LinkCause): boolean {
  return cause !== 'token-missing' && cause !== 'token-refused' && cause !== 'provider-changed'
}

/** The link to the provider, as the last call found it. */
export type Link =
  | { readonly kind: 'checking' }
  | { readonly kind: 'up'; readonly since: UtcInstant }
  | {
      readonly kind: 'down'
      readonly since: UtcInstant
      readonly cause: LinkCause
      readonly words: string
      /** When the desk tries next, where the provider asked for a wait of a minute or more. */
      readonly until: UtcInstant | null
    }
