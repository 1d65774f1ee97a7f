/* Offsets of time zones in milliseconds, as `Intl` knows them. The oldest Electron of the desk has no `Temporal`. */

const DAY_MS = 86_400_000
/** The clocks change at a whole minute in UTC, so an offset holds for all of a minute. */
const STEP_MS = 60_000

/** Cache by zone and minute; more entries than a screen needs. A full cache is cleared. */
const known = new Map<string, number>()
const MAX_CACHED = 5000

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns how far the wall time of a zone is ahead of UTC. Throws a `RangeError` for an unknown zone. */
export function offsetAt(ms: number, zone: string): number {
  const midnight = Math.floor(ms / DAY_MS) * DAY_MS
  const before = knownOffset(midnight, zone)
  // The clocks change once a day at most, so a day that begins and ends with one offset has that offset throughout, and
  // `Intl` is asked twice a day and not for each minute.
  return before === knownOffset(midnight + DAY_MS, zone) ? before : knownOffset(ms, zone)
}

function knownOffset(ms: number, zone: string): number {
  const key = `${zone} ${Math.floor(ms / STEP_MS)}`
  const before = known.get(key)
  if (before !== undefined) return before
  const offset = readOffset(ms, zone)
  if (known.size === MAX_CACHED) known.clear()
  known.set(key, offset)
  return offset
}

function readOffset(ms: number, zone: string): number {
  let format = formats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    formats.set(zone, format)
  }
  const [, sign = '+', hours = 0, minutes = 0, seconds = 0] =
    /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(format.format(ms)) ?? []
  const offset = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return (sign === '-' ? -offset : offset) * 1000
}

/** Returns the offsets of a zone a day before and a day after a wall time, which is given as if in UTC. */
export function offsetsAround(wall: number, zone: string): readonly [before: number, after: number] {
  return [offsetAt(wall - DAY_MS, zone), offsetAt(wall + DAY_MS, zone)]
}

/** Returns the first instant after `from` and up to `to` at which the clocks have changed; null for none. */
export function changeBetween(from: number, to: number, zone: string): number | null {
  const before = offsetAt(from, zone)
  if (offsetAt(to, zone) === before) return null
  let [low, high] = [Math.floor(from / STEP_MS), Math.ceil(to / STEP_MS)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle * STEP_MS, zone) === before) low = middle
    else high = middle
  }
  return high * STEP_MS
}

/** Returns the first instant of a day, whose midnight is given as if in UTC and may be skipped by the clocks. */
export function startOfDay(midnight: number, zone: string): number {
  const [before, after] = offsetsAround(midnight, zone)
  const [first, second] = [midnight - Math.max(before, after), midnight - Math.min(before, after)]
  const found = [first, second].find((ms) => ms + offsetAt(ms, zone) === midnight)
  return found ?? changeBetween(first, second, zone) ?? second
}

/** Reads a day (`YYYY-MM-DD`) as its midnight in UTC; null for other text. */
export function readDay(text: string): number | null {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN
  // `Date` takes February 30 for a day in March.
  return !Number.isNaN(ms) && new Date(ms).getUTCDate() === Number(text.slice(8)) ? ms : null
}

/** Returns the midnight of a day in UTC. Throws a `RangeError` for other text. */
export function millisOf(date: string): number {
  const ms = readDay(date)
  if (ms === null) throw new RangeError(`not a day: ${date}`)
  return ms
}
