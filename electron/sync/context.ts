import type { ProviderClient } from '../provider/client.ts'
import type { CorrectedClock } from '../clock/corrected-clock.ts'
import type { RequestTarget } from '../provider/build-request.ts'
import type { ProviderIdentity } from '../store/tables/outbox.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log-events.ts'
import type { Random } from '../platform/random.ts'
import type { PollInterval } from './polling-schedule.ts'

/** Everything that the send queue of one provider works with. */
export type SyncContext = {
  readonly store: Store
  /**
   * Resolves to true once the store passed its integrity check, and to false when the store is damaged or closed
   * first. The queue sends nothing until then.
   */
  readonly intact: Promise<boolean>
  readonly provider: ProviderClient
  readonly remote: ProviderIdentity
  /** Called for each booking, because the rooftop's number can change while the provider stays. */
  readonly requestTarget: () => RequestTarget
  /** The rooftop's notice: minutes before ready-by at which a booking must have left. */
  readonly noticeMinutes: () => number
  readonly clock: Clock
  /**
   * Shows whether the last dated response alone contradicts `clock`, and ends that suspicion when the responses after
   * it have no `Date`. `skewMs` gives back the time of this PC's own clock, and
   * `disputeMs` the provider's time while the two clocks are in dispute.
   */
  readonly clockTrust: Pick<CorrectedClock, 'isSuspect' | 'acceptUnverified' | 'skewMs' | 'disputeMs'>
  readonly random: Random
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
