import type { ProviderClient } from '../provider/client.ts'
import type { CorrectedClock } from '../clock/corrected-clock.ts'
import type { RequestTarget } from '../provider/build-request.ts'
import type { Remote } from '../store/tables/outbox.ts'
import type { Store } from '../store/store.ts'
import type { Clock, Log, Random } from '../platform/clock.ts'
import type { PollInterval } from './polling-schedule.ts'

/** The dependencies of one provider's send queue. */
export type SyncContext = {
  readonly store: Store
  /** Resolves to true after the integrity check, and to false for a damaged store, from which nothing is ever sent. */
  readonly sound: Promise<boolean>
  readonly provider: ProviderClient
  readonly remote: Remote
  /** Read for each booking, because the rooftop's number may change while the provider stays. */
  readonly requestTarget: () => RequestTarget
  /** The rooftop's notice in minutes: how long before ready-by a booking must leave. */
  readonly noticeMinutes: () => number
  readonly clock: Clock
  /** Whether a single response has shown that `clock` is wrong. */
  readonly clockTrust: Pick<CorrectedClock, 'isSuspect' | 'acceptUnverified'>
  readonly random: Random
  readonly log: Log
  /** True while a recorded test says that this provider rejects a repeated booking (`duplicate_check`). */
  readonly rejectsDuplicates: () => boolean
  /**
   * Revokes the guarantee, because the provider booked a duplicate although the recorded test says that it rejects
   * duplicates. Returns when the test was recorded.
   */
  readonly revokeDuplicateGuarantee: () => string
  /** How often the queue fetches the moves of this provider. */
  readonly pollIntervals: readonly PollInterval[]
}
