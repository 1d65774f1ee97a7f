import * as Calendar from 'temporal-polyfill/fns/Calendar'
import * as Instant from 'temporal-polyfill/fns/Instant'
import * as PlainDate from 'temporal-polyfill/fns/PlainDate'
import * as PlainDateTime from 'temporal-polyfill/fns/PlainDateTime'
import * as ZonedDateTime from 'temporal-polyfill/fns/ZonedDateTime'

/*
 * Reading, writing and arithmetic of times; an instant is ISO 8601 text in UTC with whole seconds (`UtcInstant`). A
 * desk works in its rooftop's zone, never in the zone of the PC.
 */

/** ISO 8601 in UTC with whole seconds, for example `2026-11-24T19:00:00Z`. */
export type UtcInstant = string

/** A wall time `YYYY-MM-DDThh:mm` in an IANA zone, with the instant `utc` that the wall time means. */
export type ZonedTime = { readonly local: string; readonly zone: string; readonly utc: UtcInstant }

const WIRE = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(Z|[+-]\d{2}:?\s?\d{2})?$/

/**
 * Reads a time as the provider writes times: `2026-11-24 19:00:00` (UTC) or ISO 8601, with or without an offset,
 * seconds and fractions, which are cut to whole seconds. Returns null for other text.
 */
export function parseUtc(text: string): UtcInstant | null {
  const parts = WIRE.exec(text.trim())
  if (parts === null) return null
  const [, day, clock, zone = 'Z'] = parts
  const plain = `${day}T${clock}Z`
  if (zone === 'Z' && plain.length === STORED_LENGTH && isStored(plain)) return plain
  try {
    return whole(Instant.fromString(`${day}T${clock}${zone.replace(/\s/g, '')}`))
  } catch {
    return null
  }
}

/** Formats an instant as requests to the provider need it: `YYYY-MM-DD hh:mm:ss` in UTC. */
export function formatUtc(utc: UtcInstant): string {
  return whole(Instant.fromString(utc)).replace('T', ' ').replace('Z', '')
}

/** The length of an instant of a year with four digits. */
const STORED_LENGTH = '2026-11-24T19:00:00Z'.length

/** True for the text of an instant that exists: a wrong day of a month becomes another text. */
function isStored(utc: string): boolean {
  const ms = Date.parse(utc)
  return !Number.isNaN(ms) && new Date(ms).toISOString() === utc.replace('Z', '.000Z')
}

/*
 * The arithmetic of instants needs neither a zone nor a calendar. `Date` does that arithmetic in a tenth of the time,
 * and a save and a list do a lot of that arithmetic.
 */

export function fromMillis(ms: number): UtcInstant {
  const date = new Date(Math.floor(ms / 1000) * 1000)
  const text = Number.isNaN(date.getTime()) ? '' : date.toISOString().replace('.000Z', 'Z')
  return text.length === STORED_LENGTH ? text : whole(Instant.fromEpochMilliseconds(ms))
}

/** Returns the milliseconds of an instant. Throws a `RangeError` for other text. */
export function toMillis(utc: UtcInstant): number {
  const ms = utc.length === STORED_LENGTH && utc.endsWith('Z') ? Date.parse(utc) : NaN
  return Number.isNaN(ms) ? Instant.fromString(utc).epochMilliseconds : ms
}

export function addMinutes(utc: UtcInstant, minutes: number): UtcInstant {
  return fromMillis(toMillis(utc) + minutes * 60_000)
}

function whole(instant: Instant.Record): UtcInstant {
  return Instant.toString(Instant.roundToSecond(instant, 'floor'))
}

/** Reads a day (`YYYY-MM-DD`). Throws a `RangeError` for other text. */
export function readDate(text: string): PlainDate.Record {
  return PlainDate.fromString(text, isoCalendar)
}

/** Reads a wall time (`YYYY-MM-DDThh:mm`). Throws a `RangeError` for other text. */
export function readWallTime(text: string): PlainDateTime.Record {
  return PlainDateTime.fromString(text, isoCalendar)
}

function isoCalendar(id: string): Calendar.Record {
  if (id !== 'iso8601') throw new RangeError(`${id} is not the calendar of this desk`)
  return Calendar.getISO()
}

/** Returns the instants of a wall time: none in a daylight-saving gap, two in an overlap (earlier first), else one. */
export function instantsOf(local: string, zone: string): readonly UtcInstant[] {
  const wall = readWallTime(local)
  const earlier = PlainDateTime.toZonedDateTime(wall, zone, { disambiguation: 'earlier' })
  const later = PlainDateTime.toZonedDateTime(wall, zone, { disambiguation: 'later' })
  if (!PlainDateTime.equals(ZonedDateTime.toPlainDateTime(earlier), wall)) return []
  const first = whole(ZonedDateTime.toInstant(earlier))
  const last = whole(ZonedDateTime.toInstant(later))
  return first === last ? [first] : [first, last]
}

/** Returns the wall time (`YYYY-MM-DDThh:mm`) of an instant in a zone. */
export function toLocal(utc: UtcInstant, zone: string): string {
  const zoned = Instant.toZonedDateTimeISO(Instant.fromString(utc), zone)
  return PlainDateTime.toString(ZonedDateTime.toPlainDateTime(zoned), { smallestUnit: 'minute' })
}

/** Returns the day (`YYYY-MM-DD`) of an instant in a zone. */
export function dateOf(utc: UtcInstant, zone: string): string {
  return toLocal(utc, zone).slice(0, 10)
}

/** Returns the first instant of a day (`YYYY-MM-DD`) in a zone and of the next day, 23 to 25 hours later. */
export function dayOfDate(date: string, zone: string): { readonly from: UtcInstant; readonly to: UtcInstant } {
  const from = PlainDate.toZonedDateTime(readDate(date), zone)
  const to = ZonedDateTime.startOfDay(ZonedDateTime.addDays(from, 1))
  return { from: whole(ZonedDateTime.toInstant(from)), to: whole(ZonedDateTime.toInstant(to)) }
}

/** Days that were asked for, by zone and by date in UTC: a save and each list ask for the same few. */
const knownDays = new Map<string, readonly ReturnType<typeof dayOfDate>[]>()
const MAX_KNOWN_DAYS = 1_000

/** Returns the first instant of the day of an instant in a zone and of the next day, as `dayOfDate` does. */
export function dayOf(utc: UtcInstant, zone: string): ReturnType<typeof dayOfDate> {
  const key = `${zone} ${utc.slice(0, 10)}`
  const known = knownDays.get(key) ?? []
  const found = known.find(({ from, to }) => from <= utc && utc < to)
  if (found !== undefined) return found
  const day = dayOfDate(dateOf(utc, zone), zone)
  if (knownDays.size >= MAX_KNOWN_DAYS) knownDays.clear()
  knownDays.set(key, [...known, day])
  return day
}

/** Returns the day that is `days` after `date`, or before `date` for a negative number. */
export function dateAfter(date: string, days: number): string {
  return PlainDate.toString(PlainDate.addDays(readDate(date), days))
}

/** Returns the weekday of a day (`YYYY-MM-DD`), 1 for Monday. */
export function weekdayOf(date: string): number {
  return PlainDate.dayOfWeek(readDate(date))
}

/** Returns the Monday of the week of a day; a week begins on Monday. */
export function mondayOf(date: string): string {
  return dateAfter(date, 1 - weekdayOf(date))
}

/** True for an existing day in the form `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  try {
    return PlainDate.toString(readDate(text)) === text
  } catch {
    return false
  }
}

/** True for an IANA zone that this runtime knows. */
export function isZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone) || zone.length > 60) return false
  try {
    Instant.toZonedDateTimeISO(Instant.fromEpochMilliseconds(0), zone)
    return true
  } catch {
    return false
  }
}
