/*
 * What a provider supports, as data; the desk offers only supported features and names missing ones. `baseline` is
 * exactly the service description, and `hopdrive` adds what the provider of that name publishes
 * (test/spec/provider.md).
 */

export const PROFILES = ['baseline', 'hopdrive'] as const

export type ProviderProfile = (typeof PROFILES)[number]

export type ProfileFacts = {
  /** The display name. */
  readonly said: string
  /** A fixed token, or a client's id and secret that fetch short-lived tokens. */
  readonly signsIn: 'token' | 'client'
  /** The body of a one-way has a field for the destination. Otherwise the driver's instructions carry it. */
  readonly supportsDestination: boolean
  /** The field that carries our reference. */
  readonly referenceField: 'reference_id' | 'reference_num'
  /** Asks the provider to refuse a move if one with the same reference is in progress. */
  readonly checksDuplicates: boolean
  /** Hosts of the provider's portal and live maps, beside the provider's own host. */
  readonly pageHosts: readonly string[]
  /** Moves can be canceled (test/spec/provider.md#cancellations). */
  readonly cancels: boolean
  /** Moves can be changed until they are collected (test/spec/provider.md#changes). */
  readonly changes: boolean
}

export const PROFILE_FACTS: Readonly<Record<ProviderProfile, ProfileFacts>> = {
  baseline: {
    said: 'Baseline',
    signsIn: 'token',
    supportsDestination: false,
    referenceField: 'reference_id',
    checksDuplicates: false,
    pageHosts: [],
    cancels: false,
    changes: false,
  },
  hopdrive: {
    said: 'HopDrive',
    signsIn: 'client',
    supportsDestination: true,
    referenceField: 'reference_num',
    checksDuplicates: true,
    pageHosts: ['dealer.hopdrive.io', 'dealer.socialautotransport.com'],
    cancels: true,
    changes: true,
  },
}
