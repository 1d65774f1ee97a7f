import Sqlite from 'better-sqlite3'
import { INDEX_TABLES } from '../../../electron/store/queries/search-index.ts'

/** Every row of every table of a file, except the search index, the count of writes and the desk id. */
export function dumpFile(file: string): Readonly<Record<string, readonly unknown[]>> {
  const db = new Sqlite(file, { readonly: true })
  try {
    const tables = db
      .prepare<[], string>(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY name`)
      .pluck()
      .all()
      .filter((name) => !name.startsWith('sqlite_') && !INDEX_TABLES.includes(name))
    const rows = (name: string) =>
      db.prepare(`SELECT * FROM "${name}" ORDER BY ${orderOf(db, name)}`).all() as { key?: string }[]
    return Object.fromEntries(
      tables.map((name) => [name, rows(name).filter((row) => row.key !== 'commit_seq' && row.key !== 'desk_id')]),
    )
  } finally {
    db.close()
  }
}

/** The first two columns, or the only one. */
function orderOf(db: Sqlite.Database, name: string): string {
  return (db.pragma(`table_info("${name}")`) as unknown[]).length > 1 ? '1, 2' : '1'
}
