import { openDatabase, type Database, type Migration } from '../../../electron/store/database.ts'
import { DESK_MIGRATIONS } from '../../../electron/store/migrations.ts'

/** Opens a database file and brings it to the version of these migrations. */
export function openFile(file: string, migrations: readonly Migration[] = DESK_MIGRATIONS): Database {
  const result = openDatabase(file, migrations)
  if (result.kind !== 'open') throw new Error('the file is of a newer version')
  return result.db
}
