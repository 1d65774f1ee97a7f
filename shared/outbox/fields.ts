/**
 * Small values beside a code. The window makes the sentence from both, and no sentence is stored or crosses the
 * bridge.
 */
export type FieldValue = string | number | boolean | null | readonly (string | number | null)[]

export type Fields = Readonly<Record<string, FieldValue>>

export const NO_FIELDS: Fields = {}
