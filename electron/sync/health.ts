import type { FetchMoveResult } from '../provider/client.ts'
import type { UnreachableCause } from '../provider/http/connection.ts'
import { BUSY_RETRY_MS, NONEXISTENT_MOVE_NUMBER, classifyHealth, type HealthResult } from '../provider/health-check.ts'
import { wallJumpMs, type Moment } from '../clock/moment.ts'
import { markPolled, trackedMove } from '../store/tables/tracked-moves.ts'
import { backoff } from './backoff.ts'
import type { SyncContext } from './context.ts'

/**
 * Age from which a response no longer proves that the provider answers. Longer than the polling interval of near
 * moves, whose responses therefore keep the health fresh.
 */
const HEALTH_TTL_MS = 75_000
/** Difference between the wall clock and the monotonic clock from which the clock was changed or the machine slept. */
const CLOCK_JUMP_MS = 10_000

/**
 * True when the last response is too old, or when the wall clock was changed or the machine slept since. The send
 * guards depend on that clock.
 */
export function isHealthStale(reachedAt: Moment, now: Moment): boolean {
  return now.monotonic - reachedAt.monotonic >= HEALTH_TTL_MS || Math.abs(wallJumpMs(reachedAt, now)) >= CLOCK_JUMP_MS
}

/**
 * True for a failure that may concern the fetched move alone, such as a record that the provider cannot show. A
 * response timeout is left out, because confirming such a failure could take another 90 seconds; the next check finds
 * out.
 */
export function isMoveSpecificFailure(fetched: FetchMoveResult): boolean {
  if (fetched.kind === 'broken') return fetched.code !== 'answer-timeout'
  if (fetched.kind !== 'answered') return false
  const { status } = fetched.answer
  return status === 401 || (status >= 300 && status < 400) || status >= 500
}

/** True when the provider asks the desk to wait (`429`). */
export function isBusyResponse(fetched: FetchMoveResult): boolean {
  return fetched.kind === 'answered' && fetched.answer.status === 429
}

/**
 * Returns the provider's health, read from the response about a move. A failure that may concern this move alone is
 * confirmed against a number that no move has, so one bad record cannot hold the queue.
 */
export async function confirmHealth(
  fetched: FetchMoveResult,
  { provider, clock }: Pick<SyncContext, 'provider' | 'clock'>,
): Promise<HealthResult> {
  return classifyHealth(
    isMoveSpecificFailure(fetched) ? await provider.fetchMove(NONEXISTENT_MOVE_NUMBER) : fetched,
    clock.now(),
  )
}

/**
 * Fetches a move to find out whether the provider answers and takes bookings: the tracked move that was not polled for
 * longest. After a failed check (`failedBefore`) the number of no move is fetched instead.
 */
export async function checkHealth(deps: SyncContext, failedBefore: boolean): Promise<HealthResult> {
  const { store, provider, clock, remote } = deps
  const tracked = failedBefore ? null : store.read((view) => trackedMove(view, remote.address))
  const fetched = await provider.fetchMove(tracked?.number ?? NONEXISTENT_MOVE_NUMBER)
  if (tracked === null) return classifyHealth(fetched, clock.now())
  // The next check fetches another move.
  if (isMoveSpecificFailure(fetched) || isBusyResponse(fetched))
    store.write((tx) => markPolled(tx, tracked.id, clock.now()))
  return confirmHealth(fetched, deps)
}

const NEEDS_PERSON: readonly UnreachableCause[] = ['unsafe-network', 'proxy-sign-in']

/**
 * Milliseconds until the next attempt to reach the provider, after `failures` failures in a row. A cause that a person
 * has to fix gets a fixed pause, so that such a network is not tried again and again.
 */
export function retryDelay(cause: UnreachableCause, failures: number, fraction: number): number {
  return NEEDS_PERSON.includes(cause) ? BUSY_RETRY_MS : backoff(failures, fraction)
}
