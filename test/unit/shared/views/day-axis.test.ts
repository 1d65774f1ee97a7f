import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createAxis, positionOf } from '../../../../shared/views/day-axis.ts'
import { formatClock } from '../../../../shared/time/format.ts'
import { dateAfter, dayOfDate, fromMillis, toMillis } from '../../../../shared/time/time.ts'

const ZONE = 'America/New_York'
const HOUR = 3_600_000

const dayOf = (date: string, zone = ZONE) => ({ date, ...dayOfDate(date, zone) })
const wholeDay = (date: string, zone = ZONE) => {
  const { from, to } = dayOfDate(date, zone)
  return { from: toMillis(from), to: toMillis(to) }
}

/** Days of 23, 24 and 25 hours, among them a day without midnight and a change of half an hour. */
const DAYS = [
  ['2026-11-24', ZONE, 24],
  ['2027-03-14', ZONE, 23],
  ['2026-11-01', ZONE, 25],
  ['2018-11-04', 'America/Sao_Paulo', 23],
  ['2026-10-04', 'Australia/Lord_Howe', 23.5],
  ['2026-04-05', 'Australia/Lord_Howe', 24.5],
] as const

describe.for(DAYS)('The axis of %s in %s', ([date, zone, hours]) => {
  const axis = createAxis(dayOf(date, zone), zone, [wholeDay(date, zone)])

  test(`The whole day of ${hours} hours is on the axis`, () => {
    expect((axis.to - axis.from) / HOUR).toBe(hours)
  })

  test('Each instant of the day has one position, later instants are further right, and a position has one instant', () => {
    const instant = fc.integer({ min: axis.from / 1000, max: axis.to / 1000 }).map((seconds) => seconds * 1000)
    fc.assert(
      fc.property(instant, instant, (one, other) => {
        const [left, right] = [positionOf(one, axis), positionOf(other, axis)]
        expect(Math.sign(left - right)).toBe(Math.sign(one - other))
        expect(left).toBeGreaterThanOrEqual(0)
        expect(left).toBeLessThanOrEqual(100)
        expect(Math.abs(axis.from + (left / 100) * (axis.to - axis.from) - one)).toBeLessThan(1)
      }),
    )
  })

  test('Each tick is a full hour of the wall clock in the zone of the rooftop, in order', () => {
    for (const { at, label } of axis.ticks) {
      expect(label).toContain(formatClock(fromMillis(at), zone).replace(':00', ''))
      expect(formatClock(fromMillis(at), zone)).toMatch(/:00 /)
    }
    const times = axis.ticks.map(({ at }) => at)
    expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other))
  })
})

test('An hour that comes twice has two ticks with the names of the zone, and an hour of a gap has none', () => {
  const labels = (date: string) => createAxis(dayOf(date), ZONE, [wholeDay(date)]).ticks.map(({ label }) => label)
  expect(labels('2026-11-01').slice(0, 4)).toEqual(['12 AM', '1 AM EDT', '1 AM EST', '2 AM'])
  expect(labels('2027-03-14').slice(0, 3)).toEqual(['12 AM', '1 AM', '3 AM'])
  expect([labels('2026-11-01').length, labels('2027-03-14').length, labels('2026-11-24').length]).toEqual([25, 23, 24])
})

test('A day without bookings shows the hours from 7 AM to 6 PM', () => {
  const { ticks, to } = createAxis(dayOf('2026-11-24'), ZONE, [])
  expect([ticks[0]?.label, ticks.at(-1)?.label, formatClock(fromMillis(to), ZONE)]).toEqual(['7 AM', '5 PM', '6:00 PM'])
})

test('The axis widens to the full hours around every booking and never beyond the day', () => {
  const day = dayOf('2026-11-24')
  const [first, last] = [toMillis(day.from), toMillis(day.to)]
  const span = fc
    .tuple(fc.integer({ min: first - 6 * HOUR, max: last + 6 * HOUR }), fc.integer({ min: 1, max: 5 * HOUR }))
    .map(([from, length]) => ({ from, to: from + length }))
  fc.assert(
    fc.property(fc.array(span, { maxLength: 8 }), (spans) => {
      const { from, to } = createAxis(day, ZONE, spans)
      for (const one of spans) {
        expect(from).toBeLessThanOrEqual(Math.max(one.from, first))
        expect(to).toBeGreaterThanOrEqual(Math.min(one.to, last))
      }
      expect([from >= first, to <= last, (from - first) % HOUR, (to - first) % HOUR]).toEqual([true, true, 0, 0])
    }),
  )
})

test('An instant outside of the axis is at its near end', () => {
  const axis = createAxis(dayOf(dateAfter('2026-11-24', 1)), ZONE, [])
  expect([positionOf(axis.from - HOUR, axis), positionOf(axis.to + HOUR, axis)]).toEqual([0, 100])
})
