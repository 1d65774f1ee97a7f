import { expect, test } from 'vitest'
import { nearestTrips, ownTrip, timeOf } from '../../../../../renderer/scheduler/state/nearest.ts'
import { planTrip } from '../../../../../shared/booking/trip.ts'
import { busyDay } from '../../../../support/builders/busy-day.ts'

const { load } = busyDay('2026-11-24T16:10:00Z', 'America/New_York')
const TWO_PM = '2026-11-24T19:00:00Z'

test('`nearestTrips` gives the bookings around a time, in order of their times', () => {
  const names = nearestTrips(load, TWO_PM, 4).map(({ customerName }) => customerName)
  expect(names).toEqual(['Abel Dufresne', 'Priya Nair', 'Harriet Quill', 'Lena Mora'])
  expect(nearestTrips(load, TWO_PM, 500)).toHaveLength(load.bookings)
  expect(nearestTrips(load, TWO_PM, -1)).toEqual([])
})

test('`nearestTrips` leaves out a trip that only ends on the day, because its booking is of the day before', () => {
  const [first] = load.trips
  const early = { ...planTrip({ kind: 'pair', time: load.from, readyBy: load.from, miles: 9 }), bookingId: 'early' }
  const before = {
    ...first,
    ...early,
    arrives: '2026-11-24T04:50:00Z',
    action: 'pickup',
    customerName: null,
    stock: null,
    desk: null,
  } as const
  expect(nearestTrips({ ...load, trips: [before, ...load.trips] }, load.from, 500)).toHaveLength(load.bookings)
})

test('The time of a pair is at the customer, and the time of a one-way is its start', () => {
  const trip = planTrip({ kind: 'pair', time: TWO_PM, readyBy: '2026-11-24T18:15:00Z', miles: 9 })
  expect(timeOf(ownTrip({ kind: 'return', customerName: 'Harriet Quill' }, trip))).toBe(TWO_PM)
  expect(timeOf(ownTrip({ kind: 'one-way', customerName: '' }, trip))).toBe('2026-11-24T18:15:00Z')
})
