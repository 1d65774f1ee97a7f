import { toMillis, type UtcInstant } from '../../../shared/time/time.ts'

const MS_PER_MINUTE = 60_000
const MINUTES_PER_HOUR = 60
const LATE_HOURS_FROM_MINUTES = 120

/** Formats a delay: "40 min late", and from two hours on "3 h late". */
export function formatLateness(time: UtcInstant, now: UtcInstant): string {
  const minutes = Math.floor((toMillis(now) - toMillis(time)) / MS_PER_MINUTE)
  return minutes < LATE_HOURS_FROM_MINUTES ? `${minutes} min late` : `${Math.floor(minutes / MINUTES_PER_HOUR)} h late`
}
