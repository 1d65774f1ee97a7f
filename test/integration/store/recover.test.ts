import Sqlite from 'better-sqlite3'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readDraft, writeDraft } from '../../../electron/store/tables/draft.ts'
import { readSetting, writeSetting } from '../../../electron/store/tables/settings.ts'
import { listBackups, storePaths } from '../../../electron/store/store-paths.ts'
import { readJournal } from '../../../electron/store/journal/journal.ts'
import { COMMIT_MARK } from '../../../electron/store/journal/journal-format.ts'
import { claimEntry, entryOfBooking, transitionOrThrow } from '../../../electron/store/tables/outbox.ts'
import { recoverStore } from '../../../electron/store/recovery/recover.ts'
import { openStore, type OpenedStore, type Store } from '../../../electron/store/store.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import type { EntryState } from '../../../shared/outbox/entry-state.ts'
import type { RecoveryReport, Damage } from '../../../shared/desk/damage.ts'
import { addMinutes } from '../../../shared/time/time.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore, openTestStore, type DeskStore } from '../../support/desk/test-store.ts'
import { valueOf } from '../../support/desk/test-desk.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'
import { START } from '../../support/fakes/system.ts'

const LATER = addMinutes(START, 60)

function damageOf(folder: string): Damage['kind'] | 'none' {
  const opened = openStore(folder, 'desk')
  if (!opened.ok) return opened.failure.damage?.kind ?? 'none'
  opened.value.close()
  return 'none'
}

const recovered = (folder: string): RecoveryReport => valueOf(recoverStore(folder, 'desk', LATER))

const stateIn = (store: Store, booking: BookedMoves): EntryState | undefined =>
  store.read((view) => entryOfBooking(view, booking.id))?.state

function claim({ store }: DeskStore, booking: BookedMoves): void {
  const entry = store.read((view) => entryOfBooking(view, booking.id))
  if (entry !== null) store.write((tx) => claimEntry(tx, entry, { kind: 'claimed', payload: '{}', digest: 'd' }, START))
}

/** False when the first work shows damage, upon which the window closes the desk and offers recovery. */
function doesWork(store: OpenedStore): boolean {
  let damaged = false
  store.onDamage(() => (damaged = true))
  try {
    store.write((tx) => writeSetting(tx, 'x', 'y'))
    return store.read((view) => view.sql('SELECT id FROM bookings').all()).length === 1
  } catch (error) {
    if (damaged) return false
    throw error
  } finally {
    store.close()
  }
}

/** The result of a start in a copy of the folder with these bytes as its store. */
function outcomeOf(folder: string, bytes: Buffer): string {
  const other = temporaryFolder()
  cpSync(folder, other, { recursive: true })
  writeFileSync(join(other, 'desk.db'), bytes)
  const opened = openStore(other, 'desk')
  const works = opened.ok && doesWork(opened.value)
  if (works) return 'works'
  if (!opened.ok && opened.failure.damage === undefined)
    return opened.failure.code === 'not-saved' ? 'newer' : opened.failure.code
  const { bookings, unreadable } = recovered(other)
  return bookings === 1 && unreadable === 0 ? 'brought back' : `${bookings} bookings, ${unreadable} unreadable`
}

const wreck = (file: string) => writeFileSync(file, 'x'.repeat(9000))
/** Breaks a table that the opening does not read. The last page of a file may hold a part of the schema. */
const wreckOneTable = (file: string) => {
  const db = new Sqlite(file, { readonly: true })
  const page = Number(db.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'external_moves'`).pluck().get())
  db.close()
  writeFileSync(file, readFileSync(file).fill(0x5a, (page - 1) * 4096, page * 4096))
}

describe('`openStore` on a damaged store', () => {
  test.for([
    ['gone', 'missing', (file: string) => rmSync(file)],
    ['empty', 'missing', (file: string) => writeFileSync(file, '')],
    ['no database', 'unreadable', wreck],
    ['cut', 'unreadable', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 9000))],
  ] as const)('`openStore` reports a store that is %s as damaged and changes no byte of it', ([, kind, damage]) => {
    const { store, book, folder } = openDeskStore()
    book(pairBooking(1))
    store.close()
    const file = join(folder, 'desk.db')
    damage(file)
    const bytes = existsSync(file) ? readFileSync(file) : null
    const journal = readFileSync(join(folder, 'desk.journal'))
    expect(damageOf(folder)).toBe(kind)
    expect(existsSync(file) ? readFileSync(file) : null).toEqual(bytes)
    expect(readFileSync(join(folder, 'desk.journal')).equals(journal)).toBe(true)
    // The lock is given back.
    // Without the store nothing tells whether its journal is the newest.
    const doubt = kind === 'missing' ? 1 : 0
    expect(recovered(folder)).toMatchObject({ bookings: 1, doubt, held: 0, unreadable: 0 })
  })

  test('`openStore` reports a changed header byte as damage unless the store still works', { timeout: 120_000 }, () => {
    const { store, book, folder } = openDeskStore()
    book(pairBooking(1))
    store.close()
    const whole = readFileSync(join(folder, 'desk.db'))
    const turned = Array.from({ length: 100 }, (_, at) => [0x00, 0x01, 0xff].map((by) => ({ at, by }))).flat()
    const found = turned.map(({ at, by }) => {
      const bytes = Buffer.from(whole)
      bytes[at] = by
      return [`byte ${at} is ${by}`, bytes.equals(whole) ? 'as it was' : outcomeOf(folder, bytes)] as const
    })
    expect(found.filter(([, outcome]) => !['as it was', 'works', 'brought back'].includes(outcome))).toEqual([
      // The lower half of the schema's number: a newer app may have written it.
      ['byte 62 is 1', 'newer'],
      ['byte 63 is 255', 'newer'],
    ])
    expect(new Set(found.map(([, outcome]) => outcome))).toContain('brought back')
  })

  test('`openStore` reports a store that is older than its journal as damaged', () => {
    const { store, book, folder } = openDeskStore()
    book(pairBooking(1))
    store.read((view) => view.sql('PRAGMA wal_checkpoint(TRUNCATE)').get())
    const older = readFileSync(join(folder, 'desk.db'))
    book(pairBooking(2))
    store.close()
    writeFileSync(join(folder, 'desk.db'), older)
    expect(damageOf(folder)).toBe('behind')
    expect(recovered(folder)).toMatchObject({ bookings: 2, unreadable: 0 })
    expect(damageOf(folder)).toBe('none')
  })

  test('`openStore` reports no damage for a profile that never had a booking', () => {
    const { store, folder } = openDeskStore()
    store.close()
    expect(damageOf(folder)).toBe('none')
    rmSync(join(folder, 'desk.db'))
    expect(damageOf(folder)).toBe('none')
  })

  test('`openStore` reports the newest backup and the journal of a damaged store', async () => {
    const { store, book, folder } = openDeskStore()
    book(pairBooking(1))
    await store.copy(START)
    store.close()
    wreck(join(folder, 'desk.db'))
    const opened = openStore(folder, 'desk')
    expect(opened).toMatchObject({
      ok: false,
      failure: { code: 'damaged', damage: { store: 'desk', kind: 'unreadable', copiedAt: START, journal: true } },
    })
  })
})

describe('Recovery', () => {
  test('Recovery restores every saved booking in its state, and a sending one in doubt', async () => {
    const desk = openDeskStore()
    const { store, book, folder } = desk
    const [first, second] = [book(pairBooking(1)), book(oneWayBooking(2))]
    claim(desk, second)
    store.write((tx) => writeSetting(tx, 'settings', '{"provider":null}'))
    await store.copy(START)
    const third = book(pairBooking(3))
    claim(desk, third)
    store.write((tx) => writeDraft(tx, { name: 'Wren' }, START))
    const fourth = book(pairBooking(4))
    desk.moves.withdrawBooking(first.id)
    store.close()
    wreck(join(folder, 'desk.db'))

    const back = recovered(folder)
    expect(back).toMatchObject({ bookings: 4, doubt: 2, held: 0, unreadable: 0 })
    const next = openTestStore(folder)
    expect([first, second, third, fourth].map((one) => stateIn(next, one))).toEqual([
      'withdrawn',
      'in-doubt',
      'in-doubt',
      'waiting',
    ])
    expect(next.read((view) => readSetting(view, 'settings'))).toBe('{"provider":null}')
    // The draft was cleared with the booking that was made of it.
    expect(next.read(readDraft)).toBeNull()
    expect(next.found).toEqual({ crashed: false, copyDue: false })
  })

  test('Recovery keeps the damaged file under a dated name and leaves nothing half-made', () => {
    const { store, book, folder } = openDeskStore()
    book(pairBooking(1))
    store.close()
    for (const number of [1, 2]) {
      wreck(join(folder, 'desk.db'))
      const { kept } = recovered(folder)
      expect(kept).toEqual([expect.stringMatching(/^desk\.damaged-\d{8}T\d{6}Z(-2)?\.db$/)])
      expect(readFileSync(join(folder, kept[0] ?? '')).subarray(0, 9)).toEqual(Buffer.from('x'.repeat(9)))
      expect(readdirSync(folder).filter((name) => name.includes('.damaged-'))).toHaveLength(number)
    }
    expect(readdirSync(folder).filter((name) => name.includes('recovering'))).toEqual([])
  })

  test('Recovery takes an older backup and more of the journal when the newest backup is damaged', async () => {
    const { store, book, folder } = openDeskStore()
    for (let round = 0; round < 3; round += 1) {
      book(pairBooking(round))
      await store.copy(addMinutes(START, round * 15))
    }
    book(pairBooking(3))
    store.close()
    wreck(join(folder, 'desk.db'))
    wreck(listBackups(storePaths(folder, 'desk'))[0]?.file ?? '')
    expect(recovered(folder)).toMatchObject({ bookings: 4, doubt: 0, unreadable: 1 })
    expect(damageOf(folder)).toBe('none')
  })

  test.each([255, 6, 0])(
    'Recovery takes an older backup when the newest one bears the wrong schema %i',
    async (version) => {
      const { store, book, folder } = openDeskStore()
      for (const number of [1, 2]) {
        book(pairBooking(number))
        await store.copy(addMinutes(START, number))
      }
      book(pairBooking(3))
      store.close()
      wreck(join(folder, 'desk.db'))
      const [newest] = listBackups(storePaths(folder, 'desk'))
      if (newest === undefined) throw new Error('no copy')
      const bytes = readFileSync(newest.file)
      bytes[63] = version
      writeFileSync(newest.file, bytes)
      expect(recovered(folder)).toMatchObject({ bookings: 3, doubt: 0 })
    },
  )

  test('Recovery restores every booking when the commit count of the store is unreadable', async () => {
    const { store, book, folder } = openDeskStore()
    book(pairBooking(1))
    await store.copy(START)
    book(pairBooking(2))
    store.close()
    const db = openTestStore(folder)
    db.write((tx) => writeSetting(tx, 'x', 'y'))
    db.close()
    const file = join(folder, 'desk.db')
    const raw = new Sqlite(file)
    raw.prepare(`UPDATE settings SET value = 'q2' WHERE key = 'commit_seq'`).run()
    raw.close()
    expect(damageOf(folder)).toBe('unreadable')
    expect(recovered(folder)).toMatchObject({ bookings: 2, doubt: 0 })
  })

  test.each(['zeros', 'nothing'])(
    '`openStore` reports a store as missing when only a journal of %s is left',
    (what) => {
      const { store, folder, book } = openDeskStore()
      book(oneWayBooking(1))
      store.close()
      for (const ending of ['', '-wal', '-shm']) rmSync(join(folder, `desk.db${ending}`), { force: true })
      const journal = join(folder, 'desk.journal')
      writeFileSync(journal, Buffer.alloc(what === 'zeros' ? readFileSync(journal).length : 0))
      expect(damageOf(folder)).toBe('missing')
    },
  )

  test('Recovery from backups alone puts every booking in doubt that may have been sent', async () => {
    const { store, book, folder, moves } = openDeskStore()
    const [first, second] = [book(pairBooking(1)), book(pairBooking(2))]
    moves.withdrawBooking(second.id)
    await store.copy(START)
    store.close()
    rmSync(join(folder, 'desk.db'))
    rmSync(join(folder, 'desk.journal'))
    expect(damageOf(folder)).toBe('missing')
    expect(recovered(folder)).toMatchObject({ bookings: 2, doubt: 1, unreadable: 1 })
    const next = openTestStore(folder)
    expect([first, second].map((one) => stateIn(next, one))).toEqual(['in-doubt', 'withdrawn'])
  })

  test.for([
    ['cut', (bytes: Buffer, end: number) => bytes.subarray(0, end)],
    ['broken at its last line', (bytes: Buffer, end: number) => Buffer.from(bytes).fill(0x7a, end - 40, end - 20)],
    ['broken in its room', (bytes: Buffer, end: number) => Buffer.from(bytes).fill(0x7a, end + 50, end + 60)],
    ['zeroed in its room', (bytes: Buffer, end: number) => Buffer.from(bytes).fill(0, end + 50, end + 60)],
  ] as const)('Recovery puts bookings in doubt when the journal is %s', ([, damage]) => {
    const desk = openDeskStore()
    const { store, book, folder } = desk
    const first = book(pairBooking(1))
    const second = book(pairBooking(2))
    claim(desk, second)
    store.close()
    rmSync(join(folder, 'desk.db'))
    const file = join(folder, 'desk.journal')
    writeFileSync(file, damage(readFileSync(file), readJournal(file)?.end ?? 0))
    const back = recovered(folder)
    expect(back).toMatchObject({ bookings: 2, doubt: 2 })
    expect(back.unreadable).toBeGreaterThan(0)
    expect(back.kept).toContainEqual(expect.stringMatching(/\.journal$/))
    const next = openTestStore(folder)
    expect([first, second].map((one) => stateIn(next, one))).toEqual(['in-doubt', 'in-doubt'])
    next.close()
    // The new journal counts again.
    expect(readJournal(file)?.whole).toBe(true)
    expect(damageOf(folder)).toBe('none')
  })

  test.for([
    ['zeros beside an unreadable store', '\0', wreck],
    ['free room beside a store that counts its writes', '.', wreckOneTable],
  ] as const)('Recovery puts a booking in doubt when the lost end of the journal is %s', ([, left, damage]) => {
    const desk = openDeskStore()
    const sent = desk.book(pairBooking(1))
    const kept = readJournal(join(desk.folder, 'desk.journal'))
    claim(desk, sent)
    desk.store.close()
    damage(join(desk.folder, 'desk.db'))
    const file = join(desk.folder, 'desk.journal')
    const end = readJournal(file)?.end
    writeFileSync(file, readFileSync(file).fill(left, kept?.end, end))
    const back = recovered(desk.folder)
    expect(back).toMatchObject({ bookings: 1, doubt: 1 })
    expect(back.unreadable).toBeGreaterThan(0)
    const next = openTestStore(desk.folder)
    expect(stateIn(next, sent)).toBe('in-doubt')
  })

  test('Recovery puts a booking in doubt when only the name of a broken backup shows the lost writes', async () => {
    const desk = openDeskStore()
    const sent = desk.book(pairBooking(1))
    await desk.store.copy(START)
    const kept = readJournal(join(desk.folder, 'desk.journal'))?.last ?? 0
    claim(desk, sent)
    await desk.store.copy(addMinutes(START, 15))
    desk.store.close()
    wreck(join(desk.folder, 'desk.db'))
    wreck(listBackups(storePaths(desk.folder, 'desk'))[0]?.file ?? '')
    const file = join(desk.folder, 'desk.journal')
    const read = readJournal(file)
    const lost = read?.lines.find(({ seq }) => seq > kept)
    writeFileSync(file, readFileSync(file).fill('.', lost?.at, read?.end))
    expect(recovered(desk.folder)).toMatchObject({ bookings: 1, doubt: 1 })
    expect(stateIn(openTestStore(desk.folder), sent)).toBe('in-doubt')
  })

  test('Recovery holds a booking whose save may not have been acknowledged', () => {
    const { store, book, folder } = openDeskStore()
    const first = book(pairBooking(1))
    const second = book(pairBooking(2))
    store.close()
    wreck(join(folder, 'desk.db'))
    const file = join(folder, 'desk.journal')
    const bytes = readFileSync(file)
    const last = readJournal(file)?.lines.at(-1)
    expect(bytes.subarray(last?.at, (last?.at ?? 0) + 1)).toEqual(COMMIT_MARK)
    bytes.write('-', last?.at ?? 0)
    writeFileSync(file, bytes)
    for (const round of ['once', 'and once more, because the same happens again']) {
      expect(recovered(folder), round).toMatchObject({ bookings: 2, doubt: 0, held: round === 'once' ? 1 : 0 })
      const next = openTestStore(folder)
      expect([first, second].map((one) => stateIn(next, one))).toEqual(['waiting', 'held'])
      next.close()
      wreck(join(folder, 'desk.db'))
    }
  })

  test('Recovery holds a booking whose release may not have been acknowledged, also beside a booking that was being sent', () => {
    const desk = openDeskStore()
    const { store, book, folder, moves } = desk
    const sent = book(pairBooking(1))
    const released = book(pairBooking(2))
    claim(desk, sent)
    const entry = store.read((view) => entryOfBooking(view, released.id))
    if (entry === null) throw new Error('no entry')
    store.write((tx) => transitionOrThrow(tx, entry, { kind: 'held', reason: 'possible-duplicate' }, START))
    valueOf(moves.resolveBooking(released.id, { kind: 'release', who: 'Dana R.' }))
    store.close()
    wreck(join(folder, 'desk.db'))
    const file = join(folder, 'desk.journal')
    const bytes = readFileSync(file)
    bytes.write('-', readJournal(file)?.lines.at(-1)?.at ?? 0)
    writeFileSync(file, bytes)
    expect(recovered(folder)).toMatchObject({ bookings: 2, doubt: 1, held: 1 })
    const next = openTestStore(folder)
    expect([sent, released].map((one) => stateIn(next, one))).toEqual(['in-doubt', 'held'])
    next.close()
  })

  test('Recovery from an older copy of the journal puts its booking in doubt', () => {
    const { store, book, folder } = openDeskStore()
    const booked = book(pairBooking(1))
    const copied = temporaryFolder()
    cpSync(join(folder, 'desk.journal'), join(copied, 'desk.journal'))
    store.close()
    for (const round of ['once', 'and once more, because the same happens again']) {
      expect(damageOf(copied), round).toBe('missing')
      expect(recovered(copied), round).toMatchObject({ bookings: 1, doubt: 1, held: 0 })
      const next = openTestStore(copied)
      expect(stateIn(next, booked), round).toBe('in-doubt')
      next.close()
      rmSync(join(copied, 'desk.db'))
    }
  })

  test('Recovery from older files beside the store of another PC puts every booking in doubt', async () => {
    const { store, book, folder } = openDeskStore()
    for (const minutes of [0, 15, 30]) {
      book(pairBooking(minutes + 1))
      await store.copy(addMinutes(START, minutes))
    }
    const waits = book(pairBooking(2))
    const other = openDeskStore()
    other.book(oneWayBooking(9))
    other.store.close()
    for (const part of ['desk.journal', 'backups']) {
      rmSync(join(other.folder, part), { recursive: true, force: true })
      cpSync(join(folder, part), join(other.folder, part), { recursive: true })
    }
    store.close()
    expect(damageOf(other.folder)).toBe('behind')
    expect(recovered(other.folder)).toMatchObject({ bookings: 4, doubt: 4 })
    expect(stateIn(openTestStore(other.folder), waits)).toBe('in-doubt')
  })

  test('Recovery keeps a decision that a person made since an earlier recovery', () => {
    const desk = openDeskStore()
    const booked = desk.book(pairBooking(1))
    claim(desk, booked)
    desk.store.close()
    rmSync(join(desk.folder, 'desk.db'))
    recovered(desk.folder)
    const next = openTestStore(desk.folder)
    const entry = next.read((view) => entryOfBooking(view, booked.id))
    if (entry === null) throw new Error('no entry')
    next.write((tx) => transitionOrThrow(tx, entry, { kind: 'placed-by-phone' }, LATER))
    next.close()
    rmSync(join(desk.folder, 'desk.db'))
    expect(recovered(desk.folder)).toMatchObject({ bookings: 1, doubt: 0 })
    expect(stateIn(openTestStore(desk.folder), booked)).toBe('placed-by-phone')
  })

  test('Recovery leaves out halves of bookings when a part of the journal is gone', () => {
    const desk = openDeskStore()
    const [first, second] = [desk.book(pairBooking(1)), desk.book(pairBooking(2))]
    claim(desk, first)
    desk.store.close()
    rmSync(join(desk.folder, 'desk.db'))
    const file = join(desk.folder, 'desk.journal')
    const bytes = readFileSync(file)
    const line = readJournal(file)?.lines[1]
    bytes.fill(0x7a, (line?.at ?? 0) + 30, (line?.at ?? 0) + 60)
    writeFileSync(file, bytes)
    const back = recovered(desk.folder)
    expect(back).toMatchObject({ bookings: 1, doubt: 1 })
    expect(back.unreadable).toBeGreaterThan(1)
    const next = openTestStore(desk.folder)
    expect([first, second].map((one) => stateIn(next, one))).toEqual([undefined, 'in-doubt'])
    expect(() => next.write((tx) => tx.sql('DELETE FROM outbox').run())).toThrow(/never deleted/)
  })
})

describe('`recoverStore`', () => {
  test('`recoverStore` refuses an open store and a store of a newer version', () => {
    const { store, book, folder } = openDeskStore()
    book(pairBooking(1))
    expect(recoverStore(folder, 'desk', LATER)).toMatchObject({ ok: false, failure: { code: 'not-allowed' } })
    store.close()
    const bytes = readFileSync(join(folder, 'desk.db'))
    expect(recoverStore(folder, 'desk', LATER, [])).toMatchObject({ ok: false, failure: { code: 'not-saved' } })
    rmSync(join(folder, 'desk.journal'))
    expect(recoverStore(folder, 'desk', LATER, [])).toMatchObject({ failure: { detail: 'newer-backups' } })
    expect(readFileSync(join(folder, 'desk.db')).equals(bytes)).toBe(true)
  })

  test('`recoverStore` can run again after a kill on the way', () => {
    const { store, book, folder } = openDeskStore()
    book(pairBooking(1))
    store.close()
    const file = join(folder, 'desk.db')
    // The files of a kill between the two renames.
    writeFileSync(`${file}.recovering`, 'half')
    writeFileSync(`${file}.recovering-wal`, 'half')
    rmSync(file)
    expect(damageOf(folder)).toBe('missing')
    expect(recovered(folder)).toMatchObject({ bookings: 1, kept: [] })
    expect(damageOf(folder)).toBe('none')
  })
})
