import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { expiredBackups } from '../../../electron/store/maintenance/backups.ts'
import { listBackups, storePaths } from '../../../electron/store/store-paths.ts'
import { readJournal } from '../../../electron/store/journal/journal.ts'
import { recoverStore } from '../../../electron/store/recovery/recover.ts'
import { addMinutes } from '../../../shared/time/time.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { failAfterRename } from '../../support/faults/dead-disk.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'
import { dumpFile } from '../../support/desk/store-dump.ts'
import { START } from '../../support/fakes/system.ts'

const namesIn = (folder: string) => readdirSync(join(folder, 'backups')).sort()
const linesIn = (folder: string) =>
  (readJournal(join(folder, 'desk.journal'))?.lines ?? []).map(({ seq, kind }) => [seq, kind])

describe('A backup', () => {
  test('A backup holds every write, is for its owner alone, and has no log beside it', async () => {
    const { store, book, folder } = openDeskStore()
    book(pairBooking(1))
    book(pairBooking(2))
    const copy = await store.copy(START)
    expect(copy).toMatchObject({ seq: 2, at: START })
    expect(namesIn(folder)).toEqual(['desk-000000000002-20261121T150000Z.db'])
    expect(statSync(join(folder, 'backups')).mode & 0o777).toBe(0o700)
    expect(statSync(copy?.file ?? '').mode & 0o777).toBe(0o600)
    expect(dumpFile(copy?.file ?? '')).toEqual(dumpFile(join(folder, 'desk.db')))
    expect(namesIn(folder)).toHaveLength(1)
    expect(listBackups(storePaths(folder, 'desk'))).toEqual([copy])
    expect(listBackups(storePaths(folder, 'practice-desk'))).toEqual([])
  })

  test('A backup made while bookings are saved holds a whole number of writes', async () => {
    const { store, book, folder } = openDeskStore()
    for (let number = 0; number < 200; number += 1) book(pairBooking(number))
    const making = store.copy(START)
    let number = 200
    let busy = true
    void making.finally(() => (busy = false))
    while (busy) {
      book(pairBooking(number))
      number += 1
      await new Promise(setImmediate)
    }
    const copy = await making
    const dump = dumpFile(copy?.file ?? '')
    expect(dump['bookings']).toHaveLength(copy?.seq ?? 0)
    expect(dump['outbox']).toHaveLength(copy?.seq ?? 0)
    expect(copy?.seq).toBeGreaterThanOrEqual(200)
    book(pairBooking(number))
    expect(linesIn(folder).at(-1)?.[0]).toBe(number + 1)
  })

  test('A backup is not made again when nothing was written since', async () => {
    const { store, book, folder } = openDeskStore()
    book(pairBooking(1))
    await store.copy(START)
    expect(await store.copy(addMinutes(START, 20))).toBeNull()
    expect(namesIn(folder)).toHaveLength(1)
  })

  test('A backup cuts the journal to the writes that the backup before it lacks', async () => {
    const { store, book, folder } = openDeskStore()
    book(pairBooking(1))
    await store.copy(START)
    book(pairBooking(2))
    expect(linesIn(folder)).toEqual([[0, 'begin'], ...[1, 2].map((seq) => [seq, 'rows'])])
    await store.copy(addMinutes(START, 15))
    expect(linesIn(folder)).toEqual([
      [1, 'begin'],
      [2, 'rows'],
    ])
    book(pairBooking(3))
    expect(linesIn(folder)).toEqual([[1, 'begin'], ...[2, 3].map((seq) => [seq, 'rows'])])
    expect(readJournal(join(folder, 'desk.journal'))?.whole).toBe(true)
    expect(statSync(join(folder, 'desk.journal')).mode & 0o777).toBe(0o600)
  })

  test('A backup leaves the journal whole when the disk fails after the shorter journal took its place', async () => {
    const desk = openDeskStore()
    desk.book(pairBooking(1))
    await desk.store.copy(START)
    for (let number = 2; number < 8; number += 1) desk.book(pairBooking(number))
    const mend = failAfterRename('desk.journal')
    await expect(desk.store.copy(addMinutes(START, 20))).rejects.toThrow('the journal')
    mend()
    const told = [10, 11, 12].map((number) => desk.book(pairBooking(number)))
    const journal = readJournal(join(desk.folder, 'desk.journal'))
    expect([journal?.whole, journal?.unreadable]).toEqual([true, 0])
    desk.store.close()
    writeFileSync(join(desk.folder, 'desk.db'), Buffer.alloc(40_960, 0xa5))
    rmSync(join(desk.folder, 'desk.db-wal'), { force: true })
    expect(recoverStore(desk.folder, 'desk', START)).toMatchObject({ ok: true, value: { bookings: 7 + told.length } })
  })

  test('A backup of a damaged store gets no name, and leaves the good backups and the journal', async () => {
    const { store, book, folder } = openDeskStore()
    for (let number = 0; number < 300; number += 1) book(pairBooking(number))
    await store.copy(START)
    book(pairBooking(300))
    store.read((view) => view.sql('PRAGMA wal_checkpoint(TRUNCATE)').get())
    const file = join(folder, 'desk.db')
    const bytes = readFileSync(file)
    const root = store.read((view) => view.sql(`SELECT rootpage FROM sqlite_schema WHERE name = 'attempts'`).get()) as {
      rootpage: number
    }
    bytes.fill(0x5a, (root.rootpage - 1) * 4096, root.rootpage * 4096)
    writeFileSync(file, bytes)
    const lines = linesIn(folder)
    await expect(store.copy(addMinutes(START, 15))).rejects.toMatchObject({ code: 'copy-damaged' })
    expect(namesIn(folder)).toEqual(['desk-000000000300-20261121T150000Z.db'])
    expect(linesIn(folder)).toEqual(lines)
    expect(await store.check({ quick: true })).not.toEqual([])
  })

  test('A half-made backup of a killed app does not hinder the next backup', async () => {
    const { store, book, folder } = openDeskStore()
    book(pairBooking(1))
    await store.copy(START)
    writeFileSync(join(folder, 'backups', 'desk.part'), 'half')
    book(pairBooking(2))
    await store.copy(addMinutes(START, 15))
    expect(namesIn(folder)).toHaveLength(2)
    rmSync(join(folder, 'backups'), { recursive: true })
    book(pairBooking(3))
    expect(await store.copy(addMinutes(START, 30))).toMatchObject({ seq: 3 })
  })
})

test('`expiredBackups` keeps four backups and the last one of each of three days before', () => {
  const copies = Array.from({ length: 40 }, (_, place) => {
    // Every six hours, the newest first.
    const at = addMinutes(START, -place * 6 * 60)
    return { file: at, seq: 1000 - place, at }
  })
  const kept = copies.filter((copy) => !expiredBackups(copies).includes(copy)).map(({ at }) => at)
  expect(kept).toEqual([
    '2026-11-21T15:00:00Z',
    '2026-11-21T09:00:00Z',
    '2026-11-21T03:00:00Z',
    '2026-11-20T21:00:00Z',
    '2026-11-20T15:00:00Z',
    '2026-11-19T21:00:00Z',
    '2026-11-18T21:00:00Z',
  ])
  expect(expiredBackups(copies.slice(0, 3))).toEqual([])
})
