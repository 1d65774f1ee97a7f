import { expect, test } from 'vitest'
import { composeBody, type BookingBody } from '../../../electron/store/board/booking-body.ts'
import { forgetReplica, isForgotten } from '../../../electron/store/board/forget.ts'
import { writeReplica } from '../../../electron/store/board/replicas.ts'
import { giveEntry } from '../../../electron/store/tables/outbox.ts'
import type { OpenedStore } from '../../../electron/store/store.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { change, HOPDRIVE, WHO } from '../../support/builders/amendment.ts'
import { noteFact, orderFact } from '../../support/builders/added-facts.ts'
import { bringTo, entryOf } from '../../support/builders/outbox-entries.ts'
import { withNumber } from '../../support/builders/provider-number.ts'
import { openDeskStore, type DeskStore } from '../../support/desk/test-store.ts'
import { START } from '../../support/fakes/system.ts'

/* Forgetting a booking of another desk: no column of any table names the customer afterwards. */

const PHONE = '8045550199'
const VIN = '1HGCM82633A004352'
/** What names the customer, the car or the address, as some column of the store has it. */
const PERSONAL = ['Zaphira', PHONE, VIN, 'Quillon', 'Gate 7788', 'RO-55501', 'Dana R.', 'Magenta', 'track/55']

const openDesk = () => openDeskStore({ remote: HOPDRIVE })

/** A booking of a desk that names the customer wherever a text may. */
function bookFully(desk: DeskStore): string {
  const booked = desk.book(
    pairBooking(3, {
      customer: { name: 'Zaphira Ntombi', phone: PHONE },
      place: {
        name: 'Zaphira home',
        addressOne: '12 Quillon Way',
        addressTwo: 'Gate 7788',
        city: 'Richmond',
        state: 'VA',
        zip: '23220',
      },
      vehicle: { stock: null, vin: VIN, year: '2019', make: 'Volvo', model: 'XC60', color: 'White', manual: false },
      reference: 'RO-55501',
      customerNotes: { specialInstructions: 'Zaphira waits at Gate 7788', dealerContact: 'Dana R.' },
    }),
  )
  const { store, moves } = desk
  bringTo(store, booked, 'booked')
  withNumber(desk, booked, 55_501)
  const entry = entryOf(store, booked)
  moves.addFact(booked.id, noteFact('Zaphira called'), WHO)
  moves.addFact(booked.id, orderFact('RO-555017'), WHO)
  moves.requestChange(booked.moves[0]?.id ?? '', change({ color: 'Magenta' }), WHO)
  store.write((tx) => {
    tx.sql(
      `INSERT INTO decisions (entry_id, at, kind, decided_by, why, detail) VALUES (?, ?, 'placed-by-phone', ?, ?, ?)`,
    ).run(entry.id, START, WHO, 'Zaphira said so', 'Zaphira')
    tx.sql(`UPDATE outbox SET provider_message = 'Zaphira is unknown', fields = '{"name":"Zaphira"}'`).run()
    tx.sql(`UPDATE amendments SET provider_message = 'Zaphira is unknown', fields = '{"name":"Zaphira"}'`).run()
    tx.sql(`UPDATE bookings SET provider_values = '{"customerName":"Zaphira"}'`).run()
    tx.sql(
      `UPDATE moves SET tracking_link = 'https://p.example/track/55', details_url = 'https://p.example/track/55',
         move_uri = 'https://p.example/track/55', lane_uri = 'https://p.example/track/55',
         cancel_reason = 'Zaphira called', pickup_resolved = '{"fullAddress":"12 Quillon Way"}',
         delivery_resolved = '{"fullAddress":"12 Quillon Way"}', provider_vehicle = '{"vin":"${VIN}"}',
         provider_values = '{"vin":"${VIN}"}', provider_news = '{"driver":"Zaphira"}',
         replacement_mismatch = '{"vin":"${VIN}"}'`,
    ).run()
  })
  return booked.id
}

function bodyOf({ store }: DeskStore, bookingId: string): BookingBody {
  const body = store.read((view) => composeBody(view, bookingId))
  if (body === null) throw new Error('no booking of this desk')
  return JSON.parse(JSON.stringify(body)) as BookingBody
}

/** Where the store has one of the words: each as table, column and word. */
function placesOf(store: OpenedStore, words: readonly string[]): readonly string[] {
  return store.read((view) => {
    const tables = view
      .sql(`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'`)
      .pluck()
      .all() as string[]
    return tables.flatMap((table) =>
      (view.sql(`SELECT * FROM "${table}"`).all() as Readonly<Record<string, unknown>>[]).flatMap((row) =>
        Object.entries(row).flatMap(([column, cell]) => {
          const text = Buffer.isBuffer(cell) ? cell.toString('latin1') : String(cell)
          return words
            .filter((word) => text.toLowerCase().includes(word.toLowerCase()))
            .map((word) => `${table}.${column}: ${word}`)
        }),
      ),
    )
  })
}

function withReplica(): { readonly desk: DeskStore; readonly id: string; readonly body: BookingBody } {
  const [maker, desk] = [openDesk(), openDesk()]
  const id = bookFully(maker)
  const body = bodyOf(maker, id)
  desk.store.write((tx) => writeReplica(tx, 'desk_2', body))
  return { desk, id, body }
}

test('A forgotten replica leaves nothing personal in any column, and keeps its state, its times and its number', () => {
  const { desk, id } = withReplica()
  const { store, moves } = desk
  const before = moves.getBooking(id)
  const had = placesOf(store, PERSONAL)
  expect(PERSONAL.filter((word) => !had.some((place) => place.endsWith(word)))).toEqual([])
  store.write((tx) => forgetReplica(tx, id, START))
  expect(placesOf(store, PERSONAL)).toEqual([])
  const after = moves.getBooking(id)
  if (!before.ok || !after.ok) throw new Error('no booking')
  const { state, time, kind, action, readyBy } = before.value
  expect(after.value).toMatchObject({ state, time, kind, action, readyBy, customerName: null, desk: 'desk_2' })
  expect(after.value.moves.map(({ number }) => number)).toEqual(before.value.moves.map(({ number }) => number))
  expect(moves.findBookings({ text: 'zaphira', limit: 9 })).toMatchObject({ ok: true, value: { bookings: [] } })
  expect(moves.findBookings({ text: '55501', limit: 9 })).toMatchObject({ value: { bookings: [{ bookingId: id }] } })
  expect(moves.readHistory(id).ok).toBe(true)
  expect(moves.readDay(time.local.slice(0, 10)).ok).toBe(true)
})

test('A late body of a forgotten replica brings nothing personal back, and forgetting again changes nothing', () => {
  const { desk, id, body } = withReplica()
  const { store } = desk
  store.write((tx) => forgetReplica(tx, id, START))
  expect(store.write((tx) => writeReplica(tx, 'desk_2', body))).toBe(false)
  store.write((tx) => forgetReplica(tx, id, '2026-12-01T00:00:00Z'))
  expect(placesOf(store, PERSONAL)).toEqual([])
  expect(store.read((view) => view.sql('SELECT forgotten_at FROM bookings').pluck().get())).toBe(START)
})

test('A booking that this desk gave away is forgotten with the bytes of its request', () => {
  const desk = openDesk()
  const { store } = desk
  const id = bookFully(desk)
  const entry = entryOf(store, { id })
  store.write((tx) => {
    tx.sql('DELETE FROM board_due').run()
    tx.sql(`INSERT INTO payloads (entry_seq, body) VALUES (?, '{"name":"Zaphira"}')`).run(entry.seq)
    giveEntry(tx, entry, 'desk_2')
  })
  store.write((tx) => forgetReplica(tx, id, START))
  expect(placesOf(store, PERSONAL)).toEqual([])
})

test('A booking of this desk and an unknown booking are not forgotten by the board', () => {
  const desk = openDesk()
  const id = bookFully(desk)
  const before = placesOf(desk.store, PERSONAL)
  desk.store.write((tx) => {
    forgetReplica(tx, id, START)
    forgetReplica(tx, 'no-booking', START)
  })
  expect(desk.store.read((view) => isForgotten(view, id))).toBe(false)
  expect(placesOf(desk.store, PERSONAL)).toEqual(before)
})
