import { toMillis } from '../../shared/time/time.ts'
import type { Clock } from '../platform/clock.ts'

/** A moment by both clocks, in milliseconds. */
export type Moment = { readonly wall: number; readonly monotonic: number }

export function momentOf(clock: Clock): Moment {
  return { wall: toMillis(clock.now()), monotonic: clock.monotonic() }
}

/**
 * Milliseconds by which the wall clock was set, or the machine slept, between two moments. Negative if the clock was
 * set back.
 */
export function wallJumpMs(from: Moment, to: Moment): number {
  return to.wall - from.wall - (to.monotonic - from.monotonic)
}

/**
 * The remaining milliseconds. Timers stop while the machine sleeps, and a clock that is set back must not extend a
 * wait.
 */
export function remainingMs(end: Moment, now: Moment): number {
  return Math.min(end.wall - now.wall, end.monotonic - now.monotonic)
}
