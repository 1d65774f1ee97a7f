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

/** The day (`YYYY-MM-DD`) of a zone in which an instant lies. */
export function dateOf(utc: UtcInstant, zone: string): string {
  return toLocal(utc, zone).slice(0, 10)
}

/** A day of a zone as 23 to 25 hours: from its first instant to the first of the next. */
export function dayOfDate(date: string, zone: string): { readonly from: UtcInstant; readonly to: UtcInstant } {
  const from = Temporal.PlainDate.from(date).toZonedDateTime(zone)
  return { from: whole(from.toInstant()), to: whole(from.add({ days: 1 }).startOfDay().toInstant()) }
}

/** The day so many days after another; before it where `days` is negative. */
export function dateAfter(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

/** True for a day that there is, as `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text
  } catch {
    return false
  }
}

/** "Sat 21 Nov 2026": a day as people call it. */
export function sayDate(date: string): string {
  return `${sayDay(`${date}T12:00:00Z`, 'UTC')} ${date.slice(0, 4)}`
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

/** A year beyond it, here or in UTC, is a slip of the hand; providers refuse it too. */
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
    let meant: readonly UtcInstant[]
    try {
      meant = instantsOf(time.local, time.zone)
    } catch {
      return say('There is no such date or time.')
    }
    if ([time.local, ...meant].some((at) => at >= FARTHEST)) return say('This date is too far ahead. Check the year.')
    if (meant.length === 0) return say(sayGap(time.local, time.zone))
    if (meant.includes(time.utc)) return time
    return say(
      meant.length === 1 ? NOT_TOGETHER : `${sayOverlap(time.local, time.zone)} Choose the first or the second.`,
    )
  })

const NOT_TOGETHER = 'Date and time do not fit together. Choose them again.'

/**
 * Why a wall time in a daylight-saving gap is none, and what to choose: "2:30 AM does not exist on Sun 8 Mar: the clocks go
 * forward from 2:00 AM (EST) to 3:00 AM (EDT). Choose a time before 2:00 AM, or 3:00 AM or later."
 */
export function sayGap(local: string, zone: string): string {
  const { from, to, named } = changeAt(local, zone)
  const [last, first] = sayBoth(from, to)
  const change = `the clocks go forward from ${last} (${named.before}) to ${first} (${named.after})`
  return `${sayWallClock(local)} does not exist on ${sayWallDay(local)}: ${change}. Choose a time before ${last}, or ${first} or later.`
}

/** What happens in an overlap: "1:30 AM comes twice on Sun 1 Nov: the clocks go back from 2:00 AM (EDT) to 1:00 AM (EST)." */
export function sayOverlap(local: string, zone: string): string {
  const { from, to, named } = changeAt(local, zone)
  const [last, first] = sayBoth(from, to)
  return `${sayWallClock(local)} comes twice on ${sayWallDay(local)}: the clocks go back from ${last} (${named.before}) to ${first} (${named.after}).`
}

/** The change of the clocks in whose gap or overlap a wall time stands: the wall times and the zone's names around it. */
function changeAt(local: string, zone: string) {
  const before = Temporal.PlainDateTime.from(local).toZonedDateTime(zone, { disambiguation: 'earlier' })
  const after = before.getTimeZoneTransition('next')
  if (after === null) throw new Error('no change of the clocks is near this time')
  const change = after.toInstant()
  const offset = before.offsetNanoseconds
  return {
    from: change.add({ nanoseconds: offset }).toString().slice(0, 16),
    to: after.toPlainDateTime().toString({ smallestUnit: 'minute' }),
    named: { before: sayZoneName(whole(before.toInstant()), zone), after: sayZoneName(whole(change), zone) },
  }
}

/** Two wall times as clocks, with their days where these are not the same. */
function sayBoth(...times: readonly [string, string]): readonly [string, string] {
  const sameDay = times[0].slice(0, 10) === times[1].slice(0, 10)
  const say = (local: string) => (sameDay ? sayWallClock(local) : `${sayWallDay(local)}, ${sayWallClock(local)}`)
  return [say(times[0]), say(times[1])]
}

/**
 * "Tue 24 Nov, 2:00 PM ET": an instant in a zone, with the zone's short generic name; where its wall time comes twice, with
 * the name that tells the two apart. The year is added when it is not the year of `now`.
 */
export function sayTime(utc: UtcInstant, zone: string, now?: UtcInstant): string {
  const { weekday, year, ...at } = sayPieces(utc, zone, now)
  return `${weekday} ${at.date}${year}, ${at.clock}`
}

/** The same for a column, where it is nearly as wide in every year: the weekday goes where the year is said. */
export function sayTimeInColumn(utc: UtcInstant, zone: string, now: UtcInstant): string {
  const { weekday, date, year, clock } = sayPieces(utc, zone, now)
  return `${year === '' ? `${weekday} ` : ''}${date}${year}, ${clock}`
}

/** `year` is blank in the year of `now`. */
function sayPieces(utc: UtcInstant, zone: string, now?: UtcInstant) {
  const at = partsOf(utc, zone)
  const name = comesTwice(utc, zone) ? sayZoneName(utc, zone) : at.timeZoneName
  return {
    weekday: at.weekday,
    date: `${at.day} ${at.month}`,
    year: now === undefined || partsOf(now, zone).year === at.year ? '' : ` ${at.year}`,
    clock: `${at.hour}:${at.minute} ${at.dayPeriod} ${name}`,
  }
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

/** All that a time is said with, from one format: a list of moves says hundreds at each keystroke. */
function partsOf(utc: UtcInstant, zone: string): Parts {
  const pieces = formatOf(zone, PARTS).formatToParts(toMillis(utc))
  const parts = Object.fromEntries(pieces.map(({ type, value }) => [type, value]))
  // Each that was asked for is there, and of a clock of twelve hours the half of the day.
  return parts as Parts
}

/** Whether the clocks of a zone change near a day of UTC, by both; asking the zone itself is a hundred times slower. */
const changes = new Map<string, boolean>()

/** True for an instant whose wall time another instant has too. */
function comesTwice(utc: UtcInstant, zone: string): boolean {
  const day = utc.slice(0, 10)
  const key = `${day} ${zone}`
  let near = changes.get(key)
  if (near === undefined) {
    // A day and more on both sides of it: longer than any clocks were ever put back by.
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

function sayDay(utc: UtcInstant, zone: string): string {
  return `${part(utc, zone, { weekday: 'short' })} ${part(utc, zone, { day: 'numeric' })} ${part(utc, zone, { month: 'short' })}`
}

/** "2:00 PM" in the zone. */
export function sayClock(utc: UtcInstant, zone: string): string {
  return part(utc, zone, { hour: 'numeric', minute: '2-digit' }).replace('\u202f', ' ')
}

/** "EST" or "EDT": what the zone is called at an instant. */
export function sayZoneName(utc: UtcInstant, zone: string): string {
  return part(utc, zone, { timeZoneName: 'short' })
}

/** A wall time of no zone, also one that no zone has: written as if it were UTC. */
function sayWallClock(local: string): string {
  return sayClock(`${local}:00Z`, 'UTC')
}

function sayWallDay(local: string): string {
  return sayDay(`${local}:00Z`, 'UTC')
}

/** "Eastern Time", as people call the zone. */
export function sayZone(zone: string, at: UtcInstant): string {
  return part(at, zone, { timeZoneName: 'longGeneric' })
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format takes many times as long as using it. */
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
