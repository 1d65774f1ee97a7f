import { Temporal } from 'temporal-polyfill'

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
  try {
    return whole(Temporal.Instant.from(`${day}T${clock}${zone.replace(/\s/g, '')}`))
  } catch {
    return null
  }
}

/** Formats an instant as requests to the provider need it: `YYYY-MM-DD hh:mm:ss` in UTC. */
export function formatUtc(utc: UtcInstant): string {
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

/** Returns the instants of a wall time: none in a daylight-saving gap, two in an overlap (earlier first), else one. */
export function instantsOf(local: string, zone: string): readonly UtcInstant[] {
  const wall = Temporal.PlainDateTime.from(local)
  const earlier = wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
  const later = wall.toZonedDateTime(zone, { disambiguation: 'later' })
  if (!earlier.toPlainDateTime().equals(wall)) return []
  const first = whole(earlier.toInstant())
  const last = whole(later.toInstant())
  return first === last ? [first] : [first, last]
}

/** Returns the wall time (`YYYY-MM-DDThh:mm`) of an instant in a zone. */
export function toLocal(utc: UtcInstant, zone: string): string {
  return Temporal.Instant.from(utc).toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'minute' })
}

/** Returns the day (`YYYY-MM-DD`) of an instant in a zone. */
export function dateOf(utc: UtcInstant, zone: string): string {
  return toLocal(utc, zone).slice(0, 10)
}

/** Returns the first instant of a day (`YYYY-MM-DD`) in a zone and of the next day, 23 to 25 hours later. */
export function dayOfDate(date: string, zone: string): { readonly from: UtcInstant; readonly to: UtcInstant } {
  const from = Temporal.PlainDate.from(date).toZonedDateTime(zone)
  return { from: whole(from.toInstant()), to: whole(from.add({ days: 1 }).startOfDay().toInstant()) }
}

/** Returns the day that is `days` after `date`, or before `date` for a negative number. */
export function dateAfter(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

/** Returns the Monday of the week of a day; a week begins on Monday. */
export function mondayOf(date: string): string {
  return dateAfter(date, 1 - Temporal.PlainDate.from(date).dayOfWeek)
}

/** True for an existing day in the form `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text
  } catch {
    return false
  }
}

/** True for an IANA zone that this runtime knows. */
export function isZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone) || zone.length > 60) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
    return true
  } catch {
    return false
  }
}
