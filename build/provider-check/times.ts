/* Times as a remote writes them. The desk and the practice service do not use this code, nor share its mistakes. */

const TIME = /^(\d{4}-\d{2}-\d{2})([T ])(\d{2}:\d{2}:\d{2})(\.\d+)?\s?(Z|[+-]\d{2}:\s?\d{2})?$/

type ParsedTime = {
  /** Milliseconds since 1970. A time without a zone is UTC. */
  readonly ms: number
  /** `T and Z`, `T and offset`, `space`, `T alone`, `space and Z` and so on, perhaps with `, fractions` at the end. */
  readonly form: string
}

/** Null for a text that is not a time, and for a time that does not exist. */
export function parseTime(text: unknown): ParsedTime | null {
  const parts = typeof text === 'string' ? TIME.exec(text) : null
  if (parts === null) return null
  const [, day, between, clock, fraction, zone] = parts
  const wall = Date.parse(`${day}T${clock}Z`)
  // `Date.parse` rolls some dates that do not exist over into the next month.
  if (Number.isNaN(wall) || formatIso(wall) !== `${day}T${clock}Z`) return null
  const ms = Date.parse(`${day}T${clock}${(zone ?? 'Z').replace(/\s/g, '')}`)
  if (Number.isNaN(ms)) return null
  const zoned = zone === undefined ? '' : zone === 'Z' ? 'Z' : 'offset'
  const first = between === 'T' ? 'T' : 'space'
  const form = zoned === '' ? (first === 'T' ? 'T alone' : 'space') : `${first} and ${zoned}`
  return { ms, form: fraction === undefined ? form : `${form}, fractions` }
}

/** For example `2026-11-24T19:00:00Z`. */
export function formatIso(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
}

/** The form that a request has, in UTC: `2026-11-24 19:00:00`. */
export function formatRequestTime(ms: number): string {
  return formatIso(ms).replace('T', ' ').replace('Z', '')
}
