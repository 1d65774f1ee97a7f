import Sqlite from 'better-sqlite3'
import { spawnSync } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { acquireLock } from '../../../electron/store/lock.ts'
import { APPLICATION_ID, openDatabase, type Database, type Migration } from '../../../electron/store/database.ts'
import { DESK_MIGRATIONS } from '../../../electron/store/migrations.ts'
import { openStore } from '../../../electron/store/store.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'
import { describeFailure } from '../../../renderer/app/text/failure-text.ts'

const FIRST: Migration = {
  name: '0001-things',
  sql: `PRAGMA application_id = ${APPLICATION_ID}; CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT) STRICT;`,
}
const SECOND: Migration = { name: '0002-more', sql: 'ALTER TABLE things ADD COLUMN more TEXT;' }

function opened(file: string, migrations: readonly Migration[] = [FIRST]): Database {
  const result = openDatabase(file, migrations)
  if (result.kind !== 'open') throw new Error(result.kind)
  onTestFinished(() => void result.db.close())
  return result.db
}

const setting = (db: Database, name: string) => db.pragma(name, { simple: true })
const tables = (db: Database) => db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all()

describe('A database connection', () => {
  test('A database connection is durable before and after a write, on the first open and the second', () => {
    const file = join(temporaryFolder(), 'profile', 'desk.db')
    for (const round of ['first', 'second']) {
      const db = opened(file)
      for (const when of ['at once', 'after a write']) {
        if (when === 'after a write') db.prepare('INSERT INTO things (name) VALUES (?)').run(round)
        const found = ['synchronous', 'journal_mode', 'foreign_keys', 'fullfsync'].map((name) => setting(db, name))
        expect([round, when, ...found]).toEqual([round, when, 2, 'wal', 1, 1])
      }
      db.close()
    }
  })

  test('A database connection waits five seconds for the write of another process', () => {
    expect(setting(opened(join(temporaryFolder(), 'desk.db')), 'busy_timeout')).toBe(5000)
  })

  test('A database, its folder and the side files of SQLite are for their owner alone', () => {
    const folder = join(temporaryFolder(), 'deep', 'profile')
    const db = opened(join(folder, 'desk.db'))
    db.prepare('INSERT INTO things (name) VALUES (?)').run('x')
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    const names = readdirSync(folder)
    expect(names).toContain('desk.db-wal')
    for (const name of names) expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600])
  })
})

describe('The migrations', () => {
  test('The migrations make the schema of the desk from nothing', () => {
    const db = opened(join(temporaryFolder(), 'desk.db'), DESK_MIGRATIONS)
    expect(setting(db, 'user_version')).toBe(DESK_MIGRATIONS.length)
    expect(setting(db, 'application_id')).toBe(APPLICATION_ID)
    expect(tables(db)).toEqual(
      expect.arrayContaining(['settings', 'drafts', 'places', 'vehicles', 'bookings', 'moves', 'outbox', 'attempts']),
    )
    expect(setting(db, 'integrity_check')).toBe('ok')
  })

  test('The migrations continue from the version of the file and keep its rows', () => {
    const file = join(temporaryFolder(), 'desk.db')
    const before = opened(file)
    before.prepare('INSERT INTO things (name) VALUES (?)').run('kept')
    before.close()
    const after = opened(file, [FIRST, SECOND])
    expect(setting(after, 'user_version')).toBe(2)
    expect(after.prepare('SELECT name, more FROM things').all()).toEqual([{ name: 'kept', more: null }])
  })

  test('A migration that fails half-way leaves the whole schema of the version before', () => {
    const file = join(temporaryFolder(), 'desk.db')
    opened(file).close()
    const broken = { name: '0002-broken', sql: 'CREATE TABLE half (id INTEGER); INSERT INTO nowhere VALUES (1);' }
    expect(() => openDatabase(file, [FIRST, broken])).toThrow(/nowhere/)
    const db = opened(file)
    expect(setting(db, 'user_version')).toBe(1)
    expect(tables(db)).toEqual(['things'])
    expect(setting(db, 'integrity_check')).toBe('ok')
  })

  test('Migrations out of order are refused', () => {
    expect(() => openDatabase(join(temporaryFolder(), 'desk.db'), [SECOND, FIRST])).toThrow(/stands in place 1/)
  })

  test('A file of a newer version is refused with words, and no byte of the file changes', () => {
    const folder = temporaryFolder()
    const file = join(folder, 'desk.db')
    opened(file, [FIRST, SECOND]).close()
    const bytes = readFileSync(file)
    expect(openDatabase(file, [FIRST])).toEqual({ kind: 'newer', found: 2, known: 1 })
    expect(readFileSync(file).equals(bytes)).toBe(true)

    const refused = openStore(folder, 'desk', [FIRST])
    expect(refused).toMatchObject({ ok: false, failure: { code: 'not-saved' } })
    if (!refused.ok) expect(describeFailure(refused.failure)).toMatch(/newer Lanekeeper.*Nothing was changed/)
    expect(readFileSync(file).equals(bytes)).toBe(true)
    // The lock is given back, so that the newer version can be opened.
    const lock = acquireLock(join(folder, 'desk.lock'))
    expect(lock).not.toBeNull()
    lock?.release()
  })

  test('A file that is no database is refused and kept as it is', () => {
    const folder = temporaryFolder()
    const file = join(folder, 'desk.db')
    const bytes = Buffer.from(
      'this is no database, it is somebody’s letter, and it is long enough to be looked at\n'.repeat(20),
    )
    writeFileSync(file, bytes)
    expect(() => openDatabase(file, [FIRST])).toThrow(/not a database/)
    expect(readFileSync(file).equals(bytes)).toBe(true)
  })
})

describe('The lock of a store', () => {
  test('The lock has one holder and is free after its release', () => {
    const file = join(temporaryFolder(), 'desk.lock')
    const first = acquireLock(file)
    expect(first).not.toBeNull()
    expect(acquireLock(file)).toBeNull()
    expect(acquireLock(file)).toBeNull()
    first?.release()
    const second = acquireLock(file)
    expect(second).not.toBeNull()
    second?.release()
  })

  test('The lock is taken although its file has other content', () => {
    const file = join(temporaryFolder(), 'desk.lock')
    writeFileSync(file, 'not a lock. '.repeat(100))
    const lock = acquireLock(file)
    expect(lock).not.toBeNull()
    expect(acquireLock(file)).toBeNull()
    lock?.release()
  })

  test.for([
    ['a table', 'CREATE TABLE planted (name TEXT)'],
    ['a view', 'CREATE VIEW planted AS SELECT load_extension(1) AS name'],
    ['a trigger', 'CREATE TABLE t (n); CREATE TRIGGER planted AFTER INSERT ON t BEGIN SELECT load_extension(1); END'],
    ['a table in a write-ahead log', 'PRAGMA journal_mode = WAL; CREATE TABLE planted (name TEXT)'],
  ] as const)('The lock is taken on a file with %s, which is emptied first', ([, sql]) => {
    const file = join(temporaryFolder(), 'desk.lock')
    const planted = new Sqlite(file)
    planted.exec(sql)
    planted.close()
    const lock = acquireLock(file)
    expect(statSync(file).size).toBe(0)
    expect(acquireLock(file)).toBeNull()
    lock?.release()
    expect(lock).not.toBeNull()
  })

  test('The lock on a file with a planted table that another handle holds is not taken, and the file stays', () => {
    const file = join(temporaryFolder(), 'desk.lock')
    const planted = new Sqlite(file)
    // A write-ahead log lets others read while the lock is held.
    planted.exec('PRAGMA journal_mode = WAL; CREATE TABLE planted (name TEXT)')
    planted.exec('BEGIN EXCLUSIVE')
    const { size } = statSync(file)
    expect(acquireLock(file)).toBeNull()
    expect(statSync(file).size).toBe(size)
    planted.close()
  })

  test('The lock is not freed by a second attempt from the same process', () => {
    const file = join(temporaryFolder(), 'desk.lock')
    const lock = acquireLock(file)
    expect(acquireLock(file)).toBeNull()
    const at = JSON.stringify(join(import.meta.dirname, '../../../electron/store/lock.ts'))
    const code = `import { acquireLock } from ${at}; console.log(acquireLock(${JSON.stringify(file)}) === null)`
    const other = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
    expect(other.stdout.trim(), other.stderr).toBe('true')
    lock?.release()
  })

  test('The lock keeps a second desk from opening the same store', () => {
    const folder = temporaryFolder()
    const first = openStore(folder, 'desk')
    expect(first.ok).toBe(true)
    const second = openStore(folder, 'desk')
    expect(second).toMatchObject({ ok: false, failure: { code: 'not-allowed' } })
    if (first.ok) first.value.close()
    const third = openStore(folder, 'desk')
    expect(third.ok).toBe(true)
    if (third.ok) third.value.close()
  })

  test('The lock of a killed process is free', async () => {
    const file = join(temporaryFolder(), 'desk.lock')
    const script = join(import.meta.dirname, '../../support/processes/lock-holder.mjs')
    const child = spawn(process.execPath, [script, file], { stdio: ['pipe', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    expect(acquireLock(file)).toBeNull()
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
    const lock = acquireLock(file)
    expect(lock).not.toBeNull()
    lock?.release()
  })
})
