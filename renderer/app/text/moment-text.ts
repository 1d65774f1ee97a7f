import { formatClock, formatTime } from '../../../shared/time/format.ts'
import { toLocal, type UtcInstant } from '../../../shared/time/time.ts'

/** Formats a moment of today in `zone` as clock time only, and any other moment with its date. */
export function formatMoment(at: UtcInstant, zone: string, now: UtcInstant): string {
  return toLocal(at, zone).slice(0, 10) === toLocal(now, zone).slice(0, 10)
    ? formatClock(at, zone)
    : formatTime(at, zone, now)
}
