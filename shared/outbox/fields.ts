/** A value beside a code. The window makes a sentence of both, so the desk stores no sentence of its own. */
export type FieldValue = string | number | boolean | null | readonly (string | number | null)[]

export type Fields = Readonly<Record<string, FieldValue>>

export const NO_FIELDS: Fields = {}
