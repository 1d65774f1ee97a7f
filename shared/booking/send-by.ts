import { addMinutes, toMillis, type UtcInstant } from '../time/time.ts'

/**
 * Minutes after the save in which a booking may leave although less than `noticeMinutes` remain until its ready-by
 * time. The person who saved the booking is still there to see whether the booking leaves.
 */
export const PAST_TOLERANCE_MINUTES = 5

/** The times that decide the send-by time; `savedAt` is null if unknown. */
type SendTimes = {
  readonly readyBy: { readonly utc: UtcInstant }
  readonly time: { readonly utc: UtcInstant }
  readonly savedAt: UtcInstant | null
}

/**
 * Returns the send-by time (test/spec/reliability.md#send-by-time): `noticeMinutes` before the ready-by time, at least
 * `PAST_TOLERANCE_MINUTES` after `savedAt`, and never after the booking's own time.
 */
export function sendBy({ readyBy, time, savedAt }: SendTimes, noticeMinutes: number): UtcInstant {
  const noticed = addMinutes(readyBy.utc, -noticeMinutes)
  const granted = savedAt === null ? noticed : addMinutes(savedAt, PAST_TOLERANCE_MINUTES)
  const by = toMillis(noticed) > toMillis(granted) ? noticed : granted
  return toMillis(by) < toMillis(time.utc) ? by : time.utc
}
