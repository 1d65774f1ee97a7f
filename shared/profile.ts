/*
 * What a provider can do, as data: the desk offers what a profile has and says what it lacks. `baseline` is the service
 * description and nothing else; `hopdrive` adds what the provider of that name publishes (provider.md).
 */

export const PROFILES = ['baseline', 'hopdrive'] as const

export type ProviderProfile = (typeof PROFILES)[number]

export type ProfileFacts = {
  /** How people call it. */
  readonly said: string
  /** A token that is given once (section 5), or a client's id and secret that fetch short-lived ones (provider.md 2). */
  readonly signsIn: 'token' | 'client'
  /** The body of a one-way has a place for its destination; without one it travels in the driver's instructions. */
  readonly takesDestination: boolean
  /** The field that carries our reference (provider.md 5.1). */
  readonly referenceField: 'reference_id' | 'reference_num'
  /** Asks the provider to refuse a move that is in progress under the same reference (provider.md 5.2). */
  readonly checksDuplicates: boolean
  /** A move can be asked to be canceled (provider.md 8). */
  readonly cancels: boolean
  /** A move can be changed until it is collected (provider.md 7, which was found on the provider's test host alone). */
  readonly changes: boolean
}

export const PROFILE_FACTS: Readonly<Record<ProviderProfile, ProfileFacts>> = {
  baseline: {
    said: 'Baseline',
    signsIn: 'token',
    takesDestination: false,
    referenceField: 'reference_id',
    checksDuplicates: false,
    cancels: false,
    changes: false,
  },
  hopdrive: {
    said: 'HopDrive',
    signsIn: 'client',
    takesDestination: true,
    referenceField: 'reference_num',
    checksDuplicates: true,
    cancels: true,
    changes: true,
  },
}
