import { addMinutes, type UtcInstant } from '../time/time.ts'

const ROADS_PER_STRAIGHT_LINE = 1.3
const SPEED_MILES_PER_HOUR = 25
const MIN_DRIVE_MINUTES = 10
/** Drive time if the offline data lacks one of the two ZIP codes. */
const UNKNOWN_DRIVE_MINUTES = 30
const ROUNDED_TO_MINUTES = 5

/** Estimates the drive between two ZIP codes in minutes, from their straight-line distance; null if unknown. */
export function driveMinutes(miles: number | null): number {
  const driven =
    miles === null ? UNKNOWN_DRIVE_MINUTES : ((miles * ROADS_PER_STRAIGHT_LINE) / SPEED_MILES_PER_HOUR) * 60
  return Math.ceil(Math.max(driven, MIN_DRIVE_MINUTES) / ROUNDED_TO_MINUTES) * ROUNDED_TO_MINUTES
}

/**
 * Returns the earliest time of a booking that leaves now and keeps the notice. A pair's appointment also needs the
 * drive to the customer, which counts as one of unknown length.
 */
export function earliestBookable(
  kind: 'pair' | 'one-way',
  now: UtcInstant,
  { noticeMinutes, marginMinutes }: { readonly noticeMinutes: number; readonly marginMinutes: number },
): UtcInstant {
  return addMinutes(now, noticeMinutes + (kind === 'pair' ? UNKNOWN_DRIVE_MINUTES + Math.max(0, marginMinutes) : 0))
}

/**
 * Estimates a pair's ready-by time as the appointment less the drive and the margin; the estimate counts until the
 * provider returns a time, whose computation the provider does not document. `miles` is the straight-line distance
 * between the two ZIP codes; null if unknown.
 */
export function estimateReadyBy(appointment: UtcInstant, miles: number | null, marginMinutes: number): UtcInstant {
  return addMinutes(appointment, -(driveMinutes(miles) + Math.max(0, marginMinutes)))
}
