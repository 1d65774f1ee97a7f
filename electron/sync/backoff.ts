const BASE_DELAY_MS = 2_000
const MAX_DELAY_MS = 5 * 60_000
const MIN_DELAY_MS = 250

/**
 * Milliseconds to wait after the n-th failure in a row, counted from 1: a random time of at least `MIN_DELAY_MS`, below
 * a bound of 2 s, 4 s, 8 s and so on to 5 minutes. `fraction` is a random number, at least 0 and below 1.
 */
export function backoff(failures: number, fraction: number): number {
  return Math.max(
    MIN_DELAY_MS,
    Math.floor(fraction * Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** Math.min(20, failures - 1))),
  )
}
