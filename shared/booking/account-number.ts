import { z } from 'zod/mini'
import { issueCode } from '../field-issues.ts'

/** A number by which the provider knows a rooftop or a payer; null for none (test/spec/provider.md#request-fields). */
export const accountNumberSchema = z._default(
  z.nullable(z.int(issueCode('not-a-positive-number')).check(z.positive(issueCode('not-a-positive-number')))),
  null,
)

/**
 * Converts the text of a number field to the input of a schema. An empty field becomes undefined; text that is not a
 * whole number passes unchanged, so that the schema refuses the text with a message.
 */
export function typedNumber(text: string): unknown {
  const typed = text.trim()
  if (typed === '') return undefined
  return /^\d+$/.test(typed) ? Number(typed) : typed
}
