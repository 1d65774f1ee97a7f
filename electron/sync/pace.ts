import { addMinutes, type UtcInstant } from '../../shared/time.ts'

/*
 * How often the provider is asked about a move that is not finished: the nearer its time, the more often. A move on the
 * road counts as near. What is long past is asked about no more: nobody waits for it.
 */

/** Moves whose time is at most `within` minutes away, on either side, are asked about every so many minutes. */
export type Pace = { readonly within: number; readonly every: number }

const HOUR = 60
const DAY = 24 * HOUR

/** The nearest first. The last one's reach is also where asking ends for what is past. */
export const PACES: readonly Pace[] = [
  { within: 2 * HOUR, every: 1 },
  { within: DAY, every: 10 },
  { within: 7 * DAY, every: HOUR },
  { within: 60 * DAY, every: 6 * HOUR },
]

/** The practice service is on this machine and its driver does not wait for the appointment. */
export const PRACTICE_PACES: readonly Pace[] = [{ within: 60 * DAY, every: 0 }]

/** A pace at a moment: the times between which a move's own lies, and the last asking that is old enough. */
export type Window = { readonly from: UtcInstant; readonly to: UtcInstant; readonly askedBefore: UtcInstant }

/** `paces` as seen at `now`, in the same order. */
export function windowsAt(now: UtcInstant, paces: readonly Pace[]): readonly Window[] {
  return paces.map(({ within, every }) => ({
    from: addMinutes(now, -within),
    to: addMinutes(now, within),
    askedBefore: addMinutes(now, -every),
  }))
}
