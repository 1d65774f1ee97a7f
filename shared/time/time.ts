import { Temporal } from 'temporal-polyfill'

/*
 * The single module that parses and formats instants. An instant is text: ISO 8601 in UTC, whole seconds, `Z`
 * (`2026-11-24T19:00:00Z`); a desk works in its rooftop's zone, never in the workstation's.
 */

/** ISO 8601 in UTC with whole seconds, for example `2026-11-24T19:00:00Z`. */
export type UtcInstant = string

/** A wall time in the rooftop's zone, with the zone and the instant that it means. */
export type ZonedTime = { readonly local: string; readonly zone: string; readonly utc: UtcInstant }

const WIRE = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(\.\d{1,9})?\s?(Z|[+-]\d{2}:\s?\d{2})?$/

/**
 * Parses a time in any format of the service: `2026-11-24 19:00:00` (UTC), `…T…Z`, with an offset, with fractions (cut
 * to whole seconds). Returns null for other text.
 */
export function parseUtc(text: string): UtcInstant | null {
  const parts = WIRE.exec(text.trim())
  if (parts === null) return null
  const [, day, clock, , zone = 'Z'] = parts
  try {
    return whole(Temporal.Instant.from(`${day}T${clock}${zone.replace(/\s/g, '')}`))
  } catch {
    return null
  }
}

/** Formats an instant for a request: `YYYY-MM-DD hh:mm:ss`, UTC. */
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

/** The instants of a wall time: none in a daylight-saving gap, two (earlier first) in an overlap, else one. */
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

/** The day (`YYYY-MM-DD`) of an instant in a zone. */
export function dateOf(utc: UtcInstant, zone: string): string {
  return toLocal(utc, zone).slice(0, 10)
}

/** The 23 to 25 hours of a day in a zone: from its first instant to the first of the next day. */
export function dayOfDate(date: string, zone: string): { readonly from: UtcInstant; readonly to: UtcInstant } {
  const from = Temporal.PlainDate.from(date).toZonedDateTime(zone)
  return { from: whole(from.toInstant()), to: whole(from.add({ days: 1 }).startOfDay().toInstant()) }
}

/** The day `days` after another day, or before it if `days` is negative. */
export function dateAfter(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

/** True for an existing day as `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text
  } catch {
    return false
  }
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
