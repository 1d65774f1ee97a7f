import type { UtcInstant } from '../time/time.ts'

/** The draft in the store, which survives a crash and a restart. `form` maps the form's field names to typed text. */
export type StoredDraft = { readonly form: Readonly<Record<string, string>>; readonly keptAt: UtcInstant }

/** Prefix of the draft's fields that belong to a form which was set aside unsaved, for another form in its place. */
export const STASHED_DRAFT_PREFIX = 'stashed.'
