import Sqlite from 'better-sqlite3'

/** A store of a pre-release: a numbered schema without the application id. */
export function writePreRelease(file: string, { schema = 7, wal = true } = {}): void {
  const db = new Sqlite(file)
  db.pragma(`journal_mode = ${wal ? 'WAL' : 'DELETE'}`)
  db.exec('CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT')
  db.prepare(`INSERT INTO settings VALUES ('written', '3')`).run()
  db.pragma(`user_version = ${schema}`)
  db.close()
}
