import type { Migration } from './database.ts'
import initial from './migrations/0001.sql?raw'

/** The numbered steps of the schema of the desk's store, in order. No released step is edited. */
export const DESK_MIGRATIONS: readonly Migration[] = [{ name: '0001', sql: initial }]
