import { describe, expect, test } from 'vitest'
import { findBookings } from '../../../electron/bookings/search.ts'
import { countAhead, countGroups } from '../../../electron/store/queries/booking-list.ts'
import type { ListBounds } from '../../../shared/views/lookup.ts'
import { addMinutes, dateOf, dayOfDate } from '../../../shared/time/time.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { seededChance } from '../../support/sim/seeded-rng.ts'
import { openDeskStore, REMOTE } from '../../support/desk/test-store.ts'
import { START } from '../../support/fakes/system.ts'

const ZONE = 'America/New_York'
const TODAY = dayOfDate(dateOf(START, ZONE), ZONE)
const chance = seededChance('slices')

type Row = { readonly id: string; readonly time: string; readonly seq: number }

/** Every booking in the order of the list, by a sort of all rows. */
function sorted(rows: readonly Row[]): readonly string[] {
  const rank = ({ time }: Row) => (time >= TODAY.from && time < TODAY.to ? 0 : time >= TODAY.to ? 1 : 2)
  const byTime = (one: Row, other: Row) =>
    one.time < other.time ? -1 : one.time > other.time ? 1 : one.seq - other.seq
  return rows
    .toSorted((one, other) => rank(one) - rank(other) || byTime(one, other) * (rank(one) === 2 ? -1 : 1))
    .map(({ id }) => id)
}

describe('The list of every booking', () => {
  const SLICES = 300
  test(`The list of every booking gives any slice of an older or current state, over ${SLICES} slices`, () => {
    const { store, book } = openDeskStore()
    const scan = (newest: number) =>
      sorted(
        store.read(
          (view) =>
            view.sql('SELECT id, time_utc AS time, rowid AS seq FROM bookings WHERE rowid <= ?').all(newest) as Row[],
        ),
      )
    const parts = { remote: REMOTE, zone: ZONE, now: START, noticeMinutes: 60 }
    const find = (from: { offset: number; of: ListBounds } | undefined, limit: number, locate?: string) =>
      store.read((view) =>
        findBookings(view, { text: '', limit, ...(from && { from }), ...(locate !== undefined && { locate }) }, parts),
      )
    let bounds = find(undefined, 5).bounds
    expect(find(undefined, 5)).toMatchObject({ bookings: [], ids: null, more: false, total: 0 })
    for (let round = 0; round < SLICES; round += 1) {
      if (chance.upTo(3) === 0) {
        const { id } = book(round % 2 === 0 ? pairBooking(round) : oneWayBooking(round))
        // Several bookings of one moment, in each group.
        const time = addMinutes(START, (chance.upTo(8) - 4) * 12 * 60)
        store.write((tx) => tx.sql('UPDATE bookings SET time_utc = ? WHERE id = ?').run(time, id))
      }
      // The list on the screen may be older than the store.
      if (chance.upTo(9) === 0) bounds = find(undefined, 1).bounds
      const list = scan(bounds.newest)
      const [offset, limit] = [chance.upTo(list.length + 3), 1 + chance.upTo(30)]
      const at = list.length === 0 ? 0 : chance.upTo(list.length - 1)
      const found = find({ offset, of: bounds }, limit, list[at])
      expect([offset, limit, found.bookings.map(({ bookingId }) => bookingId)]).toEqual([
        offset,
        limit,
        list.slice(offset, offset + limit),
      ])
      const { today, upcoming, earlier } = found.groups
      expect(today + upcoming + earlier).toBe(list.length)
      expect(found).toMatchObject({ ids: null, bounds, place: list.length === 0 ? null : at })
    }
    const { groups } = find(undefined, 1)
    expect(Math.min(groups.today, groups.upcoming, groups.earlier)).toBeGreaterThan(5)
    expect(find({ offset: 0, of: bounds }, 5, 'no such booking').place).toBeNull()
  })

  test('`countGroups` counts again only after a write or with other bounds', () => {
    const { store, book } = openDeskStore()
    const bounds = { newest: 5, ...TODAY }
    const counts = (of: ListBounds) =>
      store.read((view) => {
        const listened: string[] = []
        const watching = { sql: (text: string) => (listened.push(text), view.sql(text)) }
        const first = countGroups(watching, of)
        expect(countGroups(watching, of)).toEqual(first)
        return { first, ran: listened.filter((text) => text.includes('count(*)')).length }
      })
    expect(counts(bounds)).toEqual({ first: { today: 0, upcoming: 0, earlier: 0 }, ran: 3 })
    book(pairBooking(1))
    expect(store.read((view) => countGroups(view, bounds))).toEqual({ today: 0, upcoming: 1, earlier: 0 })
    expect(store.read((view) => countGroups(view, { ...bounds, newest: 0 }))).toMatchObject({ upcoming: 0 })
    expect(() =>
      store.write((tx) => {
        tx.sql("UPDATE bookings SET time_utc = '2020-01-01T00:00:00Z'").run()
        expect(countGroups(tx, bounds)).toMatchObject({ upcoming: 0, earlier: 1 })
        throw new Error('taken back')
      }),
    ).toThrow('taken back')
    book(pairBooking(2))
    expect(store.read((view) => countGroups(view, bounds))).toMatchObject({ upcoming: 2, earlier: 0 })
  })

  test('`countGroups` reads every booking once, and later only the bookings that are newer', () => {
    const { store, book } = openDeskStore()
    const ran: string[] = []
    const watching = { sql: (text: string) => (ran.push(text), store.read((view) => view.sql(text))) }
    const upcomingOf = (newest: number) => countGroups(watching, { newest, ...TODAY }).upcoming
    book(pairBooking(1))
    expect(upcomingOf(1)).toBe(1)
    book(pairBooking(2))
    book(pairBooking(3))
    expect([upcomingOf(3), upcomingOf(1), upcomingOf(2)]).toEqual([3, 1, 2])
    expect(ran.filter((text) => text === 'SELECT count(*) FROM bookings')).toHaveLength(1)
  })

  test('`countAhead` spares the first list the count of every booking, and is the first step of reading ahead', () => {
    const { store, moves, book } = openDeskStore()
    book(pairBooking(1))
    const ran: string[] = []
    const watching = { sql: (text: string) => (ran.push(text), store.read((view) => view.sql(text))) }
    expect([countAhead(watching), countAhead(watching)]).toEqual([true, false])
    expect(ran.splice(0).filter((text) => text.includes('count(*)'))).toEqual(['SELECT count(*) FROM bookings'])
    expect(countGroups(watching, { newest: 1, ...TODAY })).toEqual({ today: 0, upcoming: 1, earlier: 0 })
    expect(ran).not.toContain('SELECT count(*) FROM bookings')
    moves.readAhead()
    expect(store.read(countAhead)).toBe(false)
  })
})
