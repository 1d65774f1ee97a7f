import { existsSync, renameSync, rmSync } from 'node:fs'
import { openDatabase, type Database } from '../../../electron/store/database.ts'
import { DESK_MIGRATIONS } from '../../../electron/store/migrations.ts'
import { keptStore, type Size } from './stores.ts'
import { withoutIndexes } from './bulk-writer.ts'

/* A kept store with the schema of the first version. */

const TABLES = ['places', 'vehicles', 'bookings', 'moves', 'outbox', 'attempts', 'move_search'] as const

/** The path of the kept store of the first version with the rows of the kept store of so many moves. */
export function keptFirstStore(size: Size): string {
  const from = keptStore(size)
  const file = from.replace(/\.db$/, '-first.db')
  if (!existsSync(file)) makeFirstStore(file, from)
  return file
}

function makeFirstStore(file: string, from: string): void {
  const part = `${file}.part`
  for (const ending of ['', '-wal', '-shm']) rmSync(`${part}${ending}`, { force: true })
  const opened = openDatabase(part, DESK_MIGRATIONS.slice(0, 1))
  if (opened.kind !== 'open') throw new Error(`a new store is ${opened.kind}`)
  const { db } = opened
  db.pragma('synchronous = OFF')
  db.pragma('foreign_keys = OFF')
  db.pragma('cache_size = -400000')
  db.prepare('ATTACH ? AS present').run(from)
  withoutIndexes(db, () => {
    for (const table of TABLES) copyRows(db, table)
    // A provider returns the vehicle of a move with the number, and the second version makes JSON of the vehicle anew.
    db.exec(`UPDATE moves SET provider_vehicle = (
        SELECT json_object('stock', stock, 'vin', vin, 'year', year, 'make', make, 'model', model, 'color', color)
        FROM vehicles v WHERE v.id = moves.vehicle_id
      ) WHERE number IS NOT NULL`)
  })
  db.exec('INSERT INTO move_search_fts (rowid, doc) SELECT seq, doc FROM move_search')
  db.exec('DETACH present')
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  renameSync(part, file)
}

/**
 * What the first version kept and the present version does not: the entry's id in each attempt, and the payload of each
 * entry, here of its usual length.
 */
const KEPT_THEN: Readonly<Record<string, string>> = {
  entry_id: '(SELECT o.id FROM present.outbox o WHERE o.seq = p.entry_seq)',
  payload: `CASE WHEN p.state <> 'waiting' THEN hex(zeroblob(300)) END`,
}

/** The columns of the first version. */
function copyRows(db: Database, table: (typeof TABLES)[number]): void {
  const columns = (db.pragma(`table_info(${table})`) as { readonly name: string }[]).map(({ name }) => name)
  const values = columns.map((name) => KEPT_THEN[name] ?? `p.${name}`)
  db.exec(`INSERT INTO main.${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM present.${table} p`)
}
