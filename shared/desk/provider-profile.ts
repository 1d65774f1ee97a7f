/*
 * The abilities of a provider, as data. `baseline` is the service description alone (test/spec/service.md), and
 * `hopdrive` adds what the provider of that name documents (test/spec/provider.md).
 */

export const PROFILES = ['baseline', 'hopdrive'] as const

export type ProviderProfile = (typeof PROFILES)[number]

export type ProfileFacts = {
  /** The provider's name in the window. */
  readonly label: string
  /** `token`: one long-lived bearer token. `client`: a client id and a secret that fetch short-lived tokens. */
  readonly signsIn: 'token' | 'client'
  /** The one-way request has a field for the destination, which otherwise goes into the driver's instructions. */
  readonly supportsDestination: boolean
  /** The wire field of our reference. */
  readonly referenceField: 'reference_id' | 'reference_num'
  /** A request can ask the provider to refuse a repeated reference (test/spec/provider.md#duplicate-check). */
  readonly checksDuplicates: boolean
  /** A request can name the rooftop's number within a dealer group (test/spec/provider.md#request-fields). */
  readonly takesRooftop: boolean
  /** A booking can name a payer other than the rooftop (test/spec/provider.md#request-fields). */
  readonly takesPayer: boolean
  /** A pair can be booked without a loaner (test/spec/provider.md#concierge-without-a-loaner). */
  readonly takesConcierge: boolean
  /** Hosts of the provider's portal and live maps, in addition to the host of the address. */
  readonly pageHosts: readonly string[]
  /** The provider takes cancellation requests (test/spec/provider.md#cancellations). */
  readonly cancels: boolean
  /** The provider takes changes until the vehicle is collected (test/spec/provider.md#changes). */
  readonly changes: boolean
}

export const PROFILE_FACTS: Readonly<Record<ProviderProfile, ProfileFacts>> = {
  baseline: {
    label: 'Standard',
    signsIn: 'token',
    supportsDestination: false,
    referenceField: 'reference_id',
    checksDuplicates: false,
    takesRooftop: false,
    takesPayer: false,
    takesConcierge: false,
    pageHosts: [],
    cancels: false,
    changes: false,
  },
  hopdrive: {
    label: 'HopDrive',
    signsIn: 'client',
    supportsDestination: true,
    referenceField: 'reference_num',
    checksDuplicates: true,
    takesRooftop: true,
    takesPayer: true,
    takesConcierge: true,
    pageHosts: ['dealer.hopdrive.io', 'dealer.socialautotransport.com'],
    cancels: true,
    changes: true,
  },
}
