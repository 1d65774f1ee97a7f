import Sqlite from 'better-sqlite3'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startPractice } from '../../../electron/practice/service.ts'
import { systemClock } from '../../../electron/platform/clock.ts'
import { systemRandom } from '../../../electron/platform/random.ts'
import { openStore } from '../../../electron/store/store.ts'
import { recoverStore } from '../../../electron/store/recovery/recover.ts'
import { listBackups, storePaths } from '../../../electron/store/store-paths.ts'
import { oneWayBooking } from '../../support/builders/bookings.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'
import { START } from '../../support/fakes/system.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'

/*
 * A store or backup that somebody changed (test/spec/security.md, rule S19): its schema must be the one that the
 * migrations make, because a planted trigger would run at the next write.
 */

const EVIL = 'https://evil.example'

/** What somebody may plant into a file of SQLite, each as one statement. */
const PLANTS: readonly (readonly [name: string, sql: string])[] = [
  ['a trigger', `CREATE TRIGGER planted AFTER INSERT ON bookings BEGIN UPDATE settings SET value = '${EVIL}'; END`],
  ['a view', 'CREATE VIEW planted AS SELECT * FROM bookings'],
  ['an index', 'CREATE INDEX planted ON bookings (saved_at, id)'],
  ['a column', "ALTER TABLE bookings ADD COLUMN planted TEXT DEFAULT 'x'"],
  ['a generated column', 'ALTER TABLE bookings ADD COLUMN planted TEXT AS (upper(id))'],
  ['a table', 'CREATE TABLE planted (id TEXT)'],
  ['a virtual table', 'CREATE VIRTUAL TABLE planted USING fts5(text)'],
  ['a dropped trigger', 'DROP TRIGGER outbox_is_kept'],
]

const PRACTICE_PLANTS: readonly (readonly [name: string, sql: string])[] = [
  ['a trigger', 'CREATE TRIGGER planted AFTER INSERT ON moves BEGIN DELETE FROM moves; END'],
  ['a view', 'CREATE VIEW planted AS SELECT * FROM moves'],
  ['an index', 'CREATE INDEX planted ON moves (id)'],
  ['a column', 'ALTER TABLE moves ADD COLUMN planted TEXT'],
  ['a table', 'CREATE TABLE planted (id TEXT)'],
]

function plant(file: string, sql: string): void {
  const db = new Sqlite(file)
  db.exec(sql)
  db.close()
}

/** A closed store with one booking and a backup of it. */
async function storedBooking(): Promise<string> {
  const folder = temporaryFolder()
  const { store, book } = openDeskStore({ folder })
  book(oneWayBooking(1))
  await store.copy(START)
  store.close()
  return folder
}

describe('A changed schema', () => {
  test.for(PLANTS)('A store with %s is damaged, and no byte of the file changes', async ([, sql]) => {
    const folder = await storedBooking()
    const { db } = storePaths(folder, 'desk')
    plant(db, sql)
    const before = readFileSync(db)
    const opened = openStore(folder, 'desk')
    expect(opened).toMatchObject({ ok: false, failure: { code: 'damaged', damage: { kind: 'unreadable' } } })
    expect(readFileSync(db).equals(before)).toBe(true)
  })

  test.for(PLANTS)('A backup with %s is not restored, and the journal brings the booking back', async ([, sql]) => {
    const folder = await storedBooking()
    const files = storePaths(folder, 'desk')
    for (const { file } of listBackups(files)) plant(file, sql)
    rmSync(files.db)
    const recovered = recoverStore(folder, 'desk', START)
    expect(recovered).toMatchObject({ ok: true, value: { bookings: 1, unreadable: 1 } })
    const opened = openStore(folder, 'desk')
    if (!opened.ok) throw new Error('not opened')
    const planted = opened.value.read((view) =>
      view.sql(`SELECT count(*) FROM sqlite_schema WHERE name = 'planted' OR sql LIKE '%planted%'`).pluck().get(),
    )
    opened.value.close()
    expect(planted).toBe(0)
  })

  test('A store with a planted trigger under the name of a statistics table is damaged', async () => {
    const folder = await storedBooking()
    const file = storePaths(folder, 'desk').db
    const db = new Sqlite(file)
    db.exec('ANALYZE')
    db.unsafeMode(true)
    db.pragma('writable_schema = ON')
    db.prepare(
      `INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES ('trigger', 'sqlite_stat9', 'bookings', 0, ?)`,
    ).run(`CREATE TRIGGER sqlite_stat9 AFTER INSERT ON bookings BEGIN UPDATE settings SET value = '${EVIL}'; END`)
    db.close()
    expect(openStore(folder, 'desk')).toMatchObject({ ok: false, failure: { code: 'damaged' } })
  })

  test('A store with the statistics of `ANALYZE` opens', async () => {
    const folder = await storedBooking()
    plant(storePaths(folder, 'desk').db, 'ANALYZE')
    const opened = openStore(folder, 'desk')
    expect(opened.ok).toBe(true)
    if (opened.ok) opened.value.close()
  })

  test('A store whose search index has another shadow table is damaged', async () => {
    const folder = await storedBooking()
    const { db } = storePaths(folder, 'desk')
    const sqlite = new Sqlite(db)
    // SQLite protects shadow tables from ordinary statements only.
    sqlite.unsafeMode(true)
    sqlite.pragma('writable_schema = ON')
    const changed = sqlite
      .prepare(`UPDATE sqlite_schema SET sql = replace(sql, ')', ', planted)') WHERE name = 'move_search_fts_config'`)
      .run()
    expect(changed.changes).toBe(1)
    sqlite.close()
    expect(openStore(folder, 'desk')).toMatchObject({ ok: false, failure: { code: 'damaged' } })
  })

  test('A new file with a table of somebody else is damaged', () => {
    const folder = temporaryFolder()
    plant(storePaths(folder, 'desk').db, 'CREATE TABLE planted (id TEXT)')
    expect(openStore(folder, 'desk')).toMatchObject({ ok: false, failure: { code: 'damaged' } })
  })

  test.for(PRACTICE_PLANTS)('The practice service does not open a file with %s', async ([, sql]) => {
    const file = join(temporaryFolder(), 'practice-service.db')
    const start = () =>
      startPractice({ file, port: 0, token: 'x', clock: systemClock, random: systemRandom, log: () => {} })
    await (await start()).close()
    plant(file, sql)
    await expect(start()).rejects.toMatchObject({ code: 'foreign-schema' })
  })
})
