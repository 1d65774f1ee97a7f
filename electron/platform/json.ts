/**
 * Parses a JSON column, without checking that the value is a `T`. Returns null for null and for invalid text, because
 * one invalid value must not keep a booking from being shown and settled.
 */
export function parseJson<T>(text: string | null): T | null {
  try {
    return text === null ? null : (JSON.parse(text) as T)
  } catch {
    return null
  }
}
