import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { searchBookings } from '../../../electron/store/queries/search.ts'
import { maintainSearch } from '../../../electron/store/maintenance/search-lines.ts'
import { fillTwo, hasIndexWork, indexDueLines, mergeIndexes } from '../../../electron/store/queries/search-index.ts'
import type { Tx } from '../../../electron/store/tx.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore, openTestStore } from '../../support/desk/test-store.ts'
import { everyStatement } from '../../support/faults/every-statement.ts'
import { virtualClock } from '../../support/fakes/system.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'

/** The values of `PRAGMA synchronous`. */
const [NORMAL, FULL] = [1, 2]

/** The value of `synchronous` at each commit of the store from now on. */
function watchCommits(): readonly number[] {
  const found: number[] = []
  onTestFinished(
    everyStatement('desk.db', (sql, database) => {
      if (sql === 'COMMIT') found.push(database.pragma('synchronous', { simple: true }) as number)
    }),
  )
  return found
}

describe('A slice of the search indexes', () => {
  test('A slice commits without a flush, and the bookings before and after commit with a flush', () => {
    const { store, book } = openDeskStore()
    const commits = watchCommits()
    book(pairBooking(1))
    expect(store.writeIndex((tx) => indexDueLines(tx, 50))).toBe(2)
    book(pairBooking(2))
    store.writeIndex(mergeIndexes)
    store.writeIndex((tx) => fillTwo(tx, 5))
    book(pairBooking(3))
    expect(commits).toEqual([FULL, NORMAL, FULL, NORMAL, NORMAL, FULL])
  })

  test('The commits of slices are flushed once, so that the next booking has no pages of theirs to flush', () => {
    const { store, book } = openDeskStore()
    book(pairBooking(1))
    const commits = watchCommits()
    store.flushIndex()
    store.writeIndex((tx) => indexDueLines(tx, 50))
    store.writeIndex(mergeIndexes)
    store.flushIndex()
    store.flushIndex()
    expect(commits).toEqual([NORMAL, NORMAL, FULL])
  })

  test('Maintenance rests with every slice flushed', () => {
    const { store, book } = openDeskStore()
    const clock = virtualClock()
    const maintenance = maintainSearch(store, { name: 'desk', clock, log: () => {} })
    onTestFinished(maintenance.stop)
    const run = (number: number) => {
      book(pairBooking(number))
      while (clock.pending().length > 0) clock.advance(1_000)
    }
    // The first run also looks for old payloads, in a write of its own.
    run(1)
    const commits = watchCommits()
    run(2)
    expect(store.read(hasIndexWork)).toBe(false)
    expect(commits.length).toBeGreaterThan(3)
    expect(commits.at(-1)).toBe(FULL)
  })

  test('A booking after a slice that failed commits with a flush', () => {
    const { store, book } = openDeskStore()
    const commits = watchCommits()
    const fail = () => {
      throw new Error('no slice')
    }
    expect(() => store.writeIndex(fail)).toThrow('no slice')
    book(pairBooking(1))
    expect(commits).toEqual([FULL])
  })

  test('A slice that changes a row of a booking is refused, and changes nothing', () => {
    const { store, book } = openDeskStore()
    book(pairBooking(1))
    const forget = (tx: Tx) => {
      indexDueLines(tx, 50)
      tx.sql(`UPDATE bookings SET customer_name = 'No Name'`).run()
    }
    expect(() => store.writeIndex(forget)).toThrow('changed another row')
    const names = store.read((view) => view.sql('SELECT customer_name FROM bookings').pluck().all())
    expect(names).toEqual([pairBooking(1).customer.name])
    expect(store.read(hasIndexWork)).toBe(true)
  })

  test('A slice whose commit a power cut takes away leaves its lines due, and no booking in doubt', () => {
    const { store, book, folder } = openDeskStore()
    const ids = [1, 2, 3].map((number) => book(pairBooking(number)).id)
    store.prepare()
    const log = join(folder, 'desk.db-wal')
    const before = statSync(log).size
    store.writeIndex((tx) => indexDueLines(tx, 50))
    const bytes = readFileSync(log)
    expect(bytes.length).toBeGreaterThan(before)
    for (let part = 0; part <= 12; part += 1) {
      const kept = Math.floor(before + ((bytes.length - before) * part) / 12)
      const cut = temporaryFolder()
      for (const name of ['desk.db', 'desk.journal']) copyFileSync(join(folder, name), join(cut, name))
      writeFileSync(join(cut, 'desk.db-wal'), bytes.subarray(0, kept))
      const opened = openTestStore(cut)
      const find = () => opened.read((view) => searchBookings(view, ['richmond'], 10)).bookingIds.toSorted()
      const states = opened.read((view) => view.sql('SELECT state, code FROM outbox').all())
      expect(states, `part ${part}`).toEqual(Array.from({ length: 3 }, () => ({ state: 'waiting', code: null })))
      expect([opened.read(hasIndexWork), find()], `part ${part}`).toEqual([part < 12, ids.toSorted()])
      opened.writeIndex((tx) => indexDueLines(tx, 50))
      expect([opened.read(hasIndexWork), find()], `part ${part}`).toEqual([false, ids.toSorted()])
      opened.close()
    }
  })
})
