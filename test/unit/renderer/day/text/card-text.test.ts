import { expect, test } from 'vitest'
import { isLate } from '../../../../../shared/views/day.ts'
import { barsOf } from '../../../../../shared/views/day-progress.ts'
import { toMillis } from '../../../../../shared/time/time.ts'
import { describeDue, tripSteps } from '../../../../../renderer/day/text/card-text.ts'
import { countUnassigned } from '../../../../../renderer/day/text/loaners-text.ts'
import { busyDay } from '../../../../support/builders/busy-day.ts'

const NOW = '2026-11-24T16:10:00Z'
const ZONE = 'America/New_York'
const DAY = busyDay(NOW, ZONE)

function booked(id: string) {
  const booking = DAY.bookings.find((one) => one.id === `busy-${id}`)
  const trip = DAY.load.trips.find(({ bookingId }) => bookingId === booking?.id)
  if (booking === undefined || trip === undefined) throw new Error(`the busy day has no trip ${id}`)
  const bars = barsOf(booking, trip, { now: toMillis(NOW), late: isLate(booking, NOW) })
  return { booking, at: { now: NOW, zone: ZONE, bars } }
}

test.for<[string, string, readonly string[]]>([
  [
    'a late return whose driver is on the way',
    '10482',
    [
      'done Car left the lot 11:01 AM',
      'now Arrives about 11:26 AM',
      'next Swap at 4100 W Broad St due 10:45 AM',
      'next Loaner LN-19 back at the lot est. 11:51 AM',
    ],
  ],
  [
    'a late pickup whose driver is still at the lot',
    '10475',
    [
      'now Driver at the lot',
      'next Loaner LN-20 leaves the lot est. 10:06 AM',
      'next Swap at 212 S Mulberry St due 10:30 AM',
      'next Car back at the lot est. 11:05 AM',
    ],
  ],
  [
    'a pickup at the swap',
    '10496',
    [
      'done Loaner LN-12 left the lot 10:34 AM',
      'now Swapping since 10:58 AM',
      'next Car back at the lot est. 11:35 AM',
    ],
  ],
  [
    'a pickup on the way back',
    '10468',
    ['done Loaner LN-7 left the lot 9:40 AM', 'done Swap at 212 S Mulberry St 10:58 AM', 'now Car back about 11:23 AM'],
  ],
  [
    'a planned pickup without a chosen loaner',
    '10538',
    [
      'next Loaner leaves the lot est. 12:36 PM',
      'next Swap at 212 S Mulberry St due 1:00 PM',
      'next Car back at the lot est. 1:35 PM',
    ],
  ],
  [
    'a one-way whose driver is at the pickup',
    '10510',
    [
      'now Driver at the pickup',
      'next Car leaves the pickup est. 11:45 AM',
      'next Car at the destination est. 12:10 PM',
    ],
  ],
])('The card has the steps of %s in their order', ([, id, steps]) => {
  const { booking, at } = booked(id)
  expect(
    tripSteps(booking, at).map(({ kind, text, time }) => [kind, text, time].filter((part) => part !== null).join(' ')),
  ).toEqual(steps)
})

test('The card has no steps for a refused booking and for a booking without a planned trip', () => {
  const { booking, at } = booked('10538')
  expect(tripSteps({ ...booking, state: 'refused' }, at)).toEqual([])
  expect(tripSteps(booking, { ...at, bars: null })).toEqual([])
})

test('The card says when a booking is due, with its repair order where it has one', () => {
  const { booking } = booked('10482')
  expect(describeDue(booking, ZONE)).toBe('due 10:45 AM · RO 10482')
  expect(describeDue({ ...booking, reference: null }, ZONE)).toBe('due 10:45 AM')
})

test('The pickups without a chosen loaner are counted with the time at which the first one leaves', () => {
  const { booking } = booked('10538')
  const at = { now: NOW, zone: ZONE }
  expect(countUnassigned(DAY.bookings, at)).toEqual({ tone: 'warn', count: 1, word: 'needs assigning by 12:36 PM' })
  const early = { ...booking, readyBy: { ...booking.readyBy, utc: NOW } }
  expect(countUnassigned([booking, early], at)).toMatchObject({ count: 2, word: 'need assigning now' })
  expect(
    countUnassigned(
      [
        { ...booking, action: 'return' },
        { ...booking, state: 'refused' },
      ],
      at,
    ),
  ).toBeNull()
})
