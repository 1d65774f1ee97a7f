import { readHttpDate } from '../../shared/http-date.ts'
import { toMillis, type UtcInstant } from '../../shared/time.ts'
import type { Answer } from '../provider/connection.ts'

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

/**
 * What `Retry-After` asks for, in seconds or as a date, kept between a second and a day; a minute when it is neither. A date
 * counts from the answer's own `Date`, where it has one: a PC whose clock is wrong waits no longer and no shorter.
 */
export function retryAfter(headers: Answer['headers'], now: UtcInstant): number {
  const text = headers['retry-after']?.trim()
  if (text === undefined) return WHEN_UNREADABLE
  const date = readHttpDate(text, now)
  const since = readHttpDate(headers['date']?.trim() ?? '', now) ?? now
  const ms = /^\d+$/.test(text)
    ? Number(text) * 1000
    : date === null
      ? WHEN_UNREADABLE
      : toMillis(date) - toMillis(since)
  return Math.min(MOST_ASKED, Math.max(LEAST_ASKED, ms))
}
