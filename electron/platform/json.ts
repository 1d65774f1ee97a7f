/**
 * Parses a JSON column. Returns null for invalid text, because one invalid value must not keep a booking from being
 * shown and settled.
 */
export function parseJson<T>(text: string | null): T | null {
  try {
    return text === null ? null : (JSON.parse(text) as T)
  } catch {
    return null
  }
}
