import Sqlite from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import type { BookingQueries } from '../../../electron/bookings/queries.ts'
import type { View } from '../../../electron/store/tx.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { LOOKUP_FILTERS } from '../../../shared/views/lookup.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore, type DeskStore } from '../../support/desk/test-store.ts'
import { START } from '../../support/fakes/system.ts'

/* Every statement of the booking service, which runs in the process that the window waits for. */

/** The tables that grow with the years. */
const LARGE = ['moves', 'bookings', 'outbox', 'payloads', 'attempts', 'decisions', 'places', 'vehicles', 'move_search']

const OPEN_ROWS =
  /INDEX (outbox_open|moves_(tracked|missing|rescheduled|reported_number)|bookings_(customer_to_tell|replaces))/

/** Statements that read from one end of a table and stop early, and the count that is made once for each store. */
const READS_AN_END = [/FROM vehicles ORDER BY id DESC LIMIT \?/, /^SELECT count\(\*\) FROM bookings$/]

const DAY = '2026-11-24'
const PHONE = '+18045550106'

/** Every query of the service, so that a new query does not compile before this list has an example. */
const QUERIES: Readonly<Record<keyof BookingQueries, (desk: DeskStore, booked: BookedMoves) => unknown>> = {
  getBooking: ({ moves }, { id }) => moves.getBooking(id),
  supportDump: ({ moves }, { id }) => moves.supportDump(id),
  readHistory: ({ moves }, { id }) => moves.readHistory(id),
  findDuplicates: ({ moves }) =>
    moves.findDuplicates({
      kind: 'pair',
      action: 'pickup',
      utc: START,
      reference: 'RO 1',
      name: 'Harriet',
      phone: PHONE,
      vin: null,
      loanerVin: null,
      except: null,
    }),
  findOpenPickup: ({ moves }) => moves.findOpenPickup({ phone: PHONE, vin: null, reference: 'RO 10006' }),
  readLoaners: ({ moves }) => moves.readLoaners(START, null),
  checkLoaner: ({ moves }) =>
    moves.checkLoaner({
      stock: 'LN-6',
      vin: null,
      leaves: START,
      returns: null,
      name: null,
      phone: null,
      reference: null,
      except: null,
    }),
  readAhead: ({ moves }) => moves.readAhead(),
  suggestCustomers: ({ moves }) =>
    (['phone', 'name', 'street'] as const).map((field) => moves.suggestCustomers({ field, text: 'harriet 0106' })),
  suggestVehicles: ({ moves }) => moves.suggestVehicles('bu', null),
  knownCustomer: ({ moves }) => moves.knownCustomer(PHONE),
  findBookings: ({ moves }, { id }) => {
    for (const text of ['', 'quill', 'qu', 'harriet bu']) moves.findBookings({ text, limit: 20, most: 50, shown: [id] })
    for (const filter of LOOKUP_FILTERS) moves.findBookings({ text: 'quill', limit: 20, filters: [filter] })
    return moves.findBookings({ text: '', limit: 20, locate: id })
  },
  readDay: ({ moves }) => moves.readDay(DAY),
  dayLoad: ({ moves }) => moves.dayLoad(DAY, null),
  countBookings: ({ moves }) => moves.countBookings(DAY, 42),
  readInbox: ({ moves }) => moves.readInbox(),
}

/** The large tables that a statement reads from an end, by the names that its plan gives them. */
function wholeTablesOf(view: View, text: string): readonly string[] {
  const plan = view.sql(`EXPLAIN QUERY PLAN ${text.replace(/\?|@\w+/g, "'x'")}`)
  const steps = plan.all() as { detail: string }[]
  return steps.flatMap(({ detail }) => {
    const name = /^SCAN (\w+)/.exec(detail)?.[1]
    if (name === undefined || OPEN_ROWS.test(detail)) return []
    const table = LARGE.includes(name) ? name : new RegExp(`(\\w+)"?(?: AS)? ${name}\\b`).exec(text)?.[1]
    return table !== undefined && LARGE.includes(table) ? [`${detail}: ${text}`] : []
  })
}

test('No statement of the booking service reads a whole table that grows with the years', () => {
  const prepared = vi.spyOn(Sqlite.prototype, 'prepare')
  const desk = openDeskStore()
  const booked = desk.book(pairBooking(6))
  desk.book(oneWayBooking(7))
  for (const ask of Object.values(QUERIES)) ask(desk, booked)
  // The plan of an INSERT names the tables that refer to its table, which SQLite reads after a violation alone.
  const texts = [...new Set(prepared.mock.calls.map(([text]) => text))].filter((text) =>
    /^\s*(SELECT|WITH|UPDATE|DELETE)/.test(text),
  )
  prepared.mockRestore()
  expect(texts.length).toBeGreaterThan(60)
  const whole = desk.store.read((view) => texts.flatMap((text) => wholeTablesOf(view, text)))
  expect(whole.filter((line) => !READS_AN_END.some((allowed) => allowed.test(line.replace(/^.*?: /, ''))))).toEqual([])
})
