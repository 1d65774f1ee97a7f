import type { FetchMoveResult } from '../provider/client.ts'
import type { UnreachableCause } from '../provider/http/connection.ts'
import { checkProvider } from '../provider/check-provider.ts'
import { asksToWait, BUSY_RETRY_MS, classifyHealth, type HealthResult } from '../provider/health-check.ts'
import { isMoveUnknown } from '../provider/recognize-answer.ts'
import { wallJumpMs, type Moment } from '../clock/moment.ts'
import { shownNumber } from '../store/queries/shown-number.ts'
import { markPolled, trackedMove } from '../store/tables/tracked-moves.ts'
import { backoff } from './backoff.ts'
import type { SyncContext } from './context.ts'

/**
 * Age from which a response no longer proves that the provider answers. The age exceeds the one minute between two
 * fetches of a near move, so these fetches make extra health checks unnecessary.
 */
const HEALTH_TTL_MS = 75_000
/**
 * A divergence this large between the corrected clock and the monotonic clock means that this PC's clock was set, the
 * machine slept, or the desk found another clock skew.
 */
const CLOCK_JUMP_MS = 10_000

/**
 * Returns true when the last response is too old, or when the corrected clock jumped after that response. The send
 * guards need the right time, and the `Date` of a new response checks the time.
 */
export function isHealthStale(reachedAt: Moment, now: Moment): boolean {
  return now.monotonic - reachedAt.monotonic >= HEALTH_TTL_MS || Math.abs(wallJumpMs(reachedAt, now)) >= CLOCK_JUMP_MS
}

/**
 * Returns true for a response that may concern the fetched move alone, such as a record that the provider cannot show,
 * or that may come from another server. A response timeout does not count, because confirming the failure could take a
 * second timeout; the next health check shows whether the provider answers.
 */
export function isMoveSpecificFailure(fetched: FetchMoveResult): boolean {
  if (fetched.kind === 'broken') return fetched.code !== 'answer-timeout'
  return fetched.kind === 'answered' && !isBusyResponse(fetched) && !isMoveUnknown(fetched)
}

/** True when the provider asks the desk to wait (`429`, or `503` with `Retry-After`). */
export function isBusyResponse(fetched: FetchMoveResult): boolean {
  return fetched.kind === 'answered' && (fetched.answer.status === 429 || asksToWait(fetched.answer))
}

/**
 * Returns the provider's health, read from the response about a move. A response that may concern this move alone is
 * confirmed against a number that no move has, so one bad record cannot hold the queue and no page passes for the
 * provider.
 */
export async function confirmHealth(
  fetched: FetchMoveResult,
  deps: Pick<SyncContext, 'provider' | 'clock' | 'store' | 'remote'>,
): Promise<HealthResult> {
  return isMoveSpecificFailure(fetched) ? checkWithoutMove(deps) : classifyHealth(fetched, deps.clock.now())
}

/**
 * Fetches the least recently polled tracked move, to find out whether the provider answers and takes bookings. After a
 * failure (`failedBefore`), or without a tracked move, fetches a number that no move has.
 */
export async function checkHealth(deps: SyncContext, failedBefore: boolean): Promise<HealthResult> {
  const { store, provider, clock, remote } = deps
  const tracked = failedBefore ? null : store.read((view) => trackedMove(view, remote.address))
  if (tracked === null) return checkWithoutMove(deps)
  const fetched = await provider.fetchMove(tracked.number)
  // The mark puts this move last, so that the next check fetches another tracked move where there is one.
  if (isMoveSpecificFailure(fetched) || isBusyResponse(fetched))
    store.write((tx) => markPolled(tx, tracked.id, clock.now()))
  return confirmHealth(fetched, deps)
}

function checkWithoutMove({
  provider,
  clock,
  store,
  remote,
}: Pick<SyncContext, 'provider' | 'clock' | 'store' | 'remote'>): Promise<HealthResult> {
  return checkProvider(provider, () => store.read((view) => shownNumber(view, remote.address)), clock)
}

const NEEDS_PERSON: readonly UnreachableCause[] = ['unsafe-network', 'proxy-sign-in']

/**
 * Milliseconds until the next attempt to reach the provider, after `failures` failures in a row. A network that a
 * person has to fix (`NEEDS_PERSON`) is tried only every `BUSY_RETRY_MS`.
 */
export function retryDelay(cause: UnreachableCause, failures: number, fraction: number): number {
  return NEEDS_PERSON.includes(cause) ? BUSY_RETRY_MS : backoff(failures, fraction)
}
