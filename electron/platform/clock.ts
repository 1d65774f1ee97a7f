import { performance } from 'node:perf_hooks'
import { fromMillis, type UtcInstant } from '../../shared/time/time.ts'

export type Clock = {
  /**
   * Wall time in UTC, in whole seconds, for records, send guards and display. The time can be wrong and can be set at
   * any moment, so timers and deadlines use `monotonic`.
   */
  now(): UtcInstant
  /**
   * Milliseconds since an arbitrary moment, unchanged when the wall clock is set. The operating system decides whether
   * this value continues or stops while the machine sleeps.
   */
  monotonic(): number
  /** Calls `call` once after `ms` milliseconds. Returns the function that cancels. */
  schedule(ms: number, call: () => void): () => void
}

export const systemClock: Clock = {
  now: () => fromMillis(Date.now()),
  monotonic: () => performance.now(),
  schedule(ms, call) {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}

/** The version of the time zone rules that resolve times, for example `2026c`. */
export const TZDATA_VERSION = process.versions['tz'] ?? 'unknown'
