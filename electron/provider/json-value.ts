/* Reads values of a response's JSON without trusting them. */

export type Json = Readonly<Record<string, unknown>>

export function asObject(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null
}

const MAX_TEXT_LENGTH = 4000

export function text(value: unknown): string | null {
  return typeof value === 'string' && value.length <= MAX_TEXT_LENGTH && value.isWellFormed() ? value : null
}

/**
 * Reads a value whose type the provider does not document, such as `status`, so that a set value is never shown as
 * missing. Returns null for a blank text and for a value that is too long; other types become their JSON.
 */
export function anyText(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const raw = typeof value === 'string' ? value : text(JSON.stringify(value))
  return raw === null || raw.trim() === '' ? null : text(raw)
}

const MAX_UNREADABLE_LENGTH = 100

/** Returns a value that cannot be read as text for a person: a text as given, other types as JSON, both shortened. */
export function unreadable(value: unknown): string {
  const raw = typeof value === 'string' ? value : JSON.stringify(value)
  return text(raw)?.slice(0, MAX_UNREADABLE_LENGTH).toWellFormed() ?? ''
}

export function finite(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
