import { parseHttpDate } from '../../shared/time/http-date.ts'
import { toMillis, type UtcInstant } from '../../shared/time/time.ts'
import type { HttpResponse } from './http/connection.ts'

const MIN_RETRY_AFTER_MS = 1_000
const MAX_RETRY_AFTER_MS = 24 * 60 * 60_000
const DEFAULT_RETRY_AFTER_MS = 60_000

/**
 * Milliseconds that `Retry-After` asks for, in seconds or as a date, from 1 s to 24 h; one minute for anything else. A
 * date counts from the response's own `Date` where there is one, so a wrong clock of this PC does not change the wait.
 */
export function retryAfter(headers: HttpResponse['headers'], now: UtcInstant): number {
  const text = headers['retry-after']?.trim()
  if (text === undefined) return DEFAULT_RETRY_AFTER_MS
  const date = parseHttpDate(text, now)
  const since = parseHttpDate(headers['date']?.trim() ?? '', now) ?? now
  const ms = /^\d+$/.test(text)
    ? Number(text) * 1000
    : date === null
      ? DEFAULT_RETRY_AFTER_MS
      : toMillis(date) - toMillis(since)
  return Math.min(MAX_RETRY_AFTER_MS, Math.max(MIN_RETRY_AFTER_MS, ms))
}
