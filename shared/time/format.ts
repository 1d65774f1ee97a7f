import { fromMillis, instantsOf, toLocal, toMillis, type UtcInstant } from './time.ts'
import { changeBetween, offsetAt, offsetsAround } from './zone-offset.ts'

/*
 * Formats times for people in a rooftop's zone, with sentences for the days on which the clocks change.
 */

const DAY_MS = 86_400_000

/** Formats a day (`YYYY-MM-DD`) as "Sat, Nov 21, 2026". */
export function formatDate(date: string): string {
  return `${formatDay(`${date}T12:00:00Z`, 'UTC')}, ${date.slice(0, 4)}`
}

/** Formats the month of a day (`YYYY-MM-DD`) as "November". */
export function formatMonth(date: string): string {
  return part(`${date}T12:00:00Z`, 'UTC', { month: 'long' })
}

/**
 * Describes a wall time in a daylight-saving gap, for example "2:30 AM does not exist on Sun, Mar 8: the clocks go
 * forward from 2:00 AM (EST) to 3:00 AM (EDT)", and says which times to choose. Throws if no change of the clocks
 * follows.
 */
export function describeSpringGap(local: string, zone: string): string {
  const { from, to, named } = changeAt(local, zone)
  const [last, first] = formatBoth(from, to)
  const change = `the clocks go forward from ${last} (${named.before}) to ${first} (${named.after})`
  return `${formatWallClock(local)} does not exist on ${formatWallDay(local)}: ${change}. Choose a time before ${last}, or ${first} or later.`
}

/**
 * Describes a wall time in an overlap, for example "1:30 AM happens twice on Sun, Nov 1: the clocks go back from
 * 2:00 AM (EDT) to 1:00 AM (EST)". Throws if no change of the clocks follows.
 */
export function describeAutumnOverlap(local: string, zone: string): string {
  const { from, to, named } = changeAt(local, zone)
  const [last, first] = formatBoth(from, to)
  return `${formatWallClock(local)} happens twice on ${formatWallDay(local)}: the clocks go back from ${last} (${named.before}) to ${first} (${named.after}).`
}

/** Returns the wall times and the zone's names before and after the change of the clocks that affects a wall time. */
function changeAt(local: string, zone: string) {
  const wall = toMillis(`${local}:00Z`)
  const first = wall - Math.max(...offsetsAround(wall, zone))
  const change = changeBetween(first, first + DAY_MS, zone)
  if (change === null) throw new Error('no change of the clocks is near this time')
  return {
    from: fromMillis(change + offsetAt(first, zone)).slice(0, 16),
    to: toLocal(fromMillis(change), zone),
    named: {
      before: formatZoneName(fromMillis(first), zone),
      after: formatZoneName(fromMillis(change), zone),
    },
  }
}

/** Formats two wall times as clock times, with their days if the days differ. */
function formatBoth(...times: readonly [string, string]): readonly [string, string] {
  const sameDay = times[0].slice(0, 10) === times[1].slice(0, 10)
  const formatOne = (local: string) =>
    sameDay ? formatWallClock(local) : `${formatWallDay(local)}, ${formatWallClock(local)}`
  return [formatOne(times[0]), formatOne(times[1])]
}

/**
 * Formats an instant as "Tue, Nov 24, 2:00 PM ET". A wall time that comes twice gets the specific zone name ("EST"),
 * and a year other than the year of `now` is added.
 */
export function formatTime(utc: UtcInstant, zone: string, now?: UtcInstant): string {
  const { weekday, year, ...at } = formatPieces(utc, zone, now)
  return `${weekday}, ${at.date}${year}, ${at.clock} ${at.zone}`
}

/**
 * Formats an instant for a table column, with the weekday or the year but not both, so that all rows are about as wide.
 * `zone` is separate because a narrow column may omit the name unless `isTwice` is true.
 */
export function formatColumnTime(utc: UtcInstant, zone: string, now: UtcInstant): ColumnTime {
  const { weekday, date, year, clock, ...of } = formatPieces(utc, zone, now)
  return { time: `${year === '' ? `${weekday}, ` : ''}${date}${year}, ${clock}`, zone: of.zone, isTwice: of.isTwice }
}

/** `isTwice` is true if the wall time comes twice, so that only `zone` tells the two instants apart. */
export interface ColumnTime {
  readonly time: string
  readonly zone: string
  readonly isTwice: boolean
}

/**
 * Returns the parts of an instant for texts with less than a whole time: `date` as "Nov 24", `clock` as "2:00 PM", and
 * `year` as ", 2027", empty in the year of `now`. `isTwice` is true if only `zone` tells the instant from another.
 */
export function timeParts(utc: UtcInstant, zone: string, now: UtcInstant): Pieces {
  return formatPieces(utc, zone, now)
}

/** Returns the pieces of an instant, with an empty `year` in the year of `now` and without `now`. */
function formatPieces(utc: UtcInstant, zone: string, now?: UtcInstant): Pieces {
  const pieces = piecesOf(utc, zone)
  const isThisYear = now === undefined || piecesOf(now, zone).year === pieces.year
  return { ...pieces, year: isThisYear ? '' : `, ${pieces.year}` }
}

export type Pieces = Readonly<Record<'weekday' | 'date' | 'year' | 'clock' | 'zone', string>> & {
  readonly isTwice: boolean
}

/** Cache, because a list formats the same times at each keystroke, and formatting is most of the cost of a row. */
const known = new Map<string, Pieces>()
/** More entries than any screen shows. A full cache is cleared. */
const MAX_CACHED = 2000

function piecesOf(utc: UtcInstant, zone: string): Pieces {
  const key = `${utc} ${zone}`
  const before = known.get(key)
  if (before !== undefined) return before
  const at = partsOf(utc, zone)
  const isTwice = comesTwice(utc, zone)
  const pieces = {
    weekday: at.weekday,
    date: `${at.month} ${at.day}`,
    year: at.year,
    clock: `${at.hour}:${at.minute} ${at.dayPeriod}`,
    zone: isTwice ? formatZoneName(utc, zone) : at.timeZoneName,
    isTwice,
  }
  if (known.size === MAX_CACHED) known.clear()
  known.set(key, pieces)
  return pieces
}

const PARTS = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'shortGeneric',
} as const

type Parts = Readonly<Record<keyof typeof PARTS | 'dayPeriod', string>>

/** Returns all parts of a formatted instant by one `formatToParts` call. */
function partsOf(utc: UtcInstant, zone: string): Parts {
  const pieces = formatOf(zone, PARTS).formatToParts(toMillis(utc))
  const parts = Object.fromEntries(pieces.map(({ type, value }) => [type, value]))
  // `PARTS` requests every key, and a 12-hour clock adds `dayPeriod`.
  return parts as Parts
}

/** Cache by UTC day and zone of whether the clocks change near that day; the query itself is a hundred times slower. */
const changes = new Map<string, boolean>()

/** True if another instant has the same wall time in the zone. */
function comesTwice(utc: UtcInstant, zone: string): boolean {
  const day = utc.slice(0, 10)
  const key = `${day} ${zone}`
  let near = changes.get(key)
  if (near === undefined) {
    // The query covers more than a day before and after `day`, because no change of the clocks in history exceeds a
    // day.
    const from = toMillis(`${day}T00:00:00Z`) - DAY_MS
    near = offsetAt(from, zone) !== offsetAt(from + 3 * DAY_MS, zone)
    changes.set(key, near)
  }
  if (!near) return false
  return instantsOf(toLocal(utc, zone), zone).length > 1
}

/** Formats the day of an instant as "Tue, Nov 24". */
export function formatDay(utc: UtcInstant, zone: string): string {
  return `${part(utc, zone, { weekday: 'short' })}, ${part(utc, zone, { month: 'short' })} ${part(utc, zone, { day: 'numeric' })}`
}

/** Returns the weekday of an instant in the zone, for example "Mon". */
export function formatWeekday(utc: UtcInstant, zone: string): string {
  return part(utc, zone, { weekday: 'short' })
}

/** Formats an instant as a clock time in the zone, for example "2:00 PM". */
export function formatClock(utc: UtcInstant, zone: string): string {
  return part(utc, zone, { hour: 'numeric', minute: '2-digit' }).replace('\u202f', ' ')
}

/** Formats an instant as `formatClock` does, with the zone's name if the clock time comes twice: "1:30 AM EST". */
export function formatSureClock(utc: UtcInstant, zone: string): string {
  const { clock, isTwice, zone: name } = piecesOf(utc, zone)
  return isTwice ? `${clock} ${name}` : clock
}

/** Returns the short specific name of a zone at an instant, for example "EST" or "EDT". */
export function formatZoneName(utc: UtcInstant, zone: string): string {
  return part(utc, zone, { timeZoneName: 'short' })
}

/** Formats a wall time as if in UTC, because no instant of the zone has a wall time in a gap. */
function formatWallClock(local: string): string {
  return formatClock(`${local}:00Z`, 'UTC')
}

function formatWallDay(local: string): string {
  return formatDay(`${local}:00Z`, 'UTC')
}

/** Returns the long generic name of a zone, for example "Eastern Time". */
export function formatZone(zone: string, at: UtcInstant): string {
  return part(at, zone, { timeZoneName: 'longGeneric' })
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns a cached `Intl.DateTimeFormat`, since the construction takes many times as long as the use. */
function formatOf(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone })
  formats.set(key, format)
  return format
}

function part(utc: UtcInstant, zone: string, options: Intl.DateTimeFormatOptions): string {
  const format = formatOf(zone, options)
  const wanted = Object.keys(options)[0] === 'timeZoneName' ? 'timeZoneName' : null
  const parts = format.formatToParts(toMillis(utc))
  return wanted === null
    ? parts.map((piece) => piece.value).join('')
    : (parts.find((piece) => piece.type === wanted)?.value ?? zone)
}
