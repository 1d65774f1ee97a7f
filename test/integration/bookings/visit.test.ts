import { expect, test } from 'vitest'
import type { PairBooking } from '../../../shared/booking/booking.ts'
import { instantsOf } from '../../../shared/time/time.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'
import { valueOf } from '../../support/desk/test-desk.ts'
import { breakDisk } from '../../support/fakes/scripted-provider.ts'

const ZONE = 'America/New_York'
const LN11 = { stock: 'LN-11', vin: null, year: null, make: null, model: null, color: null, manual: false }
const pair = (number: number, action: 'pickup' | 'return', clock: string): PairBooking => {
  const local = `2099-06-07T${clock}`
  return pairBooking(number, {
    action,
    appointment: { local, zone: ZONE, utc: instantsOf(local, ZONE)[0] ?? '' },
    loaner: LN11,
  })
}
const visit = (number: number) => ({
  pickup: { booking: pair(number, 'pickup', '09:00'), alike: [] },
  back: { booking: pair(number, 'return', '16:00'), alike: [] },
  who: null,
})
const countOf = (desk: ReturnType<typeof openDeskStore>, table: string) =>
  desk.store.read((view) => view.sql(`SELECT count(*) FROM ${table}`).pluck().get())

test('`bookVisit` saves a pickup and its return with an entry and a reference each, and wakes the queue once', () => {
  let woken = 0
  const desk = openDeskStore({ wake: () => (woken += 1) })
  const { pickup, back } = valueOf(desk.moves.bookVisit(visit(2)))
  expect([pickup.action, back.action, pickup.state, back.state]).toEqual(['pickup', 'return', 'waiting', 'waiting'])
  expect([countOf(desk, 'bookings'), countOf(desk, 'outbox'), woken]).toEqual([2, 2, 1])
  const references = [...pickup.moves, ...back.moves].map(({ reference }) => reference)
  expect(new Set(references).size).toBe(4)
})

test('`bookVisit` saves neither half if the disk refuses, if a time has passed, or if the loaner is promised', () => {
  const desk = openDeskStore()
  const first = desk.book(pair(4, 'pickup', '08:00'))
  const promised = desk.moves.bookVisit(visit(2))
  expect(promised).toMatchObject({ failure: { code: 'loaner-promised', fields: { bookingId: first.id } } })
  const past = { ...visit(8), back: { booking: { ...visit(8).back.booking, payerNumber: 7 }, alike: [] } }
  expect(desk.moves.bookVisit(past)).toMatchObject({ failure: { issues: [{ path: 'back.booking.payerNumber' }] } })
  const mend = breakDisk(desk.store)
  expect(desk.moves.bookVisit({ ...visit(2), promised: [first.id] })).toMatchObject({ failure: { code: 'not-saved' } })
  mend()
  expect(countOf(desk, 'bookings')).toBe(1)
  valueOf(desk.moves.bookVisit({ ...visit(2), promised: [first.id] }))
  expect(countOf(desk, 'bookings')).toBe(3)
})
