import type { ProviderProfile } from './provider-profile.ts'

/*
 * The practice service as the window sees it.
 */

/** Until somebody chooses, practice takes cancellations and changes, so that people can learn both. */
export const DEFAULT_PRACTICE_PROFILE: ProviderProfile = 'hopdrive'

/**
 * `cut`: nothing reaches the service. `lossy`: the service takes the next booking and its answer is lost; then the
 * connection is `up` again.
 */
export const PRACTICE_CONNECTIONS = ['up', 'cut', 'lossy'] as const

export type PracticeConnection = (typeof PRACTICE_CONNECTIONS)[number]

export type PracticeStatus = {
  readonly connection: PracticeConnection
  /** The profile in which the service answers now. */
  readonly profile: ProviderProfile
  /** A person or a settings file chose a profile, so the first steps no longer ask. */
  readonly chosen: boolean
  /** Address of the page that lists the moves of the service. */
  readonly movesUrl: string
}
