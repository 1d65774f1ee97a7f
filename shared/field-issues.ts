import type { z } from 'zod/mini'
import type { Fields } from './outbox/fields.ts'

/** Selects the sentence of a field issue. The window has a sentence for each code. */
export const FIELD_ISSUE_CODES = [
  'missing',
  /** `fields.max` is the limit in characters. */
  'too-long',
  'not-text',
  'unusable-character',
  'unknown-field',
  'wrong-type',
  'kind-missing',
  'action-missing',
  'transmission-missing',
  'zip-not-five-digits',
  'vin-characters',
  'year-not-four-digits',
  'phone-incomplete',
  'phone-with-words',
  'several-phones',
  /** Unusual, and no rule of a provider: a phone with fewer than `fields.usual` digits. */
  'phone-unusually-short',
  'time-missing',
  'time-incomplete',
  'time-not-real',
  'time-too-far-ahead',
  'time-passed',
  'time-mismatch',
  /** The clocks skip this time in spring. `fields` are the `local` time and the `zone`. */
  'time-skipped',
  /** The clocks show this time twice in autumn. `fields` are the `local` time and the `zone`. */
  'time-repeated',
  'ready-by-after-appointment',
  'return-before-pickup',
  'zone-unknown',
  'zone-not-iana',
  'not-minutes',
  'not-a-trip-limit',
  'address-with-query',
  'address-incomplete',
  'address-with-credentials',
  'address-not-https',
  'address-missing-for-token',
  'profile-unknown',
  'payer-not-taken',
  /** The provider takes no pair without a loaner. */
  'concierge-not-taken',
  /** A loaner in a booking without a loaner. */
  'loaner-excluded',
  'not-a-positive-number',
  'not-a-host-name',
  'too-many-hosts',
  'token-characters',
  'token-missing-for-provider',
  'client-id-missing-for-profile',
  'rooftop-missing-for-provider',
  'provider-number-missing',
  'resolution-missing',
  'nothing-changed',
  'emptied-at-provider',
  'repeated-key',
  'unknown-key',
  'not-an-object',
  'not-an-invitation',
  'not-absolute',
] as const

export type FieldIssueCode = (typeof FIELD_ISSUE_CODES)[number]

/** An invalid field. `path` is the path in the checked input, for example `customer.phone`. */
export type FieldIssue = {
  readonly path: string
  readonly code: FieldIssueCode
  /** Values for the sentence that the window makes of `code`; absent if the sentence has no values. */
  readonly fields?: Fields
}

/** Returns the `error` option of a zod check, so that a misspelled code does not compile. */
export function issueCode(error: FieldIssueCode): { readonly error: FieldIssueCode } {
  return { error }
}

const MAX_PATH_LENGTH = 120

/** Returns the first issue of each path that a schema found, in the order of the schema. */
export function fieldIssues(error: z.core.$ZodError): readonly FieldIssue[] {
  const byPath = new Map<string, FieldIssue>()
  for (const issue of error.issues) {
    const paths =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => [...issue.path, key].join('.').slice(0, MAX_PATH_LENGTH))
        : [issue.path.join('.')]
    for (const path of paths) if (!byPath.has(path)) byPath.set(path, { path, ...codeOf(issue) })
  }
  return [...byPath.values()]
}

function codeOf(issue: z.core.$ZodIssue): Omit<FieldIssue, 'path'> {
  if (issue.code === 'unrecognized_keys') return { code: 'unknown-field' }
  // Only a caller other than our form leaves out a whole part of the input, and no schema names a code for that case.
  const code = FIELD_ISSUE_CODES.find((one) => one === issue.message) ?? 'wrong-type'
  if (issue.code === 'too_big') return { code, fields: { max: Number(issue.maximum) } }
  return issue.code === 'custom' && issue.params !== undefined ? { code, fields: issue.params } : { code }
}
