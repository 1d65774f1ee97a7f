import { performance } from 'node:perf_hooks'
import { fromMillis, type UtcInstant } from '../../shared/time/time.ts'

export type Clock = {
  /**
   * Wall time in whole seconds, UTC: for records, send guards and display only. The time can be wrong and can be set
   * at any moment.
   */
  now(): UtcInstant
  /** Milliseconds that never jump, for timers and deadlines. */
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
