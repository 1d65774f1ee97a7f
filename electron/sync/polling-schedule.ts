import { addMinutes, type UtcInstant } from '../../shared/time/time.ts'

/*
 * How often a tracked move is fetched: the nearer its time, the more often. A move on the road counts as near until a
 * day after its time, and so does a move with an undecided amendment (`movesDueForRefresh`).
 */

/** Moves whose time is at most `within` minutes before or after now are fetched every `every` minutes. */
export type PollInterval = { readonly within: number; readonly every: number }

const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

/**
 * Nearest interval first. The `within` of the last interval is also the age from which a past move is no longer
 * fetched.
 */
export const POLL_INTERVALS: readonly PollInterval[] = [
  { within: 2 * HOUR_MINUTES, every: 1 },
  { within: DAY_MINUTES, every: 10 },
  { within: 7 * DAY_MINUTES, every: HOUR_MINUTES },
  { within: 60 * DAY_MINUTES, every: 6 * HOUR_MINUTES },
]

/**
 * The practice service runs on this machine, and its driver does not wait for the appointment, so a practice move is
 * due in every round.
 */
export const PRACTICE_POLL_INTERVALS: readonly PollInterval[] = [{ within: 60 * DAY_MINUTES, every: 0 }]

/**
 * A polling interval at one moment. A move with a time from `from` to `to` is due if its last fetch is not after
 * `fetchedBefore`.
 */
export type PollWindow = { readonly from: UtcInstant; readonly to: UtcInstant; readonly fetchedBefore: UtcInstant }

/** The intervals as windows at `now`, in the same order. */
export function pollWindowsAt(now: UtcInstant, intervals: readonly PollInterval[]): readonly PollWindow[] {
  return intervals.map(({ within, every }) => ({
    from: addMinutes(now, -within),
    to: addMinutes(now, within),
    fetchedBefore: addMinutes(now, -every),
  }))
}
