import type { UtcInstant } from '../time/time.ts'

/** The draft in the store, which survives a crash and a restart. `form` maps the form's field names to typed text. */
export type StoredDraft = { readonly form: Readonly<Record<string, string>>; readonly keptAt: UtcInstant }

/** Prefix of the field names of an unsaved form that was set aside for another form and that a person can put back. */
export const STASHED_DRAFT_PREFIX = 'stashed.'
