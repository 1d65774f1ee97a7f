/*
 * Times as a remote writes them. Read here and by nothing of the desk or of the practice service, so that one mistake
 * cannot hide in two of them.
 */

const TIME = /^(\d{4}-\d{2}-\d{2})([T ])(\d{2}:\d{2}:\d{2})(\.\d+)?\s?(Z|[+-]\d{2}:\s?\d{2})?$/

export type ReadTime = {
  /** Milliseconds since 1970; without a zone it is UTC (4.2, 4.3). */
  readonly ms: number
  /** `T and Z` (2.5), `T and offset` (2.4), `space` (4.2), `T alone`, `space and Z` and so on; `, fractions` behind it. */
  readonly form: string
}

/** Null for what is no time, or one that does not exist. */
export function readTime(text: string): ReadTime | null {
  const parts = TIME.exec(text)
  if (parts === null) return null
  const [, day, between, clock, fraction, zone] = parts
  const wall = Date.parse(`${day}T${clock}Z`)
  // Some dates that do not exist are rolled over into the next month.
  if (Number.isNaN(wall) || isoOf(wall) !== `${day}T${clock}Z`) return null
  const ms = Date.parse(`${day}T${clock}${(zone ?? 'Z').replace(/\s/g, '')}`)
  if (Number.isNaN(ms)) return null
  const zoned = zone === undefined ? '' : zone === 'Z' ? 'Z' : 'offset'
  const first = between === 'T' ? 'T' : 'space'
  const form = zoned === '' ? (first === 'T' ? 'T alone' : 'space') : `${first} and ${zoned}`
  return { ms, form: fraction === undefined ? form : `${form}, fractions` }
}

/** `2026-11-24T19:00:00Z` */
export function isoOf(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
}

/** The form that a request has (4.2, 4.3): `2026-11-24 19:00:00`, UTC. */
export function wireOf(ms: number): string {
  return isoOf(ms).replace('T', ' ').replace('Z', '')
}
