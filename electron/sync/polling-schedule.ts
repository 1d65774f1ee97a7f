import { addMinutes, type UtcInstant } from '../../shared/time/time.ts'

/*
 * How often the provider is asked about a move that is not finished: the nearer its time, the more often. A move on the
 * road counts as near. What is long past is asked about no more: nobody waits for it.
 */

/** Moves whose time is at most `within` minutes away, on either side, are asked about every so many minutes. */
export type PollInterval = { readonly within: number; readonly every: number }

const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

/** The nearest first. The last one's reach is also where asking ends for what is past. */
export const POLL_INTERVALS: readonly PollInterval[] = [
  { within: 2 * HOUR_MINUTES, every: 1 },
  { within: DAY_MINUTES, every: 10 },
  { within: 7 * DAY_MINUTES, every: HOUR_MINUTES },
  { within: 60 * DAY_MINUTES, every: 6 * HOUR_MINUTES },
]

/** The practice service is on this machine and its driver does not wait for the appointment. */
export const PRACTICE_POLL_INTERVALS: readonly PollInterval[] = [{ within: 60 * DAY_MINUTES, every: 0 }]

/** A pace at a moment: the times between which a move's own lies, and the last asking that is old enough. */
export type PollWindow = { readonly from: UtcInstant; readonly to: UtcInstant; readonly askedBefore: UtcInstant }

/** `paces` as seen at `now`, in the same order. */
export function pollWindowsAt(now: UtcInstant, paces: readonly PollInterval[]): readonly PollWindow[] {
  return paces.map(({ within, every }) => ({
    from: addMinutes(now, -within),
    to: addMinutes(now, within),
    askedBefore: addMinutes(now, -every),
  }))
}
