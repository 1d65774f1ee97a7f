import { describe, expect, test } from 'vitest'
import { findBookings } from '../../../electron/bookings/search.ts'
import { countMoves, indexMove } from '../../../electron/store/queries/search.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { seededChance } from '../../support/sim/seeded-rng.ts'
import { openDeskStore, REMOTE } from '../../support/desk/test-store.ts'
import { START } from '../../support/fakes/system.ts'

const ZONE = 'America/New_York'
const chance = seededChance('slices')

describe('The list of every move', () => {
  const SLICES = 300
  test(`The list of every move gives any slice of an older or current state, over ${SLICES} slices`, () => {
    const { store, book } = openDeskStore()
    const scan = () =>
      store
        .read((view) => view.sql('SELECT move_id FROM move_search ORDER BY seq').pluck().all() as string[])
        .toReversed()
    const parts = { remote: REMOTE, zone: ZONE, now: START, noticeMinutes: 60 }
    const find = (from: { offset: number; of: number } | undefined, limit: number) =>
      store.read((view) => findBookings(view, { text: '', limit, ...(from !== undefined && { from }) }, parts))
    expect(find(undefined, 5)).toMatchObject({ moves: [], ids: null, more: false, total: 0 })
    let list: readonly string[] = []
    for (let round = 0; round < SLICES; round += 1) {
      if (chance.upTo(3) === 0) book(round % 2 === 0 ? pairBooking(round) : oneWayBooking(round))
      // The list on the screen may be older than the store.
      if (chance.upTo(9) === 0) list = scan()
      const now = scan()
      const [offset, limit] = [chance.upTo(list.length + 3), 1 + chance.upTo(30)]
      const found = find({ offset, of: list.length }, limit)
      expect([offset, limit, found.moves.map(({ moveId }) => moveId)]).toEqual([
        offset,
        limit,
        list.slice(offset, offset + limit),
      ])
      expect(found).toMatchObject({ ids: null, more: now.length > limit, total: now.length })
    }
    expect(list.length).toBeGreaterThan(50)
    expect(find({ offset: 0, of: list.length + 1000 }, 5).moves.map(({ moveId }) => moveId)).toEqual(scan().slice(0, 5))
  })

  test('`countMoves` runs its count again only after a new booking', () => {
    const { store, book } = openDeskStore()
    const listened: string[] = []
    store.read((view) => {
      const watching = { sql: (text: string) => (listened.push(text), view.sql(text)) }
      expect([countMoves(watching), countMoves(watching)]).toEqual([0, 0])
    })
    expect(listened.filter((text) => text.includes('count(*)'))).toHaveLength(1)
    expect(store.read(countMoves)).toBe(0)
    book(pairBooking(1))
    expect(store.read(countMoves)).toBe(2)
    expect(() =>
      store.write((tx) => {
        tx.sql(
          `INSERT INTO moves (id, booking_id, role, reference, pickup_place_id, delivery_place_id)
           SELECT 'other', booking_id, 'single', 'other', pickup_place_id, delivery_place_id FROM moves LIMIT 1`,
        ).run()
        indexMove(tx, 'other')
        expect(countMoves(tx)).toBe(3)
        throw new Error('taken back')
      }),
    ).toThrow('taken back')
    book(pairBooking(2))
    expect(store.read(countMoves)).toBe(4)
  })
})
