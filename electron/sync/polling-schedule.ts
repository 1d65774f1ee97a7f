import { addMinutes, type UtcInstant } from '../../shared/time/time.ts'

/*
 * How often the queue fetches a move that is not over: more often near its time, and not at all long after it. A move
 * on the road counts as near.
 */

/** Moves whose time is at most `within` minutes away, before or after, are fetched every `every` minutes. */
export type PollInterval = { readonly within: number; readonly every: number }

const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

/** The nearest window first. Moves further in the past than the last window are not fetched any more. */
export const POLL_INTERVALS: readonly PollInterval[] = [
  { within: 2 * HOUR_MINUTES, every: 1 },
  { within: DAY_MINUTES, every: 10 },
  { within: 7 * DAY_MINUTES, every: HOUR_MINUTES },
  { within: 60 * DAY_MINUTES, every: 6 * HOUR_MINUTES },
]

/** The practice service runs on this machine, and its driver does not wait for the appointment. */
export const PRACTICE_POLL_INTERVALS: readonly PollInterval[] = [{ within: 60 * DAY_MINUTES, every: 0 }]

/**
 * A polling interval at one moment: the range of move times that it covers, and the latest fetch that makes a move
 * due.
 */
export type PollWindow = { readonly from: UtcInstant; readonly to: UtcInstant; readonly askedBefore: UtcInstant }

/** The windows of `paces` at `now`, in the same order. */
export function pollWindowsAt(now: UtcInstant, paces: readonly PollInterval[]): readonly PollWindow[] {
  return paces.map(({ within, every }) => ({
    from: addMinutes(now, -within),
    to: addMinutes(now, within),
    askedBefore: addMinutes(now, -every),
  }))
}
