/** The step of a migration that runs now, counted from 1, and the number of all steps of that migration. */
export type MigrationProgress = { readonly step: number; readonly of: number }
