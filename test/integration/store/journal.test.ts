import { fc, test as property } from '@fast-check/vitest'
import Sqlite from 'better-sqlite3'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../electron/store/database.ts'
import { clearDraft, writeDraft } from '../../../electron/store/tables/draft.ts'
import { readSetting, writeSetting } from '../../../electron/store/tables/settings.ts'
import { readJournal } from '../../../electron/store/journal/journal.ts'
import { encodeRecord } from '../../../electron/store/journal/journal-format.ts'
import { columnStep } from '../../support/test-steps.ts'
import { DESK_MIGRATIONS } from '../../../electron/store/migrations.ts'
import { claimEntry, entryOfBooking } from '../../../electron/store/tables/outbox.ts'
import { nextEntry } from '../../../electron/store/queries/send-order.ts'
import { writeOutcome, type PersistedOutcome } from '../../../electron/store/recovery/outcome-file.ts'
import { recoverStore } from '../../../electron/store/recovery/recover.ts'
import { applyChanges } from '../../../electron/store/journal/change-capture.ts'
import { openStore, type Store } from '../../../electron/store/store.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore, openTestStore, REMOTE, type DeskStore } from '../../support/desk/test-store.ts'
import { everyStatement } from '../../support/faults/every-statement.ts'
import { fillDisk, fillFile } from '../../support/faults/full-disk.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'
import { dumpFile } from '../../support/desk/store-dump.ts'
import { seedOf, START } from '../../support/fakes/system.ts'
import { bookedOutcome } from '../../support/builders/outcomes.ts'

const journalOf = (folder: string) => {
  const read = readJournal(join(folder, 'desk.journal'))
  if (read === null) throw new Error('no journal')
  return read
}

const asideIn = (folder: string) => readdirSync(folder).filter((name) => name.includes('.damaged-'))

function claim(store: Store, booking: BookedMoves): void {
  const entry = store.read((view) => entryOfBooking(view, booking.id))
  if (entry === null) throw new Error('no entry')
  store.write((tx) => claimEntry(tx, entry, { kind: 'claimed', payload: '{"a":"b"}', digest: 'digest' }, START))
}

/** Of an entry that was claimed once. */
const outcomeOf = ({ id, moves }: BookedMoves): PersistedOutcome =>
  bookedOutcome(
    id,
    moves.map((move) => move.id),
    2,
  )

/** Does one of the things that a desk writes. */
function act({ store, book }: DeskStore, what: number, number: number): void {
  const entry = store.read((view) => nextEntry(view, REMOTE))
  const deeds = [
    () => void book(pairBooking(number)),
    () => void book(oneWayBooking(number)),
    () => store.write((tx) => writeSetting(tx, `key ${number % 3}`, `"${number}"\n\u0000é`)),
    () => store.write((tx) => writeDraft(tx, { name: `Nora O'Shea ${number}` }, START)),
    () => store.write(clearDraft),
    () => {
      if (entry === null) return
      const payload = `{"n":${number}}`
      const claimed = store.write((tx) => claimEntry(tx, entry, { kind: 'claimed', payload, digest: 'd' }, START))
      if (claimed === null) throw new Error('not claimed')
      const { bookingId, revision } = claimed
      const doubt = { proof: 'unknown', code: 'no-answer', fields: {}, providerMessage: null } as const
      const rest = { status: null, bytes: 9, at: START, response: null, revokedGuaranteeAt: null }
      store.write((tx) => writeOutcome(tx, claimed, { bookingId, revision, ...doubt, ...rest }))
    },
    () => {
      expect(() =>
        store.write((tx) => {
          writeSetting(tx, 'half', 'way')
          throw new Error('in the middle')
        }),
      ).toThrow('in the middle')
    },
  ]
  deeds[what % deeds.length]?.()
}

describe('The journal', () => {
  property.prop([fc.array(fc.nat(6), { minLength: 1, maxLength: 25 })], { seed: seedOf('journal'), numRuns: 25 })(
    'The journal rebuilds the store after any sequence of writes',
    (deeds) => {
      const desk = openDeskStore()
      deeds.forEach((what, place) => act(desk, what, place))
      desk.store.close()
      const read = journalOf(desk.folder)
      expect(read).toMatchObject({ whole: true, unreadable: 0 })
      const file = join(temporaryFolder(), 'again.db')
      const again = openDatabase(file, DESK_MIGRATIONS)
      if (again.kind !== 'open') throw new Error(again.kind)
      for (const line of read.lines) if (line.kind === 'rows') expect(applyChanges(again.db, line.rows)).toBe(0)
      again.db.close()
      expect(dumpFile(file)).toEqual(dumpFile(join(desk.folder, 'desk.db')))
    },
  )

  test('The journal is for its owner alone, counts the writes and marks each one as committed', () => {
    const { book, folder, store } = openDeskStore()
    book(pairBooking(1))
    book(pairBooking(2))
    expect(statSync(join(folder, 'desk.journal')).mode & 0o777).toBe(0o600)
    const { lines } = journalOf(folder)
    expect(lines.map(({ seq, kind, committed }) => [seq, kind, committed])).toEqual([
      [0, 'begin', false],
      [1, 'rows', true],
      [2, 'rows', true],
    ])
    expect(store.read((view) => readSetting(view, 'commit_seq'))).toBe('2')
  })

  test('The journal on a full disk has exactly the bookings of the store', () => {
    const { book, folder, moves, store } = openDeskStore()
    book(pairBooking(1))
    const free = fillDisk(store)
    for (let number = 2; number < 60; number += 1) {
      if (!moves.bookMove(pairBooking(number)).ok) break
    }
    const { n } = store.read((view) => view.sql('SELECT count(*) AS n FROM bookings').get()) as { n: number }
    expect(n).toBeLessThan(59)
    expect(journalOf(folder)).toMatchObject({ last: n, whole: true })
    free()
    book(pairBooking(60))
    expect(journalOf(folder)).toMatchObject({ last: n + 1, whole: true })
  })

  test('The journal drops the line of a booking whose commit failed', () => {
    const { book, folder, moves, store } = openDeskStore()
    book(pairBooking(1))
    let failing = true
    onTestFinished(
      everyStatement('desk.db', (sql) => {
        if (failing && sql === 'COMMIT') throw new Sqlite.SqliteError('planted', 'SQLITE_FULL')
      }),
    )
    expect(moves.bookMove(pairBooking(2))).toMatchObject({ ok: false, failure: { code: 'not-saved' } })
    expect(journalOf(folder)).toMatchObject({ last: 1, whole: true })
    failing = false
    const { id } = book(pairBooking(3))
    store.close()
    const { lines } = journalOf(folder)
    const saved = lines.flatMap((line) => (line.kind === 'rows' ? line.rows : []))
    const ids = saved.flatMap((change) => ('row' in change && change.table === 'bookings' ? [change.row['id']] : []))
    expect(ids).toHaveLength(2)
    expect(ids[1]).toBe(id)
  })

  test('A journal that cannot be written makes the booking not saved and leaves nothing of it', () => {
    const { book, folder, moves, store } = openDeskStore()
    book(pairBooking(1))
    const mend = fillFile(join(folder, 'desk.journal'))
    expect(moves.bookMove(pairBooking(2))).toMatchObject({ ok: false, failure: { code: 'not-saved' } })
    const count = () => store.read((view) => view.sql('SELECT count(*) AS n FROM bookings').get())
    expect(count()).toEqual({ n: 1 })
    mend()
    book(pairBooking(3))
    expect(count()).toEqual({ n: 2 })
    expect(journalOf(folder)).toMatchObject({ last: 2, whole: true })
  })

  test('The journal grows in allocated steps and stays whole', () => {
    const { folder, store } = openDeskStore()
    const before = statSync(join(folder, 'desk.journal')).size
    for (let number = 0; number < 100; number += 1) {
      store.write((tx) => writeDraft(tx, { text: `${number}`.repeat(10_000) }, START))
      // An outcome may still need this room.
      expect(statSync(join(folder, 'desk.journal')).size - journalOf(folder).end).toBeGreaterThanOrEqual(32 * 1024)
    }
    expect(statSync(join(folder, 'desk.journal')).size).toBeGreaterThan(before * 3)
    expect(journalOf(folder)).toMatchObject({ last: 100, whole: true })
  })

  test('A journal that is prepared has room for the next writes, so that none of them grows the file', () => {
    const { folder, store } = openDeskStore()
    const sizeNow = () => statSync(join(folder, 'desk.journal')).size
    const write = () => store.write((tx) => writeDraft(tx, { text: 'x'.repeat(50_000) }, START))
    const before = sizeNow()
    store.prepare()
    const prepared = sizeNow()
    expect(prepared).toBeGreaterThan(before)
    for (let number = 0; number < 9; number += 1) write()
    expect(sizeNow()).toBe(prepared)
    expect(journalOf(folder)).toMatchObject({ last: 9, whole: true })
  })
})

describe('A kept outcome', () => {
  test('A kept outcome is in the journal and is written at the next open of the store', () => {
    const { book, folder, store } = openDeskStore()
    const booked = book(pairBooking(1))
    claim(store, booked)
    store.keepOutcome(outcomeOf(booked))
    expect(store.read((view) => entryOfBooking(view, booked.id))?.state).toBe('sending')
    store.close()

    const next = openTestStore(folder)
    expect(next.read((view) => entryOfBooking(view, booked.id))?.state).toBe('booked')
    expect(next.read((view) => view.sql('SELECT number FROM moves ORDER BY number').all())).toEqual([
      { number: 7000 },
      { number: 7001 },
    ])
    next.close()
    // Another start has nothing to write.
    const { last } = journalOf(folder)
    openTestStore(folder).close()
    expect(journalOf(folder)).toMatchObject({ last, whole: true })
  })

  test('A kept outcome survives a later booking, and is ignored once its entry has another revision', () => {
    for (const again of [false, true]) {
      const { book, folder, store } = openDeskStore()
      const booked = book(pairBooking(1))
      claim(store, booked)
      store.keepOutcome({ ...outcomeOf(booked), proof: 'refused', code: 'refused', response: null })
      book(pairBooking(2))
      const entry = store.read((view) => entryOfBooking(view, booked.id))
      if (entry === null) throw new Error('no entry')
      // With another revision, the kept outcome is that of an earlier try.
      if (again) store.write((tx) => tx.sql('UPDATE outbox SET revision = revision + 1 WHERE id = ?').run(entry.id))
      store.close()
      const next = openTestStore(folder)
      expect(next.read((view) => entryOfBooking(view, booked.id))?.state).toBe(again ? 'sending' : 'refused')
      next.close()
    }
  })

  test('A kept outcome has room in the journal when no booking has', () => {
    const { book, folder, moves, store } = openDeskStore()
    const booked = book(pairBooking(1))
    claim(store, booked)
    const file = join(folder, 'desk.journal')
    // Up to where more would have to be allocated, which the disk then refuses.
    const left = () => statSync(file).size - journalOf(folder).end
    const size = statSync(file).size
    while (left() > 40_000) {
      store.write((tx) => writeDraft(tx, { text: 'x'.repeat(3000) }, START))
      expect(statSync(file).size).toBe(size)
    }
    const cut = statSync(file).size
    const free = fillFile(file)
    expect(moves.bookMove(pairBooking(2))).toMatchObject({ ok: false, failure: { code: 'not-saved' } })
    free()
    expect(statSync(file).size).toBe(cut)
    store.keepOutcome(outcomeOf(booked))
    expect(statSync(file).size).toBe(cut)
    expect(journalOf(folder)).toMatchObject({ whole: true })
  })

  test('A kept outcome is ignored when its entry is no longer `sending`', () => {
    const { book, folder, store } = openDeskStore()
    const booked = book(pairBooking(1))
    claim(store, booked)
    const entry = store.read((view) => entryOfBooking(view, booked.id))
    if (entry === null) throw new Error('no entry')
    store.keepOutcome({ ...outcomeOf(booked), proof: 'refused', code: 'refused', response: null })
    store.write((tx) => writeOutcome(tx, entry, outcomeOf(booked)))
    store.close()
    const next = openTestStore(folder)
    expect(next.read((view) => entryOfBooking(view, booked.id))?.state).toBe('booked')
  })
})

describe('The journal at the next start', () => {
  test('An uncommitted last line of an older version is recovered together with the rest', () => {
    const { book, folder, store } = openDeskStore()
    book(pairBooking(1))
    store.close()
    const file = join(folder, 'desk.journal')
    const bytes = readFileSync(file)
    const { end } = journalOf(folder)
    const told = { table: 'settings', row: { key: 'told', value: 'x' } }
    encodeRecord(JSON.stringify({ kind: 'rows', seq: 2, version: 1, rows: [told] })).copy(bytes, end)
    writeFileSync(file, bytes)
    expect(journalOf(folder).last).toBe(2)

    const steps = [...DESK_MIGRATIONS, columnStep(DESK_MIGRATIONS.length + 1)]
    expect(openStore(folder, 'desk', steps)).toMatchObject({ ok: false, failure: { damage: { kind: 'behind' } } })
    expect(journalOf(folder).last).toBe(2)
    expect(recoverStore(folder, 'desk', START, steps)).toMatchObject({ ok: true, value: { bookings: 1, doubt: 0 } })
    const opened = openStore(folder, 'desk', steps)
    if (!opened.ok) throw new Error(opened.failure.detail)
    expect(opened.value.read((view) => readSetting(view, 'told'))).toBe('x')
    opened.value.close()
  })

  test.for([
    ['gone', () => null],
    ['cut', (bytes: Buffer) => bytes.subarray(0, 700)],
    ['broken in the middle', (bytes: Buffer) => Buffer.from(bytes).fill(7, 300, 400)],
    ['without its end', (bytes: Buffer) => bytes.subarray(0, bytes.lastIndexOf('\n') + 1)],
    ['zeroed at its end', (bytes: Buffer) => Buffer.from(bytes).fill(0, bytes.length - 4096)],
  ] as const)('A journal that is %s begins anew and makes a backup due', ([how, damage]) => {
    const { book, folder, store } = openDeskStore()
    book(pairBooking(1))
    book(pairBooking(2))
    expect(store.found).toEqual({ crashed: false, copyDue: false })
    store.close()
    const file = join(folder, 'desk.journal')
    const damaged = damage(readFileSync(file))
    if (how === 'gone') rmSync(file)
    else writeFileSync(file, damaged ?? '')

    const next = openTestStore(folder)
    expect(next.found).toEqual({ crashed: false, copyDue: true })
    expect(next.read((view) => view.sql('SELECT count(*) AS n FROM bookings').get())).toEqual({ n: 2 })
    expect(journalOf(folder)).toMatchObject({ last: 2, whole: true, lines: [{ kind: 'begin' }] })
    expect(asideIn(folder)).toHaveLength(how === 'gone' ? 0 : 1)
    next.write((tx) => writeSetting(tx, 'k', 'v'))
    next.close()
    expect(openTestStore(folder).found).toEqual({ crashed: false, copyDue: false })
  })
})
