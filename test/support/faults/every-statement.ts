import Sqlite from 'better-sqlite3'

type Statement = { run: (...values: unknown[]) => unknown }
type Prepared = { readonly source: string; readonly readonly: boolean; readonly database: Sqlite.Database }

/**
 * Runs `call` before each writing statement, BEGIN and COMMIT included, of a database of this process whose name ends
 * with `ending`; an error of `call` is thrown by the statement. The returned function stops this.
 */
export function everyStatement(ending: string, call: (sql: string, database: Sqlite.Database) => void): () => void {
  const prototype = Object.getPrototypeOf(new Sqlite(':memory:').prepare('SELECT 1')) as Statement
  const { run } = prototype
  prototype.run = function (this: Statement & Prepared, ...values) {
    const writes = !this.readonly || /^(BEGIN IMMEDIATE|COMMIT)$/.test(this.source)
    if (writes && this.database.name.endsWith(ending)) call(this.source, this.database)
    return run.apply(this, values)
  }
  return () => void (prototype.run = run)
}
