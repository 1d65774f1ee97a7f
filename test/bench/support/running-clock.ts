import { systemClock, type Clock } from '../../../electron/platform/clock.ts'
import { fromMillis, toMillis } from '../../../shared/time/time.ts'
import { NOW } from '../data/generator.ts'

/** A clock that starts at the time of the stored bookings and goes on. */
export function runningClock(): Clock {
  const began = systemClock.monotonic()
  return { ...systemClock, now: () => fromMillis(toMillis(NOW) + Math.floor(systemClock.monotonic() - began)) }
}
