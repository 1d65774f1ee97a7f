import { describe, expect, test } from 'vitest'
import { confirmMove } from '../../../electron/store/tables/moves.ts'
import { toLocal, instantsOf } from '../../../shared/time/time.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { toldMove } from '../../support/builders/provider-response.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'
import { valueOf } from '../../support/desk/test-desk.ts'
import { START } from '../../support/fakes/system.ts'

const ZONE = 'America/New_York'
const at = (local: string) => ({ local, zone: ZONE, utc: instantsOf(local, ZONE)[0] ?? '' })
const clock = (utc: string) => toLocal(utc, ZONE).slice(11)

describe('`dayLoad`', () => {
  test('`dayLoad` gives the trips of a day and counts them by quarter hour', () => {
    const desk = openDeskStore({ miles: () => 9 })
    const pair = desk.book(pairBooking(1, { appointment: at('2099-06-10T14:00') }))
    const oneWay = desk.book(oneWayBooking(2, { readyBy: at('2099-06-10T14:30') }))
    desk.book(pairBooking(3, { appointment: at('2099-06-11T14:00') }))
    const load = valueOf(desk.moves.dayLoad('2099-06-10', null))
    expect(load.bookings).toBe(2)
    expect(load.trips.map(({ bookingId, leaves, returns }) => [bookingId, clock(leaves), clock(returns)])).toEqual([
      [pair.id, '13:00', '14:40'],
      [oneWay.id, '14:30', '15:00'],
    ])
    expect(load.quarters).toHaveLength(96)
    expect(load.quarters.slice(13 * 4 - 1, 15 * 4 + 1)).toEqual([0, 1, 1, 1, 1, 1, 1, 2, 1, 0])
    expect(valueOf(desk.moves.dayLoad('2099-06-10', pair.id))).toMatchObject({
      bookings: 1,
      trips: [{ bookingId: oneWay.id }],
    })
  })

  test('A trip across midnight counts on both days, and its booking on the day of its own time', () => {
    const desk = openDeskStore({ miles: () => 9 })
    desk.book(pairBooking(1, { appointment: at('2099-06-11T00:15') }))
    const before = valueOf(desk.moves.dayLoad('2099-06-10', null))
    const after = valueOf(desk.moves.dayLoad('2099-06-11', null))
    expect([before.bookings, before.quarters.slice(-4), before.trips.length]).toEqual([0, [0, 1, 1, 1], 1])
    expect([after.bookings, after.quarters.slice(0, 5), after.trips.length]).toEqual([1, [1, 1, 1, 1, 0], 1])
  })

  test('Bookings for which no driver is due count neither in the load nor by day', () => {
    const desk = openDeskStore()
    const appointment = at('2099-06-10T14:00')
    const booked = [1, 2, 3, 4].map((number) => desk.book(pairBooking(number, { appointment })))
    const [withdrawn, refused, canceled, half] = booked
    valueOf(desk.moves.withdrawBooking(withdrawn?.id ?? ''))
    desk.store.write((tx) => {
      tx.sql(`UPDATE outbox SET state = 'refused' WHERE booking_id = ?`).run(refused?.id)
      const moves = [...(canceled?.moves ?? []), ...(half?.moves.slice(0, 1) ?? [])]
      for (const [number, move] of moves.entries()) {
        confirmMove(tx, move.id, toldMove(number + 1, { cancelStatus: 'canceled' }), START)
      }
    })
    const load = valueOf(desk.moves.dayLoad('2099-06-10', null))
    expect(load.trips.map(({ bookingId }) => bookingId)).toEqual([half?.id])
    expect(valueOf(desk.moves.countBookings('2099-06-10', 1))).toEqual([{ date: '2099-06-10', bookings: 1 }])
  })
})

describe('`countBookings`', () => {
  test("`countBookings` counts by the days of the rooftop's zone, also those of 23 and 25 hours", () => {
    const desk = openDeskStore()
    const times = ['2099-03-07T23:45', '2099-03-08T00:15', '2099-03-08T03:00', '2099-03-08T23:45', '2099-03-10T09:00']
    times.forEach((local, number) => desk.book(pairBooking(number, { appointment: at(local) })))
    desk.book(pairBooking(9, { appointment: at('2099-11-01T23:50') }))
    expect(valueOf(desk.moves.countBookings('2099-03-07', 4)).map(({ date, bookings }) => [date, bookings])).toEqual([
      ['2099-03-07', 1],
      ['2099-03-08', 3],
      ['2099-03-09', 0],
      ['2099-03-10', 1],
    ])
    expect(valueOf(desk.moves.countBookings('2099-10-31', 3)).map(({ bookings }) => bookings)).toEqual([0, 1, 0])
  })
})
