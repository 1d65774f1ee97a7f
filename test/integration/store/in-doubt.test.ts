import { expect, test } from 'vitest'
import { inDoubtBookings } from '../../../electron/store/queries/in-doubt.ts'
import { transitionOrThrow } from '../../../electron/store/tables/outbox.ts'
import { ENTRY_STATES } from '../../../shared/outbox/entry-state.ts'
import { reminderOf } from '../../../shared/outbox/reminder.ts'
import { addMinutes } from '../../../shared/time/time.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'
import { bringTo, entryOf } from '../../support/builders/outbox-entries.ts'
import { START } from '../../support/fakes/system.ts'

const LATER = addMinutes(START, 7)

test('`inDoubtBookings` reads only the bookings in doubt, with the fields of the reminder', () => {
  const { store, book } = openDeskStore()
  for (const [place, state] of ENTRY_STATES.filter((one) => one !== 'in-doubt').entries()) {
    bringTo(store, book(pairBooking(place)), state)
  }
  expect(store.read(inDoubtBookings)).toEqual([])
  const pair = book(pairBooking(21))
  const oneWay = book(oneWayBooking(22))
  bringTo(store, pair, 'in-doubt')
  bringTo(store, oneWay, 'in-doubt', LATER)
  expect(store.read(inDoubtBookings)).toEqual([
    {
      bookingId: pair.id,
      kind: 'pair',
      action: 'return',
      customerName: pair.customerName,
      vehicle: '2019 Subaru Outback',
      since: START,
      time: pair.time.utc,
    },
    {
      bookingId: oneWay.id,
      kind: 'one-way',
      action: null,
      customerName: null,
      vehicle: 'Ford Transit',
      since: LATER,
      time: oneWay.time.utc,
    },
  ])
})

test('A booking in doubt that is reported as not booked starts its reminder ladder anew', () => {
  const { store, book } = openDeskStore()
  const booked = book(pairBooking(1))
  bringTo(store, booked, 'in-doubt')
  const reminder = () => store.read((view) => reminderOf(inDoubtBookings(view), START, LATER))
  expect(reminder()).toMatchObject({ due: true, step: 2 })
  store.write((tx) => transitionOrThrow(tx, entryOf(store, booked), { kind: 'not-booked-reported' }, LATER))
  expect(reminder()).toMatchObject({ due: true, step: 1 })
})

test.for(['UPDATE bookings SET time_utc = ? WHERE id = ?', 'UPDATE outbox SET changed_at = ? WHERE booking_id = ?'])(
  'The reminder counts a booking in doubt whose row was spoilt by %s',
  (sql) => {
    const { store, book } = openDeskStore()
    const [spoilt, whole] = [book(pairBooking(1)), book(pairBooking(2))]
    for (const booked of [spoilt, whole]) bringTo(store, booked, 'in-doubt')
    store.write((tx) => tx.sql(sql).run('soon', spoilt.id))
    const reminder = (putOffAt: string | null, now: string) =>
      store.read((view) => reminderOf(inDoubtBookings(view), putOffAt, now))
    expect(reminder(null, START)).toMatchObject({ count: 2, due: true })
    expect(reminder(START, addMinutes(START, 5))).toMatchObject({ count: 2, due: true })
  },
)

test('`inDoubtBookings` reads a booking in doubt without its vehicle', () => {
  const { store, book } = openDeskStore()
  const booked = book(oneWayBooking(1))
  bringTo(store, booked, 'in-doubt')
  store.write((tx) => tx.sql('UPDATE moves SET vehicle_id = NULL WHERE booking_id = ?').run(booked.id))
  expect(store.read(inDoubtBookings)).toMatchObject([{ bookingId: booked.id, vehicle: 'Not assigned yet' }])
})
