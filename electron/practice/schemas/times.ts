import { fromMillis, type UtcInstant } from '../../../shared/time/time.ts'

/*
 * Times on the wire. `parseWireTime` has patterns of its own and does not use the parser of `shared/time/time.ts`: the
 * desk writes its times with that module, and a mistake that both sides shared would never be found.
 */

const FORMS = [
  /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(\.\d+)?$/,
  /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(\.\d+)?(Z|[+-]\d{2}:\d{2})$/,
]
/** Matches a text in any of the `FORMS`. Only `parseWireTime` checks that the date and time exist. */
export const WIRE_TIME = new RegExp(FORMS.map(({ source }) => `(?:${source})`).join('|'))
const FIRST_YEAR = 2000
const LAST_YEAR = 2199

/**
 * Parses `YYYY-MM-DD hh:mm:ss` (UTC) or `YYYY-MM-DDThh:mm:ss` with `Z` or an offset, and cuts off fractions of a
 * second. Returns null for any other format, for a date or time that does not exist, and for a year before `FIRST_YEAR`
 * or after `LAST_YEAR`.
 */
export function parseWireTime(text: string): UtcInstant | null {
  const parts = FORMS.map((form) => form.exec(text)).find((found) => found !== null)
  if (parts === undefined) return null
  const [, day, clock, , zone = 'Z'] = parts
  const wall = Date.parse(`${day}T${clock}Z`)
  // `Date.parse` rolls February 30 and 24:00 over into a later day.
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

/** The format of a fetch response: `2026-11-24T19:00:00+00:00`. */
export function formatWithOffset(utc: UtcInstant): string {
  return utc.replace(/Z$/, '+00:00')
}
