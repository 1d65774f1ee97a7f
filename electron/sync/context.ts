import type { ProviderClient } from '../provider/client.ts'
import type { CorrectedClock } from '../clock/corrected-clock.ts'
import type { RequestTarget } from '../provider/build-request.ts'
import type { ProviderIdentity } from '../store/tables/outbox.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log-events.ts'
import type { Random } from '../platform/random.ts'
import type { PollInterval } from './polling-schedule.ts'
import type { SendRights } from './send-rights.ts'

/** Everything that the send queue of one provider works with. */
export type SyncContext = {
  readonly store: Store
  /**
   * Resolves to true once the store passed its integrity check, and to false when the store is damaged or closed
   * first. The queue sends nothing unless the result is true.
   */
  readonly intact: Promise<boolean>
  readonly provider: ProviderClient
  /** The right to send, where the rooftop has a board. */
  readonly rights: SendRights
  readonly remote: ProviderIdentity
  /** Called at each use, because a person can change the rooftop's number while the send queue runs. */
  readonly requestTarget: () => RequestTarget
  /** The rooftop's notice: a booking should leave at least so many minutes before its ready-by time (`sendBy`). */
  readonly noticeMinutes: () => number
  readonly clock: Clock
  /**
   * `isSuspect` is true while a response showed another time than `clock` and no second response confirmed or denied
   * that time. `skewMs` leads back to this PC's own clock, and `disputeMs` to the provider's while the two disagree.
   */
  readonly clockTrust: Pick<CorrectedClock, 'isSuspect' | 'acceptUnverified' | 'skewMs' | 'disputeMs'>
  readonly random: Random
  readonly ids: Ids
  readonly log: Log
  /** True while a duplicate guarantee counts for this provider (test/spec/reliability.md#duplicate-guarantee). */
  readonly rejectsDuplicates: () => boolean
  /**
   * Stops relying on the duplicate guarantee for this session, after the provider broke the guarantee. Returns the time
   * of the recorded test, or the present time without a record, up to which the stored outcome revokes every test.
   */
  readonly revokeDuplicateGuarantee: () => string
  /** How often tracked moves are fetched, nearest interval first. */
  readonly pollIntervals: readonly PollInterval[]
}
