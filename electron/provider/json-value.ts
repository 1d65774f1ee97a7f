/* Reads values of a response's JSON without trusting them. */

export type Json = Readonly<Record<string, unknown>>

export function asObject(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null
}

/** The longest text of a provider that is kept. */
export const MAX_TEXT_LENGTH = 4000

export function text(value: unknown): string | null {
  return typeof value === 'string' && value.length <= MAX_TEXT_LENGTH && value.isWellFormed() ? value : null
}

/**
 * Reads a value whose type the provider does not document, such as `status`, so that a set value is never shown as
 * missing. Returns null for a blank text; a text that is too long is cut, and other types become their JSON.
 */
export function anyText(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const raw = rawText(value)
  return raw.trim() === '' ? null : text(raw.slice(0, MAX_TEXT_LENGTH).toWellFormed())
}

const MAX_UNREADABLE_LENGTH = 100

/** Returns a value that cannot be read as text for a person: a text as given, other types as JSON, both shortened. */
export function unreadable(value: unknown): string {
  return rawText(value).slice(0, MAX_UNREADABLE_LENGTH).toWellFormed()
}

function rawText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Characters that are not seen, or that reorder the text around them on the screen. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\ufffd]/gu

/** Returns a text as one line, without characters that are not seen. */
export function oneLine(given: string): string {
  return given.toWellFormed().replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()
}

export function finite(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
