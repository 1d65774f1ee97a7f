import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { claimEntry, markInterruptedInDoubt, entryOfBooking } from '../../../electron/store/tables/outbox.ts'
import { readJournal } from '../../../electron/store/journal/journal.ts'
import { recoverStore } from '../../../electron/store/recovery/recover.ts'
import { readBooking } from '../../../electron/store/tables/bookings.ts'
import { openStore } from '../../../electron/store/store.ts'
import { addedFactsOf } from '../../../electron/store/tables/added-facts.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { addedFact, noteFact } from '../../support/builders/added-facts.ts'
import { bringTo } from '../../support/builders/outbox-entries.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore, openTestStore, REMOTE, type DeskStore } from '../../support/desk/test-store.ts'
import { spoilRoot } from '../../support/fixtures/spoil-root.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'
import { valueOf } from '../../support/desk/test-desk.ts'
import { START } from '../../support/fakes/system.ts'

/*
 * A power cut on a disk that broke its word: the store lost its last commit, and the journal's line was not flagged
 * yet, although the commit was acknowledged.
 */

const FILES = ['desk.db', 'desk.db-wal']

/** Puts the store from before `act` beside the journal from after, whose last line has no flag. */
function loseCommit({ folder, store }: DeskStore, act: () => void): string {
  const torn = temporaryFolder()
  for (const file of FILES) cpSync(join(folder, file), join(torn, file))
  act()
  takeJournal(folder, torn)
  store.close()
  return torn
}

function takeJournal(from: string, to: string): void {
  const file = join(to, 'desk.journal')
  cpSync(join(from, 'desk.journal'), file)
  const bytes = readFileSync(file)
  bytes.write('-', readJournal(file)?.lines.at(-1)?.at ?? 0)
  writeFileSync(file, bytes)
}

const entryIn = (folder: string, { id }: Pick<BookedMoves, 'id'>) => {
  const store = openTestStore(folder)
  const entry = store.read((view) => entryOfBooking(view, id))
  store.close()
  return entry
}

test('A saved booking whose commit was lost is redone and held', () => {
  const desk = openDeskStore()
  const first = desk.book(pairBooking(1))
  const told: BookedMoves[] = []
  const torn = loseCommit(desk, () => void told.push(desk.book(pairBooking(2))))
  const [second = first] = told
  for (const round of ['once', 'and at the start after']) {
    expect(entryIn(torn, second), round).toMatchObject({ state: 'held', code: 'save-unacknowledged' })
    expect(entryIn(torn, first), round).toMatchObject({ state: 'waiting' })
  }
  // The journal has the booking too, so recovery needs nothing else.
  rmSync(join(torn, 'desk.db'))
  expect(readJournal(join(torn, 'desk.journal'))).toMatchObject({ whole: true })
})

test('An added fact whose commit was lost is redone with what a search finds, and its entry stays as it was', () => {
  const desk = openDeskStore()
  const booked = desk.book(pairBooking(1))
  bringTo(desk.store, booked, 'in-doubt')
  const fact = noteFact('Key is in the lockbox')
  const torn = loseCommit(desk, () => void valueOf(desk.moves.addFact(booked.id, fact, 'Dana R.')))
  const again = openDeskStore({ folder: torn })
  expect(again.store.read((view) => addedFactsOf(view, booked.id))).toEqual([addedFact(fact)])
  expect(valueOf(again.moves.findBookings({ text: 'lockbox', limit: 5 })).bookings).toHaveLength(1)
  expect(valueOf(again.moves.getBooking(booked.id)).state).toBe('in-doubt')
})

test('A claim whose commit was lost is redone, and its entry goes in doubt', () => {
  const desk = openDeskStore()
  const booked = desk.book(pairBooking(1))
  const torn = loseCommit(desk, () => {
    const entry = desk.store.read((view) => entryOfBooking(view, booked.id))
    if (entry === null) throw new Error('no entry')
    desk.store.write((tx) => claimEntry(tx, entry, { kind: 'claimed', payload: '{}', digest: 'd' }, START))
  })
  const store = openTestStore(torn)
  expect(store.read((view) => entryOfBooking(view, booked.id))).toMatchObject({ state: 'sending', payload: '{}' })
  expect(store.write((tx) => markInterruptedInDoubt(tx, {}, START))).toBe(1)
  store.close()
  expect(entryIn(torn, booked)).toMatchObject({ state: 'in-doubt' })
})

test('A redone booking is found by its words', () => {
  const desk = openDeskStore()
  desk.book(pairBooking(1))
  const torn = loseCommit(desk, () => void desk.book(pairBooking(2)))
  const store = openTestStore(torn)
  const words = (text: string) =>
    store.read((view) => view.sql('SELECT count(*) AS n FROM move_search_fts WHERE move_search_fts MATCH ?').get(text))
  expect(words('"buick"')).toEqual(
    store.read((view) => view.sql("SELECT count(*) AS n FROM move_search WHERE doc LIKE '%buick%'").get()),
  )
  store.close()
})

test('A redo that a kill interrupts loses nothing at the next start', () => {
  const desk = openDeskStore()
  desk.book(pairBooking(1))
  const told: BookedMoves[] = []
  const torn = loseCommit(desk, () => void told.push(desk.book(pairBooking(2))))
  const again = temporaryFolder()
  for (const file of FILES) cpSync(join(torn, file), join(again, file))
  openTestStore(torn).close()
  takeJournal(torn, again)
  expect(readJournal(join(again, 'desk.journal'))?.lines.slice(-2)).toMatchObject([
    { committed: false },
    { committed: false },
  ])
  expect(entryIn(again, told[0] ?? { id: '' })).toMatchObject({ state: 'held', code: 'save-unacknowledged' })
})

test('An unreadable page that only the redo needs counts as damage, and recovery mends the store', () => {
  const desk = openDeskStore()
  desk.book(pairBooking(1))
  const told: BookedMoves[] = []
  const torn = loseCommit(desk, () => void told.push(desk.book(pairBooking(2))))
  spoilRoot(join(torn, 'desk.db'), 'move_search')
  expect(openStore(torn, 'desk')).toMatchObject({
    ok: false,
    failure: { code: 'damaged', damage: { store: 'desk', kind: 'unreadable', journal: true } },
  })
  expect(recoverStore(torn, 'desk', START)).toMatchObject({ ok: true, value: { bookings: 2 } })
  expect(entryIn(torn, told[0] ?? { id: '' })).toMatchObject({ state: 'held' })
})

/** Writes nonsense over the first page of a table. */
test('A redone write restores empty columns as empty, and texts that look like an empty column as they were', () => {
  const desk = openDeskStore()
  const told: BookedMoves[] = []
  const notes = { dealerContact: null, specialInstructions: 'Ask for "Ann","vin":null,"x":null}' }
  const booking = pairBooking(3, { customerNotes: notes, reference: null })
  const torn = loseCommit(desk, () => void told.push(desk.book(booking)))
  const record = readJournal(join(torn, 'desk.journal'))?.lines.at(-1)
  expect(JSON.stringify(record)).not.toContain('"cancel_reason":null')
  const store = openTestStore(torn)
  const [saved] = told
  const redone = store.read((view) => readBooking(view, saved?.id ?? '', REMOTE))
  expect(redone?.moves).toEqual(saved?.moves)
  expect(redone?.reference).toBeNull()
  expect(redone?.moves.map((move) => move.specialInstructions)).toContain(notes.specialInstructions)
  store.close()
})

test('Each column that may be NULL has NULL as its default, because the journal leaves empty columns out', () => {
  const { store } = openDeskStore()
  const defaulted = store.read((view) =>
    view
      .sql(
        `SELECT t.name || '.' || c.name FROM pragma_table_list t, pragma_table_info(t.name) c
         WHERE t.schema = 'main' AND c."notnull" = 0 AND c.dflt_value IS NOT NULL`,
      )
      .pluck()
      .all(),
  )
  expect(defaulted).toEqual([])
  store.close()
})
