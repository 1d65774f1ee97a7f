import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'

/*
 * The only place that reads and writes times. Inside the app an instant is text: ISO 8601 in UTC, whole seconds, `Z`
 * (`2026-11-24T19:00:00Z`). A desk works in its rooftop's zone, never in the workstation's.
 */

/** ISO 8601 in UTC with whole seconds, for example `2026-11-24T19:00:00Z`. */
export type UtcInstant = string

/** A local wall time in the rooftop's zone, kept together with the zone and the instant that it means. */
export type ZonedTime = { readonly local: string; readonly zone: string; readonly utc: UtcInstant }

const WIRE = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(\.\d{1,9})?\s?(Z|[+-]\d{2}:\s?\d{2})?$/

/**
 * Reads a time in any form that the service shows (2.4, 2.5, 4.2): `2026-11-24 19:00:00` (UTC), `…T…Z`, with an offset,
 * with fractions (cut to whole seconds). Returns null for anything else.
 */
export function readUtc(text: string): UtcInstant | null {
  const parts = WIRE.exec(text.trim())
  if (parts === null) return null
  const [, day, clock, , zone = 'Z'] = parts
  try {
    return whole(Temporal.Instant.from(`${day}T${clock}${zone.replace(/\s/g, '')}`))
  } catch {
    return null
  }
}

/** Writes an instant in the form that the service asks for: `YYYY-MM-DD hh:mm:ss`, UTC (4.2, 4.3). */
export function writeUtc(utc: UtcInstant): string {
  return whole(Temporal.Instant.from(utc)).replace('T', ' ').replace('Z', '')
}

export function fromMillis(ms: number): UtcInstant {
  return whole(Temporal.Instant.fromEpochMilliseconds(ms))
}

export function toMillis(utc: UtcInstant): number {
  return Temporal.Instant.from(utc).epochMilliseconds
}

export function addMinutes(utc: UtcInstant, minutes: number): UtcInstant {
  return whole(Temporal.Instant.from(utc).add({ minutes }))
}

function whole(instant: Temporal.Instant): UtcInstant {
  return instant.round({ smallestUnit: 'second', roundingMode: 'floor' }).toString()
}

/** The instants that a wall time means: none in a daylight-saving gap, two (earlier first) in an overlap, else one. */
export function instantsOf(local: string, zone: string): readonly UtcInstant[] {
  const wall = Temporal.PlainDateTime.from(local)
  const earlier = wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
  const later = wall.toZonedDateTime(zone, { disambiguation: 'later' })
  if (!earlier.toPlainDateTime().equals(wall)) return []
  const first = whole(earlier.toInstant())
  const last = whole(later.toInstant())
  return first === last ? [first] : [first, last]
}

/** The wall time (`YYYY-MM-DDThh:mm`) of an instant in a zone. */
export function toLocal(utc: UtcInstant, zone: string): string {
  return Temporal.Instant.from(utc).toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'minute' })
}

export function isZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone) || zone.length > 60) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
    return true
  } catch {
    return false
  }
}

/** A year beyond it is a slip of the hand; providers refuse it too. */
const FARTHEST = '2200'
const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/** A time that a person chose. `utc` must be what `local` means in `zone`; in an overlap it says which of the two. */
export const zonedTimeSchema = z
  .strictObject({
    local: z
      .string({ error: 'Date and time are missing.' })
      .max(40, { error: 'Date and time are too long.', abort: true }),
    zone: z.string({ error: 'Time zone is missing.' }).max(60, { error: 'Time zone is not known.' }),
    utc: z.string({ error: 'Date and time are missing.' }).max(40, { error: 'Date and time are too long.' }),
  })
  .transform((time, check): ZonedTime => {
    const say = (message: string) => {
      check.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    if (time.local.trim() === '') return say('Date and time are missing.')
    if (!isZone(time.zone)) return say('The time zone of this desk is not known. Choose it again in the settings.')
    if (!LOCAL.test(time.local)) return say('Date and time are not complete.')
    if (time.local >= FARTHEST) return say('This date is too far ahead. Check the year.')
    let meant: readonly UtcInstant[]
    try {
      meant = instantsOf(time.local, time.zone)
    } catch {
      return say('There is no such date or time.')
    }
    if (meant.length === 0)
      return say('This time does not exist: the clocks are moved forward over it. Choose a later time.')
    if (!meant.includes(time.utc)) {
      return say(
        meant.length === 2
          ? 'This time comes twice that night, because the clocks are moved back. Choose the first or the second.'
          : 'Date and time do not fit together. Choose them again.',
      )
    }
    return time
  })

/**
 * "Tue 24 Nov, 2:00 PM ET": an instant in a zone, with the zone's short generic name; the year is added when it is not
 * the year of `now`.
 */
export function sayTime(utc: UtcInstant, zone: string, now?: UtcInstant): string {
  const at = Temporal.Instant.from(utc).toZonedDateTimeISO(zone)
  const year = now === undefined ? at.year : Temporal.Instant.from(now).toZonedDateTimeISO(zone).year
  const day = `${part(utc, zone, { weekday: 'short' })} ${at.day} ${part(utc, zone, { month: 'short' })}`
  return `${day}${year === at.year ? '' : ` ${at.year}`}, ${sayClock(utc, zone)} ${part(utc, zone, { timeZoneName: 'shortGeneric' })}`
}

/** "2:00 PM" in the zone. */
export function sayClock(utc: UtcInstant, zone: string): string {
  return part(utc, zone, { hour: 'numeric', minute: '2-digit' }).replace('\u202f', ' ')
}

/** "Eastern Time", as people call the zone. */
export function sayZone(zone: string, at: UtcInstant): string {
  return part(at, zone, { timeZoneName: 'longGeneric' })
}

function part(utc: UtcInstant, zone: string, options: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone })
  const wanted = Object.keys(options)[0] === 'timeZoneName' ? 'timeZoneName' : null
  const parts = format.formatToParts(toMillis(utc))
  return wanted === null
    ? parts.map((piece) => piece.value).join('')
    : (parts.find((piece) => piece.type === wanted)?.value ?? zone)
}

const HTTP_TIME = '(?<time>\\d{2}:\\d{2}:\\d{2})'

/** The three forms that a header's date may have, all in UTC (RFC 9110, 5.6.7); only the first is written today. */
const HTTP_DATES = [
  `[A-Z][a-z]{2}, (?<day>\\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\\d{4}) ${HTTP_TIME} GMT`,
  `[A-Z][a-z]{2,5}day, (?<day>\\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\\d{2}) ${HTTP_TIME} GMT`,
  `[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \\d]\\d) ${HTTP_TIME} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`))

/**
 * Reads the date of an HTTP header in any of its forms (`Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`,
 * `Sun Nov  6 08:49:37 1994`); null for anything else. A year of two digits is at most fifty years after `now`.
 */
export function readHttpDate(text: string, now: UtcInstant): UtcInstant | null {
  const found = HTTP_DATES.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined)
  if (found === undefined) return null
  const { day = '', month = '', year = '', time = '' } = found
  const ms = Date.parse(`${day} ${month} ${year.length === 2 ? wholeYear(Number(year), now) : year} ${time} GMT`)
  return Number.isNaN(ms) ? null : fromMillis(ms)
}

function wholeYear(lastTwo: number, now: UtcInstant): number {
  const latest = Number(now.slice(0, 4)) + 50
  return latest - ((latest - lastTwo) % 100)
}
