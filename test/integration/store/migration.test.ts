import Sqlite from 'better-sqlite3'
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type * as Threads from 'node:worker_threads'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { isMigrationDue } from '../../../electron/store/database.ts'
import { acquireLock } from '../../../electron/store/lock.ts'
import { migrateStore, type MigrationEnd } from '../../../electron/store/maintenance/migration.ts'
import { DESK_MIGRATIONS } from '../../../electron/store/migrations.ts'
import { openStore, type OpenedStore } from '../../../electron/store/store.ts'
import { writeSetting } from '../../../electron/store/tables/settings.ts'
import type { MigrationProgress } from '../../../shared/desk/migration-progress.ts'
import { recordFacts } from '../../support/builders/event-recorder.ts'
import { writeFirstVersion } from '../../support/crash/first-version.ts'
import { dumpFile } from '../../support/desk/store-dump.ts'
import { openTestFront } from '../../support/desk/test-desk-host.ts'
import { valueOf } from '../../support/desk/test-desk.ts'
import { REMOTE } from '../../support/desk/test-store.ts'
import { virtualClock } from '../../support/fakes/system.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'
import { writePreRelease } from '../../support/pre-release.ts'

// The files of this project share their modules: the mock reaches only modules that load after it, and has to go.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.doUnmock('node:worker_threads')
  vi.resetModules()
})

const threads = vi.hoisted(() => ({ fault: 'none' as 'none' | 'ended' | 'failed' }))

vi.mock('node:worker_threads', async (original) => {
  const real = await original<typeof Threads>()
  class MortalWorker extends real.Worker {
    constructor(...[file, options]: ConstructorParameters<typeof real.Worker>) {
      super(threads.fault === 'failed' ? `${String(file)}.gone` : file, options)
      if (threads.fault === 'ended') void this.terminate()
    }
  }
  return { ...real, Worker: MortalWorker }
})

const NEWEST = DESK_MIGRATIONS.length
const STEPS = NEWEST - 1

function versionOf(folder: string): number {
  // A connection that only reads would leave a `-wal` file.
  const db = new Sqlite(join(folder, 'desk.db'))
  const version = Number(db.pragma('user_version', { simple: true }))
  db.close()
  return version
}

type Migrated = MigrationEnd & {
  readonly progress: readonly (MigrationProgress | null)[]
  /** The codes of the events in the log. */
  readonly logged: readonly string[]
}

async function migrate(folder: string, stop?: AbortSignal): Promise<Migrated> {
  const progress: (MigrationProgress | null)[] = []
  const facts = recordFacts()
  const end = await migrateStore(
    { folder, log: facts.log, onMigration: (step) => progress.push(step), ...(stop === undefined ? {} : { stop }) },
    'desk',
  )
  return { ...end, progress, logged: facts.all.map(({ event }) => event) }
}

/** A copy of a data folder with these files, as a crash would leave them while the store is open. */
function copyFolder(folder: string): string {
  const to = temporaryFolder()
  cpSync(folder, to, { recursive: true, filter: (file) => !file.endsWith('-shm') })
  return to
}

/** A store of the first version with a journal, as the desk leaves the store when it closes or when it crashes. */
function firstStore(ending: 'closed' | 'crashed'): string {
  const folder = temporaryFolder()
  const open = () => valueOf(openStore(folder, 'desk', DESK_MIGRATIONS.slice(0, 1)))
  open().close()
  const store = open()
  store.write((tx) => writeSetting(tx, 'k', 'one'))
  const crashed = copyFolder(folder)
  store.close()
  return ending === 'crashed' ? crashed : folder
}

/** Opens a store, closes the store again, and returns what the opening found. */
function foundIn(folder: string): OpenedStore['found'] {
  const store = valueOf(openStore(folder, 'desk'))
  store.close()
  return store.found
}

describe('The migration of a store in its thread', () => {
  test('A store of the first version gets the same rows as from a migration at its opening', async () => {
    const { folder } = writeFirstVersion(REMOTE.address, 20)
    const atOpening = copyFolder(folder)
    const { progress, crashed, stopped, logged } = await migrate(folder)
    expect(progress).toEqual([...Array.from({ length: STEPS }, (_, at) => ({ step: at + 1, of: STEPS })), null])
    expect({ crashed, stopped, logged }).toEqual({ crashed: false, stopped: false, logged: [] })
    expect(versionOf(folder)).toBe(NEWEST)
    expect(foundIn(folder)).toEqual(foundIn(atOpening))
    const rows = dumpFile(join(folder, 'desk.db'))
    expect(rows['moves']).toHaveLength(51)
    expect(rows).toEqual(dumpFile(join(atOpening, 'desk.db')))
  })

  test('A store without a journal is due for a backup after the migration, as after one at its opening', async () => {
    const { folder } = writeFirstVersion(REMOTE.address)
    await migrate(folder)
    expect(foundIn(folder)).toEqual({ crashed: false, copyDue: true })
  })

  test('The migration says that a store had crashed, and the write of the crash is kept', async () => {
    const closed = firstStore('closed')
    expect((await migrate(closed)).crashed).toBe(false)
    const folder = firstStore('crashed')
    expect(existsSync(join(folder, 'desk.db-wal'))).toBe(true)
    expect((await migrate(folder)).crashed).toBe(true)
    // The migration closed the store, so the opening alone cannot know.
    expect(foundIn(folder)).toEqual({ crashed: false, copyDue: false })
    expect(dumpFile(join(folder, 'desk.db'))['settings']).toContainEqual({ key: 'k', value: 'one' })
  })

  test('A step that runs is finished when the desk closes, and the next step does not begin', async () => {
    const { folder } = writeFirstVersion(REMOTE.address)
    const other = new Sqlite(join(folder, 'desk.db'))
    other.exec('BEGIN IMMEDIATE')
    const closing = new AbortController()
    const facts = recordFacts()
    const end = await migrateStore(
      {
        folder,
        log: facts.log,
        stop: closing.signal,
        // The first step waits for the lock of the other connection.
        onMigration(progress) {
          if (progress === null) return
          closing.abort()
          other.exec('ROLLBACK')
          other.close()
        },
      },
      'desk',
    )
    expect(end.stopped).toBe(true)
    expect(versionOf(folder)).toBe(2)
    expect((await migrate(folder, closing.signal)).stopped).toBe(true)
    expect(versionOf(folder)).toBe(2)
    expect((await migrate(folder)).progress).toHaveLength(STEPS)
    expect(versionOf(folder)).toBe(NEWEST)
  })

  test.for([
    ['ended', []],
    ['failed', ['internal-error']],
  ] as const)('A thread that %s leaves the migration to the opening', async ([fault, logged]) => {
    const { folder } = writeFirstVersion(REMOTE.address)
    threads.fault = fault
    onTestFinished(() => void (threads.fault = 'none'))
    expect(await migrate(folder)).toMatchObject({ stopped: false, progress: [null], logged })
    foundIn(folder)
    expect(versionOf(folder)).toBe(NEWEST)
  })

  test('A store that another desk uses is not migrated', async () => {
    const { folder } = writeFirstVersion(REMOTE.address)
    const lock = acquireLock(join(folder, 'desk.lock'))
    expect((await migrate(folder)).progress).toEqual([null])
    expect(versionOf(folder)).toBe(1)
    expect(openStore(folder, 'desk')).toMatchObject({ failure: { detail: 'already-open' } })
    lock?.release()
  })
})

/** What is done to the file of a store, and whether an opening sees the damage before the first step. */
const DAMAGES: readonly (readonly [name: string, isSeenFirst: boolean, damage: (file: string) => void])[] = [
  [
    'a backup of later writes',
    true,
    (file) => {
      const backups = join(dirname(file), 'backups')
      mkdirSync(backups)
      copyFileSync(file, join(backups, 'desk-000000000999-20261121T150000Z.db'))
    },
  ],
  [
    'a planted trigger',
    true,
    (file) => {
      const db = new Sqlite(file)
      db.exec('CREATE TRIGGER planted AFTER INSERT ON bookings BEGIN DELETE FROM moves; END')
      db.close()
    },
  ],
  [
    'pages of noise behind the schema',
    false,
    (file) => {
      const db = new Sqlite(file)
      const page = Number(db.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'moves'`).pluck().get())
      db.close()
      const bytes = readFileSync(file)
      bytes.fill(0x5a, (page - 1) * 4096, page * 4096)
      writeFileSync(file, bytes)
    },
  ],
]

/** The bytes of the store's own files. */
function bytesOf(folder: string): readonly (readonly [string, string])[] {
  const names = readdirSync(folder).filter((name) => /^desk\.(db|journal)$/.test(name))
  return names.map((name) => [name, readFileSync(join(folder, name)).toString('base64')])
}

describe('The migration of a damaged store', () => {
  test.for(DAMAGES)('A store with %s gives the failure of an opening', async ([, isSeenFirst, damage]) => {
    const { folder } = writeFirstVersion(REMOTE.address)
    damage(join(folder, 'desk.db'))
    const atOpening = copyFolder(folder)
    const before = bytesOf(folder)
    const { stopped, logged, progress } = await migrate(folder)
    expect({ stopped, logged }).toEqual({ stopped: false, logged: [] })
    expect(progress.length > 1).toBe(!isSeenFirst)
    if (isSeenFirst) expect(bytesOf(folder)).toEqual(before)
    const failed = openStore(folder, 'desk')
    expect(failed).toMatchObject({ ok: false, failure: { code: 'damaged' } })
    expect(failed).toEqual(openStore(atOpening, 'desk'))
  })
})

describe('The header of a store', () => {
  test('A migration is due for an earlier version of this app alone', () => {
    const folder = temporaryFolder()
    const file = (name: string) => join(folder, name)
    const first = join(firstStore('closed'), 'desk.db')
    writeFileSync(file('empty'), '')
    writeFileSync(file('text'), 'x'.repeat(200))
    writePreRelease(file('pre-release'), { schema: 1, wal: false })
    copyFileSync(first, file('newer'))
    const newer = new Sqlite(file('newer'))
    newer.pragma('user_version = 9000')
    newer.close()
    const due = ['missing', 'empty', 'text', 'pre-release', 'newer'].filter((name) =>
      isMigrationDue(file(name), NEWEST),
    )
    expect(due).toEqual([])
    expect([isMigrationDue(first, NEWEST), isMigrationDue(first, 1)]).toEqual([true, false])
  })

  test('A store of this version starts no thread', async () => {
    const folder = temporaryFolder()
    foundIn(folder)
    expect((await migrate(folder)).progress).toEqual([])
  })
})

/** Delay of the first backup of a store that crashed; a store that was closed waits for the next look. */
const FIRST_BACKUP_MS = 4_000
const LOOK_MS = 45_000

describe('The desk', () => {
  test.for([
    ['closed', false],
    ['crashed', true],
  ] as const)('The desk checks a migrated store that was %s as it checks any such store', async ([ending, soon]) => {
    const clock = virtualClock()
    const { desk } = await openTestFront(firstStore(ending), null, { clock })
    desk()
    const isDue = (ms: number) => clock.pending().includes(ms)
    await expect
      .poll(() => isDue(FIRST_BACKUP_MS) || clock.pending().filter((ms) => ms === LOOK_MS).length === 2)
      .toBe(true)
    expect(isDue(FIRST_BACKUP_MS)).toBe(soon)
  })

  test('A desk that closes during the migration opens no store', async () => {
    const { folder } = writeFirstVersion(REMOTE.address)
    const { refused } = await openTestFront(folder, null, { stop: AbortSignal.abort() })
    expect(refused()).toMatchObject({ code: 'busy', detail: 'opening' })
    expect(versionOf(folder)).toBe(1)
  })
})
