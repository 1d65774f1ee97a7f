import { parseUtc, toMillis, type UtcInstant } from '../../shared/time/time.ts'

/** Most automatic restarts of the desk, or reloads of its page, within `RESTART_WINDOW_MS`. */
export const MAX_RESTARTS = 3
const RESTART_WINDOW_MS = 10 * 60_000

const RESTARTED_AT = '--restarted-at='

/** Returns the restarts within `RESTART_WINDOW_MS` and one more at `now`; null when `MAX_RESTARTS` is reached. */
export function nextRestarts(earlier: readonly UtcInstant[], now: UtcInstant): readonly UtcInstant[] | null {
  // The distance counts in both directions, because a clock that was set back must not remove the limit.
  const recent = earlier.filter((at) => Math.abs(toMillis(now) - toMillis(at)) < RESTART_WINDOW_MS)
  return recent.length >= MAX_RESTARTS ? null : [...recent, now]
}

/** Returns when the desk restarted itself, from the arguments of this process. Empty after a start by a person. */
export function restartsIn(args: readonly string[]): readonly UtcInstant[] {
  const found = args.find((arg) => arg.startsWith(RESTARTED_AT))
  if (found === undefined) return []
  return found
    .slice(RESTARTED_AT.length)
    .split(',')
    .filter((text) => parseUtc(text) === text)
}

/** Returns the arguments of the next process, which carry the restarts so far. */
export function argsWithRestarts(args: readonly string[], restarts: readonly UtcInstant[]): readonly string[] {
  return [...args.filter((arg) => !arg.startsWith(RESTARTED_AT)), `${RESTARTED_AT}${restarts.join(',')}`]
}
