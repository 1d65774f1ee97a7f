import type { UtcInstant } from '../time/time.ts'

/** The draft as the store keeps it: a crash or a restart loses nothing typed. `form` is the form's own shape. */
export type StoredDraft = { readonly form: Readonly<Record<string, string>>; readonly keptAt: UtcInstant }

/** The prefix of the fields that were taken out of the form and are not saved yet. */
export const STASHED_DRAFT_PREFIX = 'stashed.'
