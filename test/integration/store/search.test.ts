import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findBookings } from '../../../electron/bookings/search.ts'
import { confirmMove } from '../../../electron/store/tables/moves.ts'
import { loadFoundBookings } from '../../../electron/store/queries/booking-list.ts'
import { indexMove, searchBookings } from '../../../electron/store/queries/search.ts'
import type { Store } from '../../../electron/store/store.ts'
import { parseBooking, type Booking } from '../../../shared/booking/booking.ts'
import { LOOKUP_FILTERS, searchWords, type LookupFilter } from '../../../shared/views/lookup.ts'
import { addMinutes, dateOf } from '../../../shared/time/time.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { seededChance } from '../../support/sim/seeded-rng.ts'
import { openDeskStore, REMOTE } from '../../support/desk/test-store.ts'
import { pairInput } from '../../support/builders/form-input.ts'
import { START } from '../../support/fakes/system.ts'
import { toldMove } from '../../support/builders/provider-response.ts'

const ZONE = 'America/New_York'
const chance = seededChance('search')
const FIRST_NAMES = ['Harriet', 'Miles', 'Nora', 'Inés', 'Théo', 'Wren', 'Li', 'Jo', 'Anne-Marie', 'Zoë']
const LAST_NAMES = ["O'Shea", 'Núñez', 'Okafor', 'Quill', 'Smith-Jones', 'de la Cruz', 'Ng', 'Brandt', 'Müller']
const MAKES = ['Buick', 'Subaru', 'Toyota', 'Volvo', 'Ford', 'Kia']
const MODELS = ['Enclave', 'Outback', 'Camry', 'XC60', 'Transit', 'EV6', 'F-150']
const COLORS = ['White', 'Blue', 'Red', null]

function randomBooking(): Booking {
  const digits = (count: number) => Array.from({ length: count }, () => chance.upTo(9)).join('')
  const read = parseBooking({
    ...pairInput(),
    customer: {
      name: `${chance.pick(FIRST_NAMES)} ${chance.pick(LAST_NAMES)}`,
      phone: `(${chance.pick(['804', '540', '757'])}) 555-01${digits(2)}`,
    },
    vehicle: {
      vin: chance.pick([null, `1M8GDM9AXKP${digits(6)}`]),
      year: chance.pick([null, '2019', '2022']),
      make: chance.pick(MAKES),
      model: chance.pick(MODELS),
      color: chance.pick(COLORS),
      stock: chance.pick([null, `S${digits(3)}`]),
      manual: false,
    },
    loaner: chance.pick([null, { stock: `LN-${digits(7)}` }]),
    reference: chance.pick([null, `RO ${digits(5)}`, digits(4)]),
  })
  if (!read.ok) throw new Error(JSON.stringify(read.failure))
  return read.value
}

describe('The search', () => {
  const BOOKINGS = 200
  const QUERIES = 400
  test(`The search finds the same bookings as a plain scan, over ${BOOKINGS} pairs and ${QUERIES} queries`, () => {
    const { store, book } = openDeskStore()
    const lines: { id: string; line: string }[] = []
    for (let number = 0; number < BOOKINGS; number += 1) {
      const booked = book(randomBooking())
      // The customer's move stands before the loaner's, as in the booking.
      for (const move of booked.moves.toReversed()) {
        // A third of the moves gets a number, and is found by that number from then on.
        if (chance.upTo(2) === 0) giveNumber(store, move.id, 90_000 + lines.length)
        lines.unshift({ id: move.id, line: lineOf(store, move.id) })
      }
    }
    settleSome(store, lines)
    const within = new Map(
      LOOKUP_FILTERS.map((filter) => [
        filter,
        new Set(lines.flatMap(({ id }) => (isThrough(store, id, filter) ? [id] : []))),
      ]),
    )
    const query = () => {
      const { line } = chance.pick(lines)
      const part = () => {
        const from = chance.upTo(line.length - 1)
        return line.slice(from, from + 1 + chance.upTo(7))
      }
      return chance.pick([
        part,
        () => `${part()} ${part()}`,
        () => chance.pick(LAST_NAMES),
        () => 'no such thing',
        () => '',
      ])()
    }
    let hits = 0
    let narrowed = 0
    for (let round = 0; round < QUERIES; round += 1) {
      const text = query()
      const limit = 1 + chance.upTo(60)
      const words = searchWords(text)
      const all = lines.filter(({ line }) => words.every((word) => line.includes(word))).map(({ id }) => id)
      if (all.length > 0) hits += 1
      const found = store.read((view) => searchBookings(view, words, limit))
      const ofAll = bookingsOf(store, all)
      expect([text, found]).toEqual([text, { bookingIds: ofAll.slice(0, limit), more: ofAll.length > limit }])
      const filters = LOOKUP_FILTERS.filter(() => chance.upTo(1) === 0)
      if (filters.length === 0) continue
      const through = all.filter((id) => filters.every((filter) => within.get(filter)?.has(id)))
      if (through.length > 0) narrowed += 1
      const parts = { remote: REMOTE, zone: ZONE, now: START, noticeMinutes: 60 }
      const bookings = listed(store, through)
      const ofNewest = listed(store, newestBookings(store, through, limit))
      const narrow = store.read((view) => findBookings(view, { text, limit, filters }, parts))
      expect([text, filters, narrow.bookings.map(({ bookingId }) => bookingId), narrow.more]).toEqual([
        text,
        filters,
        ofNewest,
        bookings.length > limit,
      ])
      const most = limit + chance.upTo(200)
      const longer = store.read((view) => findBookings(view, { text, limit, filters, most }, parts))
      expect([text, filters, longer.ids, longer.more]).toEqual([
        text,
        filters,
        listed(store, newestBookings(store, through, most)),
        bookings.length > most,
      ])
      expect(longer.bookings.map(({ bookingId }) => bookingId)).toEqual(longer.ids?.slice(0, limit))
    }
    expect(narrowed).toBeGreaterThan(QUERIES / 10)
    expect(lines.length).toBeGreaterThanOrEqual(300)
    expect(hits).toBeGreaterThan(QUERIES / 2)
  })

  test('The search takes any words without failing, and finds nothing by unknown words', () => {
    const { store, book } = openDeskStore()
    book(pairBooking(1))
    const hostile = [
      '"',
      '""',
      '*',
      'a" OR "b',
      'NEAR(a b)',
      '-',
      '^',
      'doc:',
      '(',
      '%',
      '_',
      "'; DROP TABLE moves; --",
    ]
    for (const word of hostile)
      expect(store.read((view) => searchBookings(view, [word, `${word}xyz`], 10).bookingIds)).toEqual([])
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1, unit: 'grapheme' }), { maxLength: 4 }), (words) => {
        store.read((view) => searchBookings(view, words, 5))
      }),
      { seed: chance.seed, numRuns: 500 },
    )
  })
})

describe('A listed move', () => {
  test('A move is found by its number as soon as the number is known, and keeps its place in time', () => {
    const { store, book } = openDeskStore()
    const [older, newer] = [book(pairBooking(1)), book(pairBooking(2))]
    const find = (text: string) => store.read((view) => searchBookings(view, searchWords(text), 10).bookingIds)
    const move = older.moves[0]?.id ?? ''
    expect(find('4711')).toEqual([])
    giveNumber(store, move, 4711)
    expect(find('4711')).toEqual([older.id])
    expect(find('')).toEqual([newer.id, older.id])
    expect(find('harriet')).toEqual([])
    giveNumber(store, move, 4712)
    expect(find('4711')).toEqual([])
    expect(find('4712')).toEqual([older.id])
  })

  test('A listed booking shows its state, customer, reference, time, and the number and vehicle of each move', () => {
    const { store, book } = openDeskStore()
    const booked = book(pairBooking(3))
    giveNumber(store, booked.moves[0]?.id ?? '', 4711)
    const rows = store.read((view) => loadFoundBookings(view, [booked.id, 'no such booking']))
    expect(rows).toMatchObject([
      {
        bookingId: booked.id,
        state: 'waiting',
        customerName: 'Ines Núñez 3',
        reference: 'RO 10003',
        time: booked.time,
        awaitsArrival: true,
        moves: [
          { role: 'customer', number: 4711, vehicle: '2019 Volvo XC60', vin: '1M8GDM9AXKP000003', stage: null },
          { role: 'loaner', number: null, stock: 'LN-3', vehicle: 'LN-3' },
        ],
      },
    ])
  })

  test('A listed booking shows the latest stage of each move, and that its driver has arrived', () => {
    const { store, book } = openDeskStore()
    const booked = book(pairBooking(1))
    const move = booked.moves[0]?.id ?? ''
    const row = () => store.read((view) => loadFoundBookings(view, [booked.id]))[0]
    const stages = { ...toldMove(1).stages, pickup_started: START, delivery_started: START }
    store.write((tx) => confirmMove(tx, move, { ...toldMove(1), stages }, START))
    expect(row()).toMatchObject({ awaitsArrival: true, moves: [{ stage: 'delivery_started' }, { stage: null }] })
    const untimed = { ...stages, delivery_successful: true as const }
    store.write((tx) => confirmMove(tx, move, { ...toldMove(1, { cancelStatus: 'pending' }), stages: untimed }, START))
    expect(row()?.moves[0]).toMatchObject({ stage: 'delivery_successful', flag: null })
  })
})

/** The bookings of these moves in the order of the list: today and upcoming by time, then earlier from the latest. */
function listed(store: Store, moveIds: readonly string[]): readonly string[] {
  const today = dateOf(START, ZONE)
  const rows = store.read((view) =>
    moveIds.map((id) =>
      view
        .sql(
          `SELECT b.id, b.time_utc AS time, b.rowid AS seq
           FROM moves m JOIN bookings b ON b.id = m.booking_id WHERE m.id = ?`,
        )
        .get(id),
    ),
  ) as { id: string; time: string; seq: number }[]
  const bookings = [...new Map(rows.map((row) => [row.id, row])).values()]
  const rank = ({ time }: { time: string }) => (dateOf(time, ZONE) === today ? 0 : time > START ? 1 : 2)
  return bookings
    .toSorted((one, other) => {
      const byTime = one.time < other.time ? -1 : one.time > other.time ? 1 : one.seq - other.seq
      return rank(one) - rank(other) || (rank(one) === 2 ? -byTime : byTime)
    })
    .map(({ id }) => id)
}

/** Of these moves, newest first, those of the first `limit` bookings. */
function newestBookings(store: Store, moveIds: readonly string[], limit: number): readonly string[] {
  const first = new Set(bookingsOf(store, moveIds).slice(0, limit))
  return moveIds.filter((id) => first.has(bookingOf(store, id)))
}

/** The bookings of the moves, each at the place of its first move. */
function bookingsOf(store: Store, moveIds: readonly string[]): readonly string[] {
  return [...new Set(moveIds.map((id) => bookingOf(store, id)))]
}

function bookingOf(store: Store, moveId: string): string {
  return store.read((view) => view.sql('SELECT booking_id FROM moves WHERE id = ?').pluck().get(moveId)) as string
}

function giveNumber(store: Store, moveId: string, number: number): void {
  store.write((tx) => {
    confirmMove(tx, moveId, toldMove(number), START)
    indexMove(tx, moveId)
  })
}

/** The stored search line of a move. `search-oracle.test.ts` checks its content. */
function lineOf(store: Store, moveId: string): string {
  return store.read((view) => view.sql('SELECT doc FROM move_search WHERE move_id = ?').pluck().get(moveId)) as string
}

const STATES = [
  'waiting',
  'waiting',
  'sending',
  'in-doubt',
  'booked-awaiting-number',
  'refused',
  'held',
  'booked',
  'booked',
  'withdrawn',
  'placed-by-phone',
]

/** Puts bookings in every state, with times around today and ready-bys before them, straight into the tables. */
function settleSome(store: Store, lines: readonly { readonly id: string }[]): void {
  store.write((tx) => {
    for (const { id } of lines) {
      const { bookingId } = tx.sql('SELECT booking_id AS bookingId FROM moves WHERE id = ?').get(id) as {
        bookingId: string
      }
      const state = chance.pick(STATES)
      const doubt = state === 'in-doubt' ? 1 : 0
      tx.sql('UPDATE outbox SET state = ?, unresolved = ? WHERE booking_id = ?').run(state, doubt, bookingId)
      const time = addMinutes(START, chance.upTo(4 * 24 * 60) - 2 * 24 * 60)
      const readyBy = addMinutes(time, -chance.upTo(36 * 60))
      tx.sql('UPDATE bookings SET time_utc = ?, ready_by_utc = ? WHERE id = ?').run(time, readyBy, bookingId)
      tx.sql('UPDATE moves SET missing_since = ? WHERE id = ?').run(chance.upTo(9) === 0 ? START : null, id)
    }
  })
}

/** Whether one move passes a filter, read without an index. */
function isThrough(store: Store, moveId: string, filter: LookupFilter): boolean {
  const row = store.read((view) =>
    view
      .sql(
        `SELECT o.state, b.time_utc AS time, b.ready_by_utc AS readyBy, b.saved_at AS savedAt, EXISTS (
           SELECT 1 FROM moves g WHERE g.booking_id = b.id AND g.missing_since IS NOT NULL AND g.number IS NOT NULL
         ) AS gone
         FROM moves m JOIN bookings b ON b.id = m.booking_id JOIN outbox o ON o.booking_id = b.id WHERE m.id = ?`,
      )
      .get(moveId),
  ) as { state: string; time: string; readyBy: string; savedAt: string; gone: number }
  if (filter === 'open') return !['booked', 'withdrawn', 'placed-by-phone'].includes(row.state)
  if (filter === 'today') {
    return [row.time, row.readyBy].some((time) => dateOf(time, ZONE) === dateOf(START, ZONE))
  }
  const calls = row.gone === 1 && row.time >= addMinutes(START, -24 * 60)
  const noticed = row.readyBy < addMinutes(START, 60) && row.savedAt < addMinutes(START, -5)
  const overdue = row.state === 'waiting' && (noticed || row.time < START)
  return calls || overdue || ['in-doubt', 'booked-awaiting-number', 'held', 'refused'].includes(row.state)
}
