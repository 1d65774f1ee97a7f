import { toMillis } from '../../shared/time/time.ts'
import type { Clock } from '../platform/clock.ts'

/** A moment in milliseconds: `wall` since the epoch, in whole seconds, and `monotonic` as in `Clock`. */
export type Moment = { readonly wall: number; readonly monotonic: number }

export function momentOf(clock: Clock): Moment {
  return { wall: toMillis(clock.now()), monotonic: clock.monotonic() }
}

/**
 * Milliseconds by which the wall clock was set between two moments, plus any sleep during which the monotonic clock
 * stood still. Negative if the clock was set back.
 */
export function wallJumpMs(from: Moment, to: Moment): number {
  return to.wall - from.wall - (to.monotonic - from.monotonic)
}

/**
 * Milliseconds until `end`, by the clock that shows fewer; zero or less after `end`. The monotonic clock may stand
 * still while the machine sleeps, and a wall clock that is set back must not extend a wait.
 */
export function remainingMs(end: Moment, now: Moment): number {
  return Math.min(end.wall - now.wall, end.monotonic - now.monotonic)
}
