import type { EntryState } from '../outbox/entry-state.ts'
import type { ProviderProfile } from './provider-profile.ts'

/* Facts about this desk for a call with support. Nothing here names a customer, an address or a token. */

/** `test`: a package for tests, not for users. `development`: the app runs without a package. */
export type BuildKind = 'packaged' | 'test' | 'development'

export type About = {
  readonly version: string
  readonly build: BuildKind
  readonly electron: string
  readonly system: { readonly platform: string; readonly version: string; readonly arch: string }
  /** Null while no desk is open. */
  readonly desk: DeskFacts | null
}

export type DeskFacts = {
  readonly profile: ProviderProfile | 'practice'
  /** The number of the store's newest migration. */
  readonly schema: number
  /** Number of bookings in each state. */
  readonly states: Readonly<Record<EntryState, number>>
}
