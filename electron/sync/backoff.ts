import { readHttpDate, toMillis, type UtcInstant } from '../../shared/time.ts'

/** Pure rules of waiting. All in milliseconds; chance is passed in. */

const BASE = 2_000
const CAP = 5 * 60_000
const LEAST = 250

/** Full jitter under a doubling bound: after the n-th failure in a row (from 1), at most 2 s, 4 s, 8 s … 5 minutes. */
export function backoff(failures: number, fraction: number): number {
  return Math.max(LEAST, Math.floor(fraction * Math.min(CAP, BASE * 2 ** Math.min(20, failures - 1))))
}

const LEAST_ASKED = 1_000
const MOST_ASKED = 24 * 60 * 60_000
const WHEN_UNREADABLE = 60_000

/** What `Retry-After` asks for, in seconds or as a date, kept between a second and a day; a minute when it is neither. */
export function retryAfter(header: string | undefined, now: UtcInstant): number {
  if (header === undefined) return WHEN_UNREADABLE
  const text = header.trim()
  const date = readHttpDate(text, now)
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : date === null ? WHEN_UNREADABLE : toMillis(date) - toMillis(now)
  return Math.min(MOST_ASKED, Math.max(LEAST_ASKED, ms))
}
