import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  deleteExternalMove,
  searchStoredExternalMoves,
  upsertExternalMove,
  MAX_EXTERNAL_MOVES,
  readExternalMove,
} from '../../../electron/store/tables/external-moves.ts'
import { recoverStore } from '../../../electron/store/recovery/recover.ts'
import type { Store } from '../../../electron/store/store.ts'
import { addMinutes } from '../../../shared/time/time.ts'
import { ASKED } from '../../support/builders/external-move.ts'
import { oneWayBooking } from '../../support/builders/bookings.ts'
import { openDeskStore, openTestStore, REMOTE } from '../../support/desk/test-store.ts'
import { valueOf } from '../../support/desk/test-desk.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'
import { withNumber } from '../../support/builders/provider-number.ts'
import { START } from '../../support/fakes/system.ts'

const AT = REMOTE.address
const OTHER = 'https://other.example'

const keep = (store: Store, number: number, minutes = 0, at = AT) =>
  store.write((tx) => upsertExternalMove(tx, at, { move: { ...ASKED, number }, fetchedAt: addMinutes(START, minutes) }))
const keepAll = (store: Store) =>
  store.write((tx) => {
    for (let number = 1; number <= MAX_EXTERNAL_MOVES; number += 1)
      upsertExternalMove(tx, AT, { move: { ...ASKED, number }, fetchedAt: addMinutes(START, number) })
  })
const read = (store: Store, number: number, at = AT) => store.read((view) => readExternalMove(view, at, number))
const found = (store: Store, words: readonly string[], limit = MAX_EXTERNAL_MOVES, at = AT) => {
  const { moves, more } = store.read((view) => searchStoredExternalMoves(view, at, words, limit))
  return { numbers: moves.map(({ move }) => move.number), more }
}

describe('An external move', () => {
  test('An external move is kept as last shown, for its provider alone, until it is deleted', () => {
    const store = openTestStore()
    keep(store, ASKED.number)
    expect(read(store, ASKED.number)).toEqual({ move: ASKED, fetchedAt: START })
    expect(read(store, ASKED.number, OTHER)).toBeNull()
    expect(found(store, ['70010'], 5, OTHER).numbers).toEqual([])

    const collected = { ...ASKED, status: 'collected', pickup: '9 Hull St, Richmond, VA 23224' }
    store.write((tx) => upsertExternalMove(tx, AT, { move: collected, fetchedAt: addMinutes(START, 9) }))
    expect(read(store, ASKED.number)).toEqual({ move: collected, fetchedAt: addMinutes(START, 9) })
    expect(found(store, ['hull']).numbers).toEqual([ASKED.number])
    expect(found(store, ['broad']).numbers).toEqual([])

    keep(store, ASKED.number, 0, OTHER)
    expect(found(store, ['70010']).numbers).toEqual([ASKED.number])
    store.write((tx) => deleteExternalMove(tx, AT, ASKED.number))
    expect(read(store, ASKED.number)).toBeNull()
    expect(read(store, ASKED.number, OTHER)?.move).toEqual(ASKED)
  })

  test('An external move replaces the oldest one once its provider has five hundred', () => {
    const store = openTestStore()
    keep(store, 7, -60, OTHER)
    keepAll(store)
    expect(found(store, []).numbers).toHaveLength(500)
    // A move that is fetched again is the newest.
    keep(store, 1, 1_000)
    keep(store, 501, 1_001)
    expect(read(store, 2)).toBeNull()
    expect(found(store, []).numbers.slice(0, 3)).toEqual([501, 1, 500])
    expect(found(store, []).numbers).toHaveLength(500)
    expect(read(store, 7, OTHER)).not.toBeNull()

    // The clock was set back since.
    keep(store, 502, -1_000)
    expect(read(store, 502)).not.toBeNull()
    expect(read(store, 3)).toBeNull()
  })

  test('An external move is found by every word, the newest first, and `more` marks a cut list', () => {
    const store = openTestStore()
    for (const number of [101, 102, 103]) keep(store, number, number)
    expect(found(store, ['mulberry', 'buick'])).toEqual({ numbers: [103, 102, 101], more: false })
    expect(found(store, ['mulberry'], 2)).toEqual({ numbers: [103, 102], more: true })
    expect(found(store, ['mulberry', '102'])).toEqual({ numbers: [102], more: false })
    expect(found(store, ['nora'])).toEqual({ numbers: [], more: false })
  })

  test('An external move is not found once a booking of the desk has its number', () => {
    const desk = openDeskStore()
    keep(desk.store, 101)
    keep(desk.store, 102)
    withNumber(desk, desk.book(oneWayBooking(1)), 101)
    expect(found(desk.store, ['mulberry']).numbers).toEqual([102])
  })

  test.for([
    ['no JSON', 'response', '{'],
    ['no move', 'response', '{"number":70010}'],
    ['another move', 'response', JSON.stringify({ ...ASKED, number: 5 })],
    ['no time', 'fetched_at', 'at noon'],
  ])('An external move with %s in its row counts as missing until it is stored again', ([, column, spoilt]) => {
    const store = openTestStore()
    keep(store, ASKED.number)
    store.write((tx) => tx.sql(`UPDATE external_moves SET ${column} = ?`).run(spoilt))
    expect(read(store, ASKED.number)).toBeNull()
    expect(found(store, ['mulberry']).numbers).toEqual([])
    keep(store, ASKED.number)
    expect(read(store, ASKED.number)?.move).toEqual(ASKED)
  })

  test('An external move and its deletion come back from the journal', () => {
    const folder = temporaryFolder()
    const { store, book } = openDeskStore({ folder })
    book(oneWayBooking(1))
    for (const number of [101, 102, 103]) keep(store, number, number)
    keep(store, 102, 500)
    store.write((tx) => deleteExternalMove(tx, AT, 103))
    store.close()
    rmSync(join(folder, 'desk.db'))
    valueOf(recoverStore(folder, 'desk', START))
    const again = openTestStore(folder)
    expect(found(again, []).numbers).toEqual([102, 101])
    expect(read(again, 102)?.fetchedAt).toBe(addMinutes(START, 500))
  })
})

test('The search among five hundred external moves reads one covering index', () => {
  const store = openTestStore()
  keepAll(store)
  const plan = store.read((view) =>
    view
      .sql(
        `EXPLAIN QUERY PLAN SELECT number, search_line AS line FROM external_moves WHERE provider_address = '' ORDER BY fetched_at DESC, number DESC`,
      )
      .all(),
  ) as { detail: string }[]
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH external_moves USING COVERING INDEX external_moves_newest (provider_address=?)',
  ])
  const took = ['mulberry', '70', 'nowhere'].map((word) => {
    const began = performance.now()
    for (let time = 0; time < 50; time += 1) found(store, [word], 5)
    return `'${word}' ${((performance.now() - began) / 50).toFixed(2)} ms`
  })
  console.log(`among 500 kept moves: ${took.join(', ')}`)
})
