import { describe, expect, test } from 'vitest'
import { countDay } from '../../../../../renderer/day/state/groups.ts'
import {
  dayTitle,
  describeCounts,
  describeDstChange,
  describeLoad,
  filterLabel,
  formatRange,
  groupTitle,
  weekDay,
  bookingsLabel,
} from '../../../../../renderer/day/text/day-text.ts'
import { FILTERS, GROUPS } from '../../../../../renderer/day/state/groups.ts'
import { dayOfDate, toMillis } from '../../../../../shared/time/time.ts'
import { busyDay } from '../../../../support/builders/busy-day.ts'

const ZONE = 'America/New_York'
const NOW = '2026-11-24T16:10:00Z'

test('`dayTitle` names today, tomorrow and yesterday in the zone of the rooftop, and another year', () => {
  // In UTC the next day has begun.
  const now = '2026-11-25T03:00:00Z'
  const dates = ['2026-11-24', '2026-11-25', '2026-11-23', '2026-11-28', '2027-01-04']
  expect(dates.map((date) => dayTitle(date, now, ZONE))).toEqual([
    'Today, Tue, Nov 24',
    'Tomorrow, Wed, Nov 25',
    'Yesterday, Mon, Nov 23',
    'Sat, Nov 28',
    'Mon, Jan 4, 2027',
  ])
})

test('`weekDay` gives the short name of a day, and `bookingsLabel` the noun for its bookings', () => {
  expect(weekDay('2026-11-04')).toEqual({ weekday: 'Wed', day: '4' })
  expect([bookingsLabel(1), bookingsLabel(0), bookingsLabel(28)]).toEqual(['booking', 'bookings', 'bookings'])
})

test('`describeCounts` leaves out what does not occur, and says when there are more bookings than shown', () => {
  const texts = (more: boolean, bookings = busyDay(NOW, ZONE).bookings) =>
    describeCounts(countDay(bookings, NOW), more).map(({ count, word, tone }) => `${count} ${word} (${tone})`)
  expect(texts(false)).toEqual([
    '28 bookings (plain)',
    '7 done (plain)',
    '5 on the road (plain)',
    '2 late (bad)',
    '1 to check (warn)',
  ])
  expect(texts(true)[0]).toBe('first 28 bookings (plain)')
  expect(texts(false, busyDay(NOW, ZONE).bookings.slice(-1))).toEqual(['1 booking (plain)'])
})

test('`describeDstChange` gives the hours of a day with a clock change, and null for other days', () => {
  const texts = ['2026-11-24', '2027-03-14', '2026-11-01'].map((date) => describeDstChange(dayOfDate(date, ZONE)))
  expect(texts).toEqual([
    null,
    'The clocks go forward on this day: it has 23 hours.',
    'The clocks go back on this day: it has 25 hours.',
  ])
})

describe('`describeLoad`', () => {
  const from = toMillis(dayOfDate('2026-11-24', ZONE).from)
  const quarters = Array.from({ length: 96 }, (_, at) => (at === 40 || at === 41 ? 6 : at === 42 ? 3 : 0))
  const text = (limit: number | null, counts: readonly number[] = quarters) =>
    describeLoad(counts, { from, zone: ZONE, limit })

  test('The load names the most cars at once and when they are first on the road', () => {
    expect(text(null)).toBe('At most 6 at once, first at 10:00 AM.')
    expect(text(null, [0, 0])).toBe('No cars on the road.')
  })

  test('The load says whether the limit is passed and for how long', () => {
    expect(text(5)).toMatch(/Over the limit of 5 for 30 minutes\.$/)
    expect(text(6)).toMatch(/Within the limit of 6 all day\.$/)
  })
})

test('`formatRange` names one time once, and every group and filter has a title', () => {
  expect(formatRange(NOW, '2026-11-24T18:00:00Z', ZONE)).toBe('11:10 AM – 1:00 PM')
  expect(formatRange(NOW, NOW, ZONE)).toBe('11:10 AM')
  expect(GROUPS.map(groupTitle)).toEqual(['Late', 'Check with provider', 'Done', 'By time'])
  expect(FILTERS.map(filterLabel)).toEqual(['All', 'Pickups', 'Returns', 'One-way'])
})
