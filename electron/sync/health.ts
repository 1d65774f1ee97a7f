import type { FetchMoveResult } from '../provider/client.ts'
import type { UnreachableCause } from '../provider/http/connection.ts'
import { BUSY_RETRY_MS, NONEXISTENT_MOVE_NUMBER, classifyHealth, type HealthResult } from '../provider/health-check.ts'
import { wallJumpMs, type Moment } from '../clock/corrected-clock.ts'
import { markPolled, trackedMove } from '../store/tables/tracked-moves.ts'
import { backoff } from './backoff.ts'
import type { SyncContext } from './context.ts'

/** Without a word for this long the link is looked at: longer than between two questions about a near move. */
const HEALTH_TTL_MS = 75_000
/** A clock that moved by this much more, or less, than time did was set, or the machine slept. */
const CLOCK_JUMP_MS = 10_000

/** True when what the provider said is too old, or this PC slept or its clock was set since: the gates would go by that. */
export function isHealthStale(reachedAt: Moment, now: Moment): boolean {
  return now.monotonic - reachedAt.monotonic >= HEALTH_TTL_MS || Math.abs(wallJumpMs(reachedAt, now)) >= CLOCK_JUMP_MS
}

/**
 * What may be the trouble of the one move that was asked about, and of no other: a record that the provider cannot show. An
 * answer that never came cost a minute and a half: the next look finds out.
 */
export function isMoveSpecificFailure(asked: FetchMoveResult): boolean {
  if (asked.kind === 'broken') return asked.code !== 'answer-timeout'
  if (asked.kind !== 'answered') return false
  const { status } = asked.answer
  return status === 401 || (status >= 300 && status < 400) || status >= 500
}

/** The provider asks to wait. */
export function isBusyResponse(asked: FetchMoveResult): boolean {
  return asked.kind === 'answered' && asked.answer.status === 429
}

/**
 * How the provider stands, by what it answered about a move. Trouble with one move is not taken for its own before it was
 * asked for a move that nobody has: else one record that it cannot show would keep every booking here.
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
 * Looks with a harmless question whether the provider answers and takes bookings: about the move that was not asked about for
 * longest, or, where the look before it failed, about none.
 */
export async function checkHealth(deps: SyncContext, failedBefore: boolean): Promise<HealthResult> {
  const { store, provider, clock, remote } = deps
  const held = failedBefore ? null : store.read((view) => trackedMove(view, remote.address))
  const asked = await provider.fetchMove(held?.number ?? NONEXISTENT_MOVE_NUMBER)
  if (held === null) return classifyHealth(asked, clock.now())
  // Another is asked about next time.
  if (isMoveSpecificFailure(asked) || isBusyResponse(asked)) store.write((tx) => markPolled(tx, held.id, clock.now()))
  return findHealthCheckMove(asked, deps)
}

const NEEDS_PERSON: readonly UnreachableCause[] = ['unsafe-network', 'proxy-sign-in']

/**
 * How long the line rests, in milliseconds, that was not reached so many times in a row. A network that wants a person is
 * not asked again and again.
 */
export function retryDelay(cause: UnreachableCause, failures: number, fraction: number): number {
  return NEEDS_PERSON.includes(cause) ? BUSY_RETRY_MS : backoff(failures, fraction)
}
