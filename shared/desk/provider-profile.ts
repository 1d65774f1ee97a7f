/*
 * What a provider can do, as data: the desk offers what a profile has and says what it lacks. `baseline` is the service
 * description and nothing else; `hopdrive` adds what the provider of that name publishes (test/spec/provider.md).
 */

export const PROFILES = ['baseline', 'hopdrive'] as const

export type ProviderProfile = (typeof PROFILES)[number]

export type ProfileFacts = {
  /** How people call it. */
  readonly said: string
  /** A token that is given once, or a client's id and secret that fetch short-lived ones. */
  readonly signsIn: 'token' | 'client'
  /** The body of a one-way has a place for its destination; without one it travels in the driver's instructions. */
  readonly supportsDestination: boolean
  /** The field that carries our reference. */
  readonly referenceField: 'reference_id' | 'reference_num'
  /** Asks the provider to refuse a move that is in progress under the same reference. */
  readonly checksDuplicates: boolean
  /** Hosts, beside the provider's own, of its portal and of its live maps. */
  readonly pageHosts: readonly string[]
  /** A move can be asked to be canceled (test/spec/provider.md#cancellations). */
  readonly cancels: boolean
  /** A move can be changed until it is collected (test/spec/provider.md#changes). */
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
