import { fromMillis, toMillis, type UtcInstant } from '../time/time.ts'

/** How long a request may still run at the provider. `not-booked-confirmed` is impossible within this time. */
export const QUARANTINE_MINUTES = 3

const MINUTE_MS = 60_000

/** True once a request that was last sent `msSinceLastSend` ago cannot run at the provider any more. */
export function isQuarantineOver(msSinceLastSend: number): boolean {
  return msSinceLastSend >= QUARANTINE_MINUTES * MINUTE_MS
}

/**
 * Returns the time from which `not-booked-confirmed` is possible for an entry that was last sent `msSinceLastSend`
 * before `now`. The time is rounded up to a whole minute, because the window shows no seconds.
 */
export function quarantineEnd(msSinceLastSend: number, now: UtcInstant): UtcInstant {
  const left = Math.max(0, QUARANTINE_MINUTES * MINUTE_MS - msSinceLastSend)
  return fromMillis(Math.ceil((toMillis(now) + left) / MINUTE_MS) * MINUTE_MS)
}
