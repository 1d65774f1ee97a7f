import type { FetchMoveResult } from '../provider/client.ts'
import type { UnreachableCause } from '../provider/http/connection.ts'
import { BUSY_RETRY_MS, NONEXISTENT_MOVE_NUMBER, classifyHealth, type HealthResult } from '../provider/health-check.ts'
import { wallJumpMs, type Moment } from '../clock/corrected-clock.ts'
import { markPolled, trackedMove } from '../store/tables/tracked-moves.ts'
import { backoff } from './backoff.ts'
import type { SyncContext } from './context.ts'

/**
 * After this time without a response the queue runs a health check. The time is longer than the pause between two
 * fetches of a near move.
 */
const HEALTH_TTL_MS = 75_000
/** If wall clock and monotonic clock drift apart by this much, the clock was set or the machine slept. */
const CLOCK_JUMP_MS = 10_000

/**
 * True if the last response is too old, or if the PC slept or its clock was set since. The send guards would then use
 * a wrong time.
 */
export function isHealthStale(reachedAt: Moment, now: Moment): boolean {
  return now.monotonic - reachedAt.monotonic >= HEALTH_TTL_MS || Math.abs(wallJumpMs(reachedAt, now)) >= CLOCK_JUMP_MS
}

/**
 * True if the failure may belong to the fetched move alone, such as a record that the provider cannot show. A response
 * timeout does not count, because repeating it would cost a minute and a half.
 */
export function isMoveSpecificFailure(asked: FetchMoveResult): boolean {
  if (asked.kind === 'broken') return asked.code !== 'answer-timeout'
  if (asked.kind !== 'answered') return false
  const { status } = asked.answer
  return status === 401 || (status >= 300 && status < 400) || status >= 500
}

/** True if the provider asks to wait. */
export function isBusyResponse(asked: FetchMoveResult): boolean {
  return asked.kind === 'answered' && asked.answer.status === 429
}

/**
 * Decides how the provider stands by its response about a move. A failure of one move counts as the provider's only if
 * a fetch of a nonexistent move fails too, or one unreadable move would hold back every booking.
 */
export async function findHealthCheckMove(
  asked: FetchMoveResult,
  { provider, clock }: Pick<SyncContext, 'provider' | 'clock'>,
): Promise<HealthResult> {
  return classifyHealth(
    isMoveSpecificFailure(asked) ? await provider.fetchMove(NONEXISTENT_MOVE_NUMBER) : asked,
    clock.now(),
  )
}

/**
 * Checks with a harmless `GET` whether the provider answers and takes bookings. The check fetches the tracked move
 * that was fetched least recently, or a nonexistent move if the previous check failed.
 */
export async function checkHealth(deps: SyncContext, failedBefore: boolean): Promise<HealthResult> {
  const { store, provider, clock, remote } = deps
  const held = failedBefore ? null : store.read((view) => trackedMove(view, remote.address))
  const asked = await provider.fetchMove(held?.number ?? NONEXISTENT_MOVE_NUMBER)
  if (held === null) return classifyHealth(asked, clock.now())
  // The next check fetches another move.
  if (isMoveSpecificFailure(asked) || isBusyResponse(asked)) store.write((tx) => markPolled(tx, held.id, clock.now()))
  return findHealthCheckMove(asked, deps)
}

const NEEDS_PERSON: readonly UnreachableCause[] = ['unsafe-network', 'proxy-sign-in']

/**
 * Milliseconds until the next attempt after `failures` unreachable attempts in a row. A network that waits for a
 * person's sign-in gets the long fixed pause.
 */
export function retryDelay(cause: UnreachableCause, failures: number, fraction: number): number {
  return NEEDS_PERSON.includes(cause) ? BUSY_RETRY_MS : backoff(failures, fraction)
}
