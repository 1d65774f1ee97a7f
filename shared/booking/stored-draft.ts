import type { UtcInstant } from '../time/time.ts'

/** The draft in the store, so that a crash or restart loses no typed text. `form` has the form's own shape. */
export type StoredDraft = { readonly form: Readonly<Record<string, string>>; readonly keptAt: UtcInstant }

/** The prefix of stashed fields, which were taken out of the form and are not saved yet. */
export const STASHED_DRAFT_PREFIX = 'stashed.'
