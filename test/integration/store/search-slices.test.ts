import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { searchBookings } from '../../../electron/store/queries/search.ts'
import {
  fillTwo,
  hasIndexWork,
  indexDueLines,
  mergeIndexes,
  rebuildIndex,
} from '../../../electron/store/queries/search-index.ts'
import type { Store } from '../../../electron/store/store.ts'
import { searchWords } from '../../../shared/views/lookup.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { addMoves } from '../../support/builders/many-rows.ts'
import { openDeskStore, openTestStore } from '../../support/desk/test-store.ts'
import { seedOf } from '../../support/fakes/system.ts'

/** A step of a desk's day: a booking, a change of a booking, or work of maintenance. */
const step = fc.oneof(
  fc.record({
    what: fc.constant('book' as const),
    number: fc.nat(30),
    text: fc.constantFrom('Zq 7', "O'Neil", 'é', '😀 k'),
  }),
  fc.record({
    what: fc.constant('change' as const),
    number: fc.nat(30),
    text: fc.constantFrom('Xj', '#4-B', 'no', 'ñ!'),
  }),
  fc.record({ what: fc.constantFrom('due', 'fill'), count: fc.integer({ min: 1, max: 5 }) }),
  fc.constant({ what: 'merge' } as const),
  fc.constant({ what: 'forget' } as const),
)
const limit = fc.integer({ min: 1, max: 12 })

/** The bookings with a line that contains every word, newest first, read without an index. */
function scan(store: Store, words: readonly string[]): readonly string[] {
  const lines = store.read((view) => view.sql('SELECT booking_id AS id, doc FROM move_search ORDER BY seq DESC').all())
  const found = (lines as { id: string; doc: string }[]).filter(({ doc }) => words.every((word) => doc.includes(word)))
  return [...new Set(found.map(({ id }) => id))]
}

/** Short, long and mixed queries, taken from the lines that were ever there. */
function queriesOf(lines: Iterable<string>): readonly string[] {
  const queries = new Set(['q', 'zq', 'xj', "o'", '#4', '-b', '|', 'é', '😀', '7 q', 'no such', 'quill ri', 'a b'])
  for (const text of lines) {
    // A cut through a character of two code units is no text, and SQLite stores none.
    const line = text.replaceAll('😀', 'é')
    for (let at = 0; at < line.length; at += 23) {
      queries
        .add(line.slice(at, at + 2))
        .add(`${line.slice(at, at + 1)} ${line.slice(at + 5, at + 7)}`)
        .add(line.slice(at, at + 5))
    }
  }
  return [...queries]
}

describe('The search indexes', () => {
  test('The search equals a full scan after any bookings, changes and slices, in any order', () => {
    let hits = 0
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 14 }), limit, (steps, most) => {
        const { store, moves, book } = openDeskStore()
        const ids: string[] = []
        const seen = new Set<string>()
        for (const one of steps) {
          if (one.what === 'book') ids.push(book(pairBooking(one.number, { reference: one.text })).id)
          if (one.what === 'change') {
            const id = ids[one.number % Math.max(1, ids.length)]
            if (id !== undefined) moves.changeBooking(id, pairBooking(one.number, { reference: one.text }))
          }
          if (one.what === 'due') store.write((tx) => indexDueLines(tx, one.count))
          if (one.what === 'fill') store.write((tx) => fillTwo(tx, one.count))
          if (one.what === 'merge') store.write(mergeIndexes)
          // Leaves the lines without their rows of short words, as in a store of an earlier version.
          if (one.what === 'forget') store.write(rebuildIndex)
          for (const line of store.read((view) => view.sql('SELECT doc FROM move_search').pluck().all()) as string[])
            seen.add(line)
          for (const text of queriesOf(seen)) {
            const words = searchWords(text)
            const all = scan(store, words)
            const found = store.read((view) => searchBookings(view, words, most))
            expect([text, found]).toMatchObject([text, { bookingIds: all.slice(0, most), more: all.length > most }])
            if (all.length > 0) hits += 1
          }
        }
        store.close()
      }),
      { seed: seedOf('search-slices'), numRuns: 40 },
    )
    expect(hits).toBeGreaterThan(1000)
  })

  test('A booking is found before any slice, and by the index alone afterwards', () => {
    const { store, book } = openDeskStore()
    const { id } = book(oneWayBooking(1, { reference: 'Zq 7' }))
    const find = (text: string) => store.read((view) => searchBookings(view, searchWords(text), 5)).bookingIds
    const rows = () => store.read((view) => view.sql('SELECT count(*) FROM move_search_two').pluck().get())
    expect([find('zq'), find('richmond'), rows()]).toEqual([[id], [id], 0])
    expect(store.read(hasIndexWork)).toBe(true)
    store.write((tx) => indexDueLines(tx, 50))
    expect([find('zq'), find('richmond'), rows()]).toEqual([[id], [id], 1])
    expect(store.read(hasIndexWork)).toBe(false)
  })

  test('The indexes have no hit for what stands between two values, whose hits would be all lines', () => {
    const { store, book } = openDeskStore()
    book(pairBooking(1))
    store.write((tx) => indexDueLines(tx, 50))
    const hits = (table: string, query: string) =>
      store.read((view) => view.sql(`SELECT count(*) FROM ${table} WHERE ${table} MATCH ?`).pluck().get(query))
    expect([hits('move_search_fts', '"rich"'), hits('move_search_two', '72x69')]).toEqual([2, 2])
    expect([hits('move_search_two', '20'), hits('move_search_two', '7c')]).toEqual([0, 0])
    expect(hits('move_search_fts', '" | "')).toBe(0)
    store.write(rebuildIndex)
    expect([hits('move_search_fts', '"rich"'), hits('move_search_fts', '" | "')]).toEqual([2, 0])
  })

  test('A long word is found by its last characters in the index, and by all of them in the line', () => {
    const { store, book } = openDeskStore()
    const [one, other, third] = ['AB12345678', 'CD12345678', 'q😀2345678'].map(
      (reference, number) => book(oneWayBooking(number, { reference })).id,
    )
    store.write((tx) => indexDueLines(tx, 50))
    const find = (text: string) => store.read((view) => searchBookings(view, searchWords(text), 5)).bookingIds
    expect([find('ab12345678'), find('cd12345678'), find('q😀2345678')]).toEqual([[one], [other], [third]])
    expect([find('12345678'), find('x12345678')]).toEqual([[other, one], []])
  })

  test('A changed line loses the grams that the line no longer has', () => {
    const { store, moves, book, folder } = openDeskStore()
    const { id } = book(oneWayBooking(1, { reference: 'Zq 7' }))
    store.write((tx) => indexDueLines(tx, 50))
    moves.changeBooking(id, oneWayBooking(1, { reference: 'Xj 7' }))
    store.write((tx) => indexDueLines(tx, 50))
    store.close()
    const db = new Sqlite(join(folder, 'desk.db'), { readonly: true })
    const rowsOf = (gram: string) =>
      db.prepare('SELECT count(*) FROM move_search_two WHERE move_search_two MATCH ?').pluck().get(gram)
    expect([rowsOf('7axq'), rowsOf('7ax71'), rowsOf('78x6a')]).toEqual([0, 0, 1])
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    db.close()
  })

  test('A search that ends before the last line says so, and finds everything once the index has every line', () => {
    const { store, book, folder } = openDeskStore()
    const old = book(oneWayBooking(1, { reference: 'Zq 7' }))
    store.write((tx) => indexDueLines(tx, 50))
    store.close()
    addMoves(join(folder, 'desk.db'), 10_500)
    const filled = openTestStore(folder)
    const find = () => filled.read((view) => searchBookings(view, ['zq'], 5))
    expect(find()).toMatchObject({ bookingIds: [], more: true })
    while (filled.write((tx) => fillTwo(tx, 5_000)) > 0);
    expect(find()).toMatchObject({ bookingIds: [old.id], more: false })
    filled.close()
  })

  test('A slice writes nothing to the journal', async () => {
    const { store, book } = openDeskStore()
    book(pairBooking(1))
    const before = store.read((view) => view.sql(`SELECT value FROM settings WHERE key = 'commit_seq'`).pluck().get())
    store.write((tx) => indexDueLines(tx, 50))
    store.write(mergeIndexes)
    expect(store.read((view) => view.sql(`SELECT value FROM settings WHERE key = 'commit_seq'`).pluck().get())).toBe(
      before,
    )
  })

  test.for([['zq'], ['richmond']])('The hits of %s are read in the order of the index, without a sort', ([word]) => {
    const { store, book } = openDeskStore()
    book(pairBooking(1))
    store.write((tx) => indexDueLines(tx, 50))
    const texts: string[] = []
    store.read((view) => searchBookings({ sql: (text) => (texts.push(text), view.sql(text)) }, [word ?? ''], 5))
    const plans = texts.flatMap((text) =>
      store.read((view) => view.sql(`EXPLAIN QUERY PLAN ${text.replaceAll('?', "'x'")}`).all() as { detail: string }[]),
    )
    expect(plans.some(({ detail }) => /VIRTUAL TABLE INDEX/.test(detail))).toBe(true)
    expect(plans.filter(({ detail }) => /TEMP B-TREE/.test(detail))).toEqual([])
  })
})
