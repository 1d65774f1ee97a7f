import { describe, expect, test } from 'vitest'
import { barsOf, legsOf } from '../../../shared/views/day-progress.ts'
import { dateAfter, fromMillis, instantsOf, toLocal, toMillis } from '../../../shared/time/time.ts'
import { confirmMove } from '../../../electron/store/tables/moves.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { toldMove } from '../../support/builders/provider-response.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'
import { valueOf } from '../../support/desk/test-desk.ts'
import { START } from '../../support/fakes/system.ts'

const ZONE = 'America/New_York'
const at = (local: string, nth = 0) => ({ local, zone: ZONE, utc: instantsOf(local, ZONE)[nth] ?? '' })
const clock = (utc: string) => toLocal(utc, ZONE).slice(11)
const clockOf = (millis: number) => clock(fromMillis(millis))

describe('`readDay`', () => {
  test('`readDay` gives the bookings of a day by time, its trips, and the counts of its week from Monday on', () => {
    const desk = openDeskStore({ miles: () => 9 })
    const pair = desk.book(pairBooking(2, { appointment: at('2099-06-10T14:00') }))
    const oneWay = desk.book(oneWayBooking(3, { readyBy: at('2099-06-10T09:30') }))
    const withdrawn = desk.book(pairBooking(4, { appointment: at('2099-06-10T11:00') }))
    valueOf(desk.moves.withdrawBooking(withdrawn.id))
    const canceled = desk.book(pairBooking(5, { appointment: at('2099-06-10T16:00') }))
    desk.store.write((tx) => {
      for (const [number, move] of canceled.moves.entries())
        confirmMove(tx, move.id, toldMove(number + 1, { cancelStatus: 'canceled' }), START)
    })
    desk.book(pairBooking(6, { appointment: at('2099-06-08T00:05') }))
    desk.book(pairBooking(7, { appointment: at('2099-06-14T23:55') }))
    desk.book(pairBooking(8, { appointment: at('2099-06-15T00:05') }))

    const day = valueOf(desk.moves.readDay('2099-06-10'))
    expect(day).toMatchObject({ date: '2099-06-10', more: false })
    expect([day.from, day.to].map((utc) => toLocal(utc, ZONE))).toEqual(['2099-06-10T00:00', '2099-06-11T00:00'])
    expect(day.bookings.map(({ id }) => id)).toEqual([oneWay.id, pair.id, canceled.id])
    expect(day.load.trips.map(({ bookingId, leaves, returns }) => [bookingId, clock(leaves), clock(returns)])).toEqual([
      [oneWay.id, '09:30', '10:00'],
      [pair.id, '13:00', '14:40'],
    ])
    expect(day.load.bookings).toBe(2)
    expect(day.week.map(({ date, bookings }) => [date.slice(5), bookings])).toEqual([
      ['06-08', 1],
      ['06-09', 0],
      ['06-10', 2],
      ['06-11', 0],
      ['06-12', 0],
      ['06-13', 0],
      ['06-14', 1],
    ])
    expect(desk.moves.dayLoad('2099-06-10', null)).toEqual({ ok: true, value: day.load })
  })

  test('The legs of a pair are bars that follow each other from lot to lot around the appointment', () => {
    const desk = openDeskStore({ miles: () => 9 })
    desk.book(pairBooking(2, { appointment: at('2099-06-10T14:00') }))
    desk.book(pairBooking(3, { appointment: at('2099-06-10T15:00') }))
    const { bookings, load } = valueOf(desk.moves.readDay('2099-06-10'))
    const drawn = bookings.map((booking) => {
      const trip = load.trips.find(({ bookingId }) => bookingId === booking.id)
      if (trip === undefined) throw new Error('each of these bookings has a trip')
      const { bars, swap } = barsOf(booking, trip, { now: toMillis(load.from), late: false })
      const ends = legsOf(booking).map(({ from, to }) => `${from} to ${to}`)
      return {
        legs: bars.map(({ vehicle, from, to }, leg) => `${vehicle} ${ends[leg]} ${clockOf(from)}-${clockOf(to)}`),
        swap: swap === null ? null : clockOf(swap.at),
      }
    })
    expect(drawn).toEqual([
      { legs: ['loaner lot to customer 13:00-14:00', 'car customer to lot 14:10-14:40'], swap: '14:05' },
      { legs: ['car lot to customer 14:00-15:00', 'loaner customer to lot 15:10-15:40'], swap: '15:05' },
    ])
  })

  // From 1:30 AM to 3:30 AM is one hour in spring, and from the first 1:30 AM to the second one in autumn is one too.
  test.for([
    ['2099-03-08', 23, at('2099-03-08T01:30'), at('2099-03-08T03:30')],
    ['2099-11-01', 25, at('2099-11-01T01:30', 0), at('2099-11-01T01:30', 1)],
  ] as const)('`readDay` has each quarter hour of %s, a day of %i hours, once', ([date, hours, first, second]) => {
    const desk = openDeskStore({ miles: () => 9 })
    const booked = [first, second].map((readyBy, number) => desk.book(oneWayBooking(number + 1, { readyBy })))
    const late = desk.book(pairBooking(4, { appointment: at(`${date}T23:30`) }))
    desk.book(pairBooking(5, { appointment: at(`${dateAfter(date, 1)}T00:00`) }))

    const day = valueOf(desk.moves.readDay(date))
    expect((toMillis(day.to) - toMillis(day.from)) / 3_600_000).toBe(hours)
    expect(day.bookings.map(({ id }) => id)).toEqual([...booked, late].map(({ id }) => id))
    expect(day.load.trips.slice(0, 2).map(({ leaves }) => leaves)).toEqual([first.utc, second.utc])
    expect(day.load.quarters).toHaveLength(hours * 4)
    const busy = day.load.quarters.flatMap((count, quarter) => (count === 0 ? [] : [quarter]))
    expect(busy.slice(0, 4)).toEqual([6, 7, 10, 11])
    expect(busy.at(-1)).toBe(hours * 4 - 1)
    expect(day.week.find((one) => one.date === date)).toEqual({ date, bookings: 3 })
  })
})
