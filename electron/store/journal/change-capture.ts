import type { Database, Statement } from '../database.ts'
import type { Cell, RowChange } from './journal-format.ts'
import { INDEX_TABLES } from '../queries/search-index.ts'
import type { Tx } from '../tx.ts'

/*
 * A trigger on each table records the rows that a write changes, so the journal also contains a table that a later
 * migration adds. The triggers belong to the connection and are not in the file.
 */

export type CapturedChanges = {
  /**
   * The changed rows in order, each as the JSON of a `RowChange` without its empty columns, with commas between them;
   * null for none.
   */
  read(): Buffer | null
  clear(): void
}

/**
 * Watches every table except SQLite's own tables and the search indexes, which are made from the search lines.
 * `json_patch` leaves out the columns that are NULL, which are most of a new booking: each column that may be NULL has
 * NULL as its default.
 */
export function captureChanges(db: Database): CapturedChanges {
  // The captured rows contain personal data, so SQLite must not put them into a temporary file.
  db.pragma('temp_store = MEMORY')
  db.exec('CREATE TEMP TABLE written_rows (seq INTEGER PRIMARY KEY, change TEXT NOT NULL)')
  for (const { name, columns, key } of tablesOf(db)) {
    const note = (event: string, word: 'row' | 'gone', names: readonly string[], from: 'NEW' | 'OLD') =>
      db.exec(
        `CREATE TEMP TRIGGER ${quoted(`written_${name}_${event}`)} AFTER ${event} ON main.${quoted(name)} BEGIN
           INSERT INTO written_rows (change) VALUES (json_object('table', ${text(name)}, '${word}',
             json_patch('{}', json_object(${names.map((column) => `${text(column)}, ${from}.${quoted(column)}`).join(', ')}))));
         END`,
      )
    note('INSERT', 'row', columns, 'NEW')
    note('UPDATE', 'row', columns, 'NEW')
    note('DELETE', 'gone', key, 'OLD')
  }
  const joined = db
    .prepare<[], Buffer | null>(
      `SELECT CAST(group_concat(change, ',') AS BLOB) FROM (SELECT change FROM written_rows ORDER BY seq)`,
    )
    .pluck()
  const clear = db.prepare('DELETE FROM written_rows')
  return { read: () => joined.get() ?? null, clear: () => void clear.run() }
}

/**
 * Writes changed rows over the existing rows and deletes gone rows. Returns how many changes were skipped because they
 * name a table or a column that this schema lacks.
 */
export function applyChanges(db: Database, changes: readonly RowChange[]): number {
  const tables = new Map(tablesOf(db).map((table) => [table.name, table]))
  const prepared = new Map<string, Statement>()
  const run = (sql: string, cells: Readonly<Record<string, Cell>>) => {
    const statement: Statement = prepared.get(sql) ?? db.prepare(sql)
    prepared.set(sql, statement)
    statement.run(...Object.values(cells))
  }
  let strange = 0
  for (const change of changes) {
    const table = tables.get(change.table)
    const cells = 'row' in change ? change.row : change.gone
    const names = Object.keys(cells)
    // The names become part of the SQL text, so only names of the schema are accepted.
    if (table === undefined || !names.every((name) => table.columns.includes(name))) strange += 1
    else if ('row' in change) run(insertStatement(table.name, names), cells)
    else
      run(`DELETE FROM ${quoted(table.name)} WHERE ${names.map((name) => `${quoted(name)} IS ?`).join(' AND ')}`, cells)
  }
  return strange
}

function insertStatement(table: string, names: readonly string[]): string {
  const marks = names.map(() => '?').join(', ')
  return `INSERT OR REPLACE INTO ${quoted(table)} (${names.map(quoted).join(', ')}) VALUES (${marks})`
}

type Table = { readonly name: string; readonly columns: readonly string[]; readonly key: readonly string[] }

function tablesOf(db: Database): readonly Table[] {
  const tables = db
    .prepare<[], { name: string }>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .all()
  return tables.flatMap(({ name }) => {
    if (INDEX_TABLES.includes(name)) return []
    const columns = db
      .prepare<[string], { name: string; pk: number }>('SELECT name, pk FROM pragma_table_info(?)')
      .all(name)
    const key = columns.filter((column) => column.pk > 0).map((column) => column.name)
    if (key.length === 0) throw new Error(`the table ${name} has no key, so the journal could not tell its rows apart`)
    return { name, columns: columns.map((column) => column.name), key }
  })
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function text(name: string): string {
  return `'${name.replaceAll("'", "''")}'`
}

/** A `Tx` for a store that is not open yet: without listeners and without a journal. */
export function rawTx(db: Database): Tx {
  return { sql: (text: string) => db.prepare(text), touch: () => {} } as unknown as Tx
}
