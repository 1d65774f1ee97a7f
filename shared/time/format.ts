import { Temporal } from 'temporal-polyfill'
import { fromMillis, instantsOf, toMillis, type UtcInstant } from './time.ts'

/* Formats times for people, in a rooftop's zone: days, clock times, the zone's name, and changes of the clocks. */

/** "Sat 21 Nov 2026". */
export function formatDate(date: string): string {
  return `${formatDay(`${date}T12:00:00Z`, 'UTC')} ${date.slice(0, 4)}`
}
/**
 * Explains a wall time in a daylight-saving gap: "2:30 AM does not exist on Sun 8 Mar: the clocks go forward from 2:00
 * AM (EST) to 3:00 AM (EDT). Choose a time before 2:00 AM, or 3:00 AM or later."
 */
export function describeSpringGap(local: string, zone: string): string {
  const { from, to, named } = changeAt(local, zone)
  const [last, first] = formatBoth(from, to)
  const change = `the clocks go forward from ${last} (${named.before}) to ${first} (${named.after})`
  return `${formatWallClock(local)} does not exist on ${formatWallDay(local)}: ${change}. Choose a time before ${last}, or ${first} or later.`
}

/** Explains an overlap: "1:30 AM comes twice on Sun 1 Nov: the clocks go back from 2:00 AM (EDT) to 1:00 AM (EST)." */
export function describeAutumnOverlap(local: string, zone: string): string {
  const { from, to, named } = changeAt(local, zone)
  const [last, first] = formatBoth(from, to)
  return `${formatWallClock(local)} comes twice on ${formatWallDay(local)}: the clocks go back from ${last} (${named.before}) to ${first} (${named.after}).`
}

/** The clock change around a wall time in a gap or overlap: the wall times and the zone's names before and after. */
function changeAt(local: string, zone: string) {
  const before = Temporal.PlainDateTime.from(local).toZonedDateTime(zone, { disambiguation: 'earlier' })
  const after = before.getTimeZoneTransition('next')
  if (after === null) throw new Error('no change of the clocks is near this time')
  const change = after.toInstant()
  const offset = before.offsetNanoseconds
  return {
    from: change.add({ nanoseconds: offset }).toString().slice(0, 16),
    to: after.toPlainDateTime().toString({ smallestUnit: 'minute' }),
    named: {
      before: formatZoneName(fromMillis(before.epochMilliseconds), zone),
      after: formatZoneName(fromMillis(change.epochMilliseconds), zone),
    },
  }
}

/** Two wall times as clock times, with their days if the days differ. */
function formatBoth(...times: readonly [string, string]): readonly [string, string] {
  const sameDay = times[0].slice(0, 10) === times[1].slice(0, 10)
  const say = (local: string) =>
    sameDay ? formatWallClock(local) : `${formatWallDay(local)}, ${formatWallClock(local)}`
  return [say(times[0]), say(times[1])]
}

/**
 * "Tue 24 Nov, 2:00 PM ET": an instant with the zone's short generic name, or with the specific name if the wall time
 * occurs twice. Includes the year if it differs from the year of `now`.
 */
export function formatTime(utc: UtcInstant, zone: string, now?: UtcInstant): string {
  const { weekday, year, ...at } = formatPieces(utc, zone, now)
  return `${weekday} ${at.date}${year}, ${at.clock} ${at.zone}`
}

/**
 * The same for a column, with similar width in every year: the weekday makes room for the year. The zone's name is
 * separate, because a narrow column can omit it unless `isTwice` is true.
 */
export function formatColumnTime(utc: UtcInstant, zone: string, now: UtcInstant): ColumnTime {
  const { weekday, date, year, clock, ...of } = formatPieces(utc, zone, now)
  return { time: `${year === '' ? `${weekday} ` : ''}${date}${year}, ${clock}`, zone: of.zone, isTwice: of.isTwice }
}

export interface ColumnTime {
  readonly time: string
  readonly zone: string
  readonly isTwice: boolean
}

/** `year` is blank in the year of `now`. */
function formatPieces(utc: UtcInstant, zone: string, now?: UtcInstant): Pieces {
  const pieces = piecesOf(utc, zone)
  const isThisYear = now === undefined || piecesOf(now, zone).year === pieces.year
  return { ...pieces, year: isThisYear ? '' : ` ${pieces.year}` }
}

type Pieces = Readonly<Record<'weekday' | 'date' | 'year' | 'clock' | 'zone', string>> & { readonly isTwice: boolean }

/** A list formats the same times again at each keystroke, and formatting takes most of the time of a row. */
const known = new Map<string, Pieces>()
/** Far more times than a screen shows. The cache is cleared at this size. */
const MAX_CACHED = 2000

function piecesOf(utc: UtcInstant, zone: string): Pieces {
  const key = `${utc} ${zone}`
  const before = known.get(key)
  if (before !== undefined) return before
  const at = partsOf(utc, zone)
  const isTwice = comesTwice(utc, zone)
  const pieces = {
    weekday: at.weekday,
    date: `${at.day} ${at.month}`,
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

/** All parts of a formatted time, from one format. */
function partsOf(utc: UtcInstant, zone: string): Parts {
  const pieces = formatOf(zone, PARTS).formatToParts(toMillis(utc))
  const parts = Object.fromEntries(pieces.map(({ type, value }) => [type, value]))
  // The format produces each requested part, and AM or PM for a twelve-hour clock.
  return parts as Parts
}

/**
 * Whether the clocks of a zone change near a UTC day, by zone and day. Asking the zone takes a hundred times as long.
 */
const changes = new Map<string, boolean>()

/** True for an instant whose wall time also belongs to another instant. */
function comesTwice(utc: UtcInstant, zone: string): boolean {
  const day = utc.slice(0, 10)
  const key = `${day} ${zone}`
  let near = changes.get(key)
  if (near === undefined) {
    // More than a day on both sides, which is longer than any clocks were ever put back.
    const from = Temporal.Instant.from(`${day}T00:00:00Z`).subtract({ hours: 25 })
    const next = from.toZonedDateTimeISO(zone).getTimeZoneTransition('next')
    near = next !== null && next.epochMilliseconds <= from.add({ hours: 74 }).epochMilliseconds
    changes.set(key, near)
  }
  return (
    near &&
    instantsOf(Temporal.Instant.from(utc).toZonedDateTimeISO(zone).toPlainDateTime().toString(), zone).length > 1
  )
}

function formatDay(utc: UtcInstant, zone: string): string {
  return `${part(utc, zone, { weekday: 'short' })} ${part(utc, zone, { day: 'numeric' })} ${part(utc, zone, { month: 'short' })}`
}

/** "2:00 PM" in the zone. */
export function formatClock(utc: UtcInstant, zone: string): string {
  return part(utc, zone, { hour: 'numeric', minute: '2-digit' }).replace('\u202f', ' ')
}

/** "EST" or "EDT": the zone's name at an instant. */
export function formatZoneName(utc: UtcInstant, zone: string): string {
  return part(utc, zone, { timeZoneName: 'short' })
}

/** Formats a wall time without a zone, even one that the zone skips, by treating it as UTC. */
function formatWallClock(local: string): string {
  return formatClock(`${local}:00Z`, 'UTC')
}

function formatWallDay(local: string): string {
  return formatDay(`${local}:00Z`, 'UTC')
}

/** "Eastern Time": the zone's common name. */
export function formatZone(zone: string, at: UtcInstant): string {
  return part(at, zone, { timeZoneName: 'longGeneric' })
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Creating a format takes many times as long as using it. */
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
