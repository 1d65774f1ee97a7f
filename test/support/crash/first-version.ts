import Sqlite from 'better-sqlite3'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase, type Database } from '../../../electron/store/database.ts'
import { DESK_MIGRATIONS } from '../../../electron/store/migrations.ts'
import type { EntryState } from '../../../shared/outbox/entry-state.ts'
import { oneWayBooking, pairBooking } from '../builders/bookings.ts'
import { openDeskStore } from '../desk/test-store.ts'
import { temporaryMemoryFolder } from '../fixtures/temporary-folder.ts'

/* A data folder with the first schema and a booking in each stored state, some of them waiting. */

const STATES = ['waiting', 'sending', 'waiting', 'in-doubt', 'held', 'refused', 'withdrawn'] as const

export type FirstState = (typeof STATES)[number] & EntryState

const TABLES = ['places', 'vehicles', 'bookings', 'moves', 'outbox', 'move_search'] as const

/** Begins each search line of the first version. */
const LINE_OF_BEFORE = 'from before'

/**
 * Returns the problems of the search lines of a folder: each line is of before and due to be made anew, or new, and the
 * index agrees.
 */
export function breachesOfLines(folder: string): readonly string[] {
  const db = new Sqlite(join(folder, 'desk.db'), { readonly: true })
  if (Number(db.pragma('user_version', { simple: true })) < 3) return []
  const count = (sql: string) => db.prepare(sql).pluck().get() as number
  // The index has no row yet, or an older row, of a line in `search_due`, which a search reads by itself.
  const hasDue = Number(db.pragma('user_version', { simple: true })) >= 10
  const dueFor = (text: string) =>
    hasDue
      ? count(`SELECT count(*) FROM search_due u JOIN move_search d ON d.seq = u.seq WHERE doc LIKE '%${text}%'`)
      : 0
  const indexed = hasDue ? 'AND rowid NOT IN (SELECT seq FROM search_due)' : ''
  const matching = (text: string) =>
    count(`SELECT count(*) FROM move_search_fts WHERE move_search_fts MATCH '"${text}"' ${indexed}`) + dueFor(text)
  const found = {
    wrong: count(
      `SELECT count(*) FROM move_search s WHERE (doc LIKE '${LINE_OF_BEFORE} %')
         <> EXISTS (SELECT 1 FROM search_lines_due d WHERE d.seq = s.seq)`,
    ),
    before: matching(LINE_OF_BEFORE) - count('SELECT count(*) FROM search_lines_due'),
    made: matching('lk-') + count('SELECT count(*) FROM search_lines_due') - count('SELECT count(*) FROM moves'),
  }
  db.close()
  return Object.values(found).some((of) => of !== 0) ? [`search lines: ${JSON.stringify(found)}`] : []
}

/** Creates the folder for a remote, with so many waiting pairs more, and returns the state of each booking. */
export function writeFirstVersion(
  address: string,
  morePairs = 0,
): {
  readonly folder: string
  readonly states: ReadonlyMap<string, FirstState>
} {
  const {
    store,
    book,
    folder: present,
  } = openDeskStore({
    remote: { address, profile: 'baseline' },
    folder: temporaryMemoryFolder(),
  })
  const states = new Map(
    STATES.map((state, at) => [book(at % 2 === 0 ? pairBooking(at + 1) : oneWayBooking(at + 1)).id, state]),
  )
  for (let number = 0; number < morePairs; number += 1) states.set(book(pairBooking(100 + number)).id, 'waiting')
  store.close()
  const folder = temporaryMemoryFolder()
  const opened = openDatabase(join(folder, 'desk.db'), DESK_MIGRATIONS.slice(0, 1))
  if (opened.kind !== 'open') throw new Error('the first version is newer than itself')
  const { db } = opened
  db.pragma('foreign_keys = OFF')
  db.prepare('ATTACH ? AS present').run(join(present, 'desk.db'))
  for (const table of TABLES) copyColumns(db, table)
  db.exec(`UPDATE move_search SET doc = '${LINE_OF_BEFORE} ' || move_id;
    INSERT INTO move_search_fts (rowid, doc) SELECT seq, doc FROM move_search;`)
  const bring = db.prepare('UPDATE outbox SET state = @state, unresolved = @unresolved WHERE booking_id = @id')
  for (const [id, state] of states) bring.run({ id, state, unresolved: state === 'in-doubt' ? 1 : 0 })
  db.close()
  rmSync(present, { recursive: true, force: true })
  return { folder, states }
}

/** The columns of the first version that the present version still has. */
function copyColumns(db: Database, table: (typeof TABLES)[number]): void {
  const columnsOf = (schema: string) =>
    (db.pragma(`${schema}.table_info(${table})`) as { name: string }[]).map(({ name }) => name)
  const present = columnsOf('present')
  const columns = columnsOf('main')
    .filter((name) => present.includes(name))
    .join(', ')
  db.exec(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM present.${table}`)
}
