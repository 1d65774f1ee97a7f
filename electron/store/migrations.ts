import type { Migration } from './database.ts'
import initial from './migrations/0001.sql?raw'

/** Every schema step of the desk's store, in order. A schema grows by numbered steps, and no released step is edited. */
export const DESK_MIGRATIONS: readonly Migration[] = [{ name: '0001', sql: initial }]
