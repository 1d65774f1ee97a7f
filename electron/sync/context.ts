import type { ProviderClient } from '../provider/client.ts'
import type { CorrectedClock } from '../clock/corrected-clock.ts'
import type { RequestTarget } from '../provider/build-request.ts'
import type { Remote } from '../store/tables/outbox.ts'
import type { Store } from '../store/store.ts'
import type { Clock, Log, Random } from '../platform/clock.ts'
import type { PollInterval } from './polling-schedule.ts'

/** Everything that the send queue of one remote works with. */
export type SyncContext = {
  readonly store: Store
  /** True once the store was looked through; false when it is damaged, and then nothing is ever sent. */
  readonly sound: Promise<boolean>
  readonly provider: ProviderClient
  readonly remote: Remote
  /** Asked for at each booking: the rooftop's number may change while the remote stays. */
  readonly requestTarget: () => RequestTarget
  /** The rooftop's notice in minutes: how long before ready-by a booking must have left. */
  readonly noticeMinutes: () => number
  readonly clock: Clock
  /** Whether one answer alone has shown `clock` to be wrong. */
  readonly clockTrust: Pick<CorrectedClock, 'isSuspect' | 'acceptUnverified'>
  readonly random: Random
  readonly log: Log
  /** True while a recorded contract test says that this remote refuses a repeat (`duplicate_check`). */
  readonly rejectsDuplicates: () => boolean
  /** This remote did what that test says it does not: it is leaned on no more. Answers when the test was recorded. */
  readonly revokeDuplicateGuarantee: () => string
  /** How often the moves of this remote are asked about. */
  readonly pollIntervals: readonly PollInterval[]
}
