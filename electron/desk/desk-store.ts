import { isStoreMigrationDue } from '../store/maintenance/migration.ts'

/** The store of the settings and of the bookings for providers. */
export const DESK_STORE = 'desk'

/** True if the next opening of a desk in this folder migrates its store. */
export function isDeskMigrationDue(folder: string): boolean {
  return isStoreMigrationDue(folder, DESK_STORE)
}
