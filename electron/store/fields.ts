import { NO_FIELDS, type Fields, type FieldValue } from '../../shared/outbox/fields.ts'
import { parseJson } from '../platform/json.ts'

/**
 * Parses the values beside a code. Invalid text counts as no values, because the code alone still says what happened.
 */
export function parseFields(text: string | null): Fields {
  const read = text === null ? null : parseJson<unknown>(text)
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return NO_FIELDS
  const entries = Object.entries(read)
  return entries.every(isField) ? Object.fromEntries(entries.filter(isField)) : NO_FIELDS
}

function isField(entry: readonly [string, unknown]): entry is [string, FieldValue] {
  const [, value] = entry
  return isPlain(value) || typeof value === 'boolean' || (Array.isArray(value) && value.every(isPlain))
}

function isPlain(value: unknown): value is string | number | null {
  return value === null || typeof value === 'string' || typeof value === 'number'
}

/** Null for no values. */
export function formatFields(fields: Fields): string | null {
  return Object.keys(fields).length === 0 ? null : JSON.stringify(fields)
}
