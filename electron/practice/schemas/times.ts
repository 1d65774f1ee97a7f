import { fromMillis, type UtcInstant } from '../../../shared/time/time.ts'

/*
 * Times as they stand on the wire. Reading is done here and not by `shared/time/time.ts`: the client writes with that one, and
 * one mistake in it must not hide in both.
 */

const FORMS = [
  /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(\.\d+)?$/,
  /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(\.\d+)?(Z|[+-]\d{2}:\d{2})$/,
]
/** Either of the forms; whether such a date and time exists, `readWireTime` knows. */
export const WIRE_TIME = new RegExp(FORMS.map(({ source }) => `(?:${source})`).join('|'))
const FIRST_YEAR = 2000
const LAST_YEAR = 2199

/**
 * Reads `YYYY-MM-DD hh:mm:ss` (UTC), `YYYY-MM-DDThh:mm:ssZ` or the latter with an offset; fractions of a second
 * are cut off. Null for any other form, for a date or time that does not exist, and for years outside 2000 to 2199.
 */
export function readWireTime(text: string): UtcInstant | null {
  const parts = FORMS.map((form) => form.exec(text)).find((found) => found !== null)
  if (parts === undefined) return null
  const [, day, clock, , zone = 'Z'] = parts
  const wall = Date.parse(`${day}T${clock}Z`)
  // Some engines roll 30 February and 24:00 over into the next day.
  if (Number.isNaN(wall) || fromMillis(wall) !== `${day}T${clock}Z`) return null
  const offset = offsetMinutes(zone)
  if (offset === null) return null
  const utc = fromMillis(wall - offset * 60_000)
  const year = Number(utc.slice(0, 4))
  return year >= FIRST_YEAR && year <= LAST_YEAR ? utc : null
}

function offsetMinutes(zone: string): number | null {
  if (zone === 'Z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(4, 6))
  if (hours > 23 || minutes > 59) return null
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

/** The form that a fetch answers: `2026-11-24T19:00:00+00:00`. */
export function formatWithOffset(utc: UtcInstant): string {
  return utc.replace(/Z$/, '+00:00')
}
