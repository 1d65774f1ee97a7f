import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { openPracticeStore } from '../../../electron/practice/store/store.ts'
import { acquireLock } from '../../../electron/store/lock.ts'
import { encodeRecord } from '../../../electron/store/journal/journal-format.ts'
import { recoverStore } from '../../../electron/store/recovery/recover.ts'
import { openStore } from '../../../electron/store/store.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'
import { writePreRelease } from '../../support/pre-release.ts'
import { START } from '../../support/fakes/system.ts'

const writePreReleaseJournal = (file: string): void =>
  writeFileSync(
    file,
    Buffer.concat([
      encodeRecord(JSON.stringify({ kind: 'begin', seq: 0, version: 7, room: '.' })),
      encodeRecord(JSON.stringify({ kind: 'rows', seq: 1, version: 7, rows: [] })),
      Buffer.alloc(4096, '.'),
    ]),
  )

function writePreReleaseBackup(folder: string): void {
  mkdirSync(join(folder, 'backups'), { recursive: true })
  writePreRelease(join(folder, 'backups', 'desk-000000000003-20261123T150000Z.db'), { wal: false })
}

/** Every file of a folder with its bytes, but for the lock and for what SQLite keeps in shared memory. */
function bytesOf(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(lock|db-shm|db-wal)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  return new Map(names.map((name) => [name, readFileSync(name).toString('base64')]))
}

/** The answers of an opening and of a recovery, whether a byte changed, and whether the lock is free again. */
function attemptsOn(folder: string) {
  const before = bytesOf(folder)
  const opened = openStore(folder, 'desk')
  const recovered = recoverStore(folder, 'desk', START)
  const after = bytesOf(folder)
  const lock = acquireLock(join(folder, 'desk.lock'))
  lock?.release()
  return { opened, recovered, isUntouched: isDeepStrictEqual(after, before), isFree: lock !== null }
}

const FAILURE = { code: 'not-saved', detail: 'pre-release', fields: {}, issues: [] }
const REFUSED = {
  opened: { ok: false, failure: FAILURE },
  recovered: { ok: false, failure: FAILURE },
  isUntouched: true,
  isFree: true,
}

describe('`openStore` and `recoverStore`', () => {
  test.for([1, 7, 9000])('A store with schema %i of a pre-release is refused and left untouched', (schema) => {
    const folder = temporaryFolder()
    writePreRelease(join(folder, 'desk.db'), { schema })
    expect(attemptsOn(folder)).toEqual(REFUSED)
  })

  test('A store of a pre-release is refused beside its own journal and backup', () => {
    const folder = temporaryFolder()
    writePreRelease(join(folder, 'desk.db'))
    writePreReleaseJournal(join(folder, 'desk.journal'))
    writePreReleaseBackup(folder)
    expect(attemptsOn(folder)).toEqual(REFUSED)
  })

  test('A journal of a pre-release whose store is gone is refused, and no store is rebuilt from it', () => {
    const folder = temporaryFolder()
    writePreReleaseJournal(join(folder, 'desk.journal'))
    expect(attemptsOn(folder)).toEqual(REFUSED)
  })

  test('A backup of a pre-release whose store is gone is refused, and no store is rebuilt from it', () => {
    const folder = temporaryFolder()
    writePreReleaseBackup(folder)
    expect(attemptsOn(folder)).toEqual(REFUSED)
  })

  test.for([
    ['journal', (folder: string) => writePreReleaseJournal(join(folder, 'desk.journal'))],
    ['backup', writePreReleaseBackup],
  ] as const)('A %s of a pre-release beside a store of this version is refused and left untouched.', ([, lay]) => {
    const { store, book, folder } = openDeskStore()
    book(pairBooking(1))
    store.close()
    lay(folder)
    expect(attemptsOn(folder)).toEqual(REFUSED)
  })

  test('A damaged store beside a journal of a pre-release is refused as a pre-release, not as damage', () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'desk.db'), 'x'.repeat(9000))
    writePreReleaseJournal(join(folder, 'desk.journal'))
    expect(attemptsOn(folder)).toEqual(REFUSED)
  })
})

test.for([1, 2])(
  '`openPracticeStore` refuses a file with schema %i of a pre-release and changes no byte of it',
  (schema) => {
    const folder = temporaryFolder()
    const file = join(folder, 'practice-service.db')
    writePreRelease(file, { schema })
    const before = bytesOf(folder)
    expect(() => openPracticeStore(file)).toThrow(expect.objectContaining({ code: 'pre-release' }))
    expect(bytesOf(folder)).toEqual(before)
  },
)
