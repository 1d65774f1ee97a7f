import { millisOf, offsetAt, offsetsAround, readDay, startOfDay } from './zone-offset.ts'

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
  const read = text.trim()
  if (isStored(read)) return read
  const ms = wireMillis(read)
  return ms === null ? null : fromMillis(ms)
}

/** The length of a clock time with milliseconds; further digits are cut off. */
const WITH_MILLIS = 'hh:mm:ss.sss'.length

/** Returns the milliseconds of a time as the provider writes times; null for other text. */
function wireMillis(text: string): number | null {
  const [, day = '', clock = '', zone = 'Z'] = WIRE.exec(text) ?? []
  const [hours = 0, minutes = 0, seconds = 0] = clock.slice(0, WITH_MILLIS).split(':').map(Number)
  const [, sign, over = '', minutesOver = ''] = /^([+-])(\d{2}):?\s?(\d{2})$/.exec(zone) ?? []
  // A leap second counts as the second before.
  const isReal =
    isDate(day) && hours < 24 && minutes < 60 && seconds < 61 && Number(over) < 24 && Number(minutesOver) < 60
  if (!isReal) return null
  const offset = (Number(over) * 60 + Number(minutesOver)) * (sign === '-' ? -1 : 1)
  const at = (hours * 60 + minutes - offset) * 60 + (seconds < 60 ? seconds : 59)
  return millisOf(day) + Math.round(at * 1000)
}

/** Formats an instant as requests to the provider need it: `YYYY-MM-DD hh:mm:ss` in UTC. */
export function formatUtc(utc: UtcInstant): string {
  return fromMillis(toMillis(utc)).replace('T', ' ').replace('Z', '')
}

const DAY_MS = 86_400_000

/** The length of an instant of a year with four digits. */
const STORED_LENGTH = '2026-11-24T19:00:00Z'.length

/** True for the text of an instant that exists: a wrong day of a month becomes another text. */
function isStored(utc: string): boolean {
  const ms = utc.length === STORED_LENGTH && utc.endsWith('Z') ? Date.parse(utc) : NaN
  return !Number.isNaN(ms) && new Date(ms).toISOString() === utc.replace('Z', '.000Z')
}

/** Returns the instant of some milliseconds, cut to whole seconds. Throws a `RangeError` for no such time. */
export function fromMillis(ms: number): UtcInstant {
  return new Date(Math.floor(ms / 1000) * 1000).toISOString().replace('.000Z', 'Z')
}

/** Returns the milliseconds of an instant. Throws a `RangeError` for other text. */
export function toMillis(utc: UtcInstant): number {
  const ms = utc.length === STORED_LENGTH && utc.endsWith('Z') ? Date.parse(utc) : NaN
  if (!Number.isNaN(ms)) return ms
  const read = /(?:Z|[+-]\d{2}:?\d{2})$/.test(utc) ? wireMillis(utc) : null
  if (read === null) throw new RangeError(`not an instant: ${utc}`)
  return read
}

export function addMinutes(utc: UtcInstant, minutes: number): UtcInstant {
  return fromMillis(toMillis(utc) + minutes * 60_000)
}

/** Returns the instants of a wall time: none in a daylight-saving gap, two in an overlap (earlier first), else one. */
export function instantsOf(local: string, zone: string): readonly UtcInstant[] {
  const wall = wallMillis(local)
  const [before, after] = offsetsAround(wall, zone)
  const meant = [wall - before, wall - after].filter((ms) => ms + offsetAt(ms, zone) === wall).sort((a, b) => a - b)
  return [...new Set(meant)].map(fromMillis)
}

/** Reads a wall time as if in UTC. Throws a `RangeError` for other text. */
function wallMillis(local: string): number {
  const ms = /T\d{2}:\d{2}(?::\d{2})?$/.test(local) ? wireMillis(local) : null
  if (ms === null) throw new RangeError(`not a wall time: ${local}`)
  return ms
}

/** Returns the wall time (`YYYY-MM-DDThh:mm`) of an instant in a zone. */
export function toLocal(utc: UtcInstant, zone: string): string {
  const ms = toMillis(utc)
  return fromMillis(ms + offsetAt(ms, zone)).slice(0, 16)
}

/** Returns the day (`YYYY-MM-DD`) of an instant in a zone. */
export function dateOf(utc: UtcInstant, zone: string): string {
  return toLocal(utc, zone).slice(0, 10)
}

/** Returns the first instant of a day (`YYYY-MM-DD`) in a zone and of the next day, 23 to 25 hours later. */
export function dayOfDate(date: string, zone: string): { readonly from: UtcInstant; readonly to: UtcInstant } {
  const start = (day: string) => fromMillis(startOfDay(millisOf(day), zone))
  return { from: start(date), to: start(dateAfter(date, 1)) }
}

/** Returns the first instant of the day of an instant in a zone and of the next day, as `dayOfDate` does. */
export function dayOf(utc: UtcInstant, zone: string): ReturnType<typeof dayOfDate> {
  return dayOfDate(dateOf(utc, zone), zone)
}

/** Returns the day that is `days` after `date`, or before `date` for a negative number. */
export function dateAfter(date: string, days: number): string {
  return dateOfMillis(millisOf(date) + days * DAY_MS)
}

/** Returns the day of some milliseconds in UTC. */
export function dateOfMillis(ms: number): string {
  return fromMillis(ms).slice(0, 10)
}

/** Returns the weekday of a day (`YYYY-MM-DD`), 1 for Monday. */
export function weekdayOf(date: string): number {
  return new Date(millisOf(date)).getUTCDay() || 7
}

/** Returns the Monday of the week of a day; a week begins on Monday. */
export function mondayOf(date: string): string {
  return dateAfter(date, 1 - weekdayOf(date))
}

/** True for an existing day in the form `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  return readDay(text) !== null
}

/** True for an IANA zone that this runtime knows. */
export function isZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone) || zone.length > 60) return false
  try {
    offsetAt(0, zone)
    return true
  } catch {
    return false
  }
}
