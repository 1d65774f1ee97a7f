import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { claimEntry, doubtInterrupted, entryOfBooking } from '../../../electron/store/outbox.ts'
import { readJournal } from '../../../electron/store/journal.ts'
import type { BookedMoves } from '../../../shared/move.ts'
import { pairBooking } from '../../support/bookings.ts'
import { openDeskStore, openTestStore, type DeskStore } from '../../support/desk-store.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { START } from '../../support/system.ts'

/*
 * A power cut on a disk that broke its word: the store lost its last commit, and the journal's line of it was not flagged
 * yet, though somebody was told of it.
 */

const FILES = ['desk.db', 'desk.db-wal']

/** Puts back the store as it stood before `act`, beside the journal as it stands after, its last line without its flag. */
function loseCommit({ folder, store }: DeskStore, act: () => void): string {
  const torn = temporaryFolder()
  for (const file of FILES) cpSync(join(folder, file), join(torn, file))
  act()
  cpSync(join(folder, 'desk.journal'), join(torn, 'desk.journal'))
  store.close()
  const file = join(torn, 'desk.journal')
  const bytes = readFileSync(file)
  bytes.write('-', readJournal(file)?.lines.at(-1)?.at ?? 0)
  writeFileSync(file, bytes)
  return torn
}

const entryIn = (folder: string, { id }: Pick<BookedMoves, 'id'>) => {
  const store = openTestStore(folder)
  const entry = store.read((view) => entryOfBooking(view, id))
  store.close()
  return entry
}

test('a booking that was called saved is there, held and not sent', () => {
  const desk = openDeskStore()
  const first = desk.book(pairBooking(1))
  const told: BookedMoves[] = []
  const torn = loseCommit(desk, () => void told.push(desk.book(pairBooking(2))))
  const [second = first] = told
  for (const round of ['once', 'and at the start after']) {
    expect(entryIn(torn, second), round).toMatchObject({ state: 'held', code: 'never-called-saved' })
    expect(entryIn(torn, first), round).toMatchObject({ state: 'waiting' })
  }
  // The journal has it too: it comes back from that alone.
  rmSync(join(torn, 'desk.db'))
  expect(readJournal(join(torn, 'desk.journal'))).toMatchObject({ whole: true })
})

test('a claim whose request has left is in doubt, and not sent again', () => {
  const desk = openDeskStore()
  const booked = desk.book(pairBooking(1))
  const torn = loseCommit(desk, () => {
    const entry = desk.store.read((view) => entryOfBooking(view, booked.id))
    if (entry === null) throw new Error('no entry')
    desk.store.write((tx) => claimEntry(tx, entry, { kind: 'claimed', payload: '{}', digest: 'd' }, START))
  })
  const store = openTestStore(torn)
  expect(store.read((view) => entryOfBooking(view, booked.id))).toMatchObject({ state: 'sending', payload: '{}' })
  expect(store.write((tx) => doubtInterrupted(tx, 'It may be booked.', START))).toBe(1)
  store.close()
  expect(entryIn(torn, booked)).toMatchObject({ state: 'in-doubt' })
})

test('what it brings back is found by its words', () => {
  const desk = openDeskStore()
  desk.book(pairBooking(1))
  const torn = loseCommit(desk, () => void desk.book(pairBooking(2)))
  const store = openTestStore(torn)
  const words = (text: string) =>
    store.read((view) => view.sql('SELECT count(*) AS n FROM move_tri WHERE move_tri MATCH ?').get(text))
  expect(words('"buick"')).toEqual(
    store.read((view) => view.sql("SELECT count(*) AS n FROM move_doc WHERE doc LIKE '%buick%'").get()),
  )
  store.close()
})
