import { describe, expect, test } from 'vitest'
import { barsOf, lightestRun } from '../../../../../renderer/scheduler/state/day-bars.ts'
import type { DayLoad } from '../../../../../shared/views/load.ts'

const ZONE = 'America/New_York'

/** A day from midnight on with one trip in each named quarter hour, counted from 0. */
function load(from: string, quarters: number, busy: readonly number[]): DayLoad {
  const counts = Array.from({ length: quarters }, (_, at) => busy.filter((one) => one === at).length)
  return { date: from.slice(0, 10), from, to: from, quarters: counts, trips: [], bookings: busy.length }
}

describe('The bars of a day', () => {
  test('They reach from 7 AM to 6 PM on a day without trips', () => {
    const bars = barsOf(load('2026-11-25T05:00:00Z', 96, []), ZONE)
    expect([bars[0]?.time, bars.at(-1)?.time, bars.length]).toEqual(['07:00', '17:30', 22])
  })

  test('They reach further where the day has trips, and show the most trips of the half hour', () => {
    // Quarters from midnight on: 6:00 AM is the 24th, 6:15 PM the 73rd.
    const bars = barsOf(load('2026-11-25T05:00:00Z', 96, [24, 73, 73]), ZONE)
    expect(bars[0]).toEqual({ time: '06:00', trips: 1 })
    expect(bars.at(-1)).toEqual({ time: '18:00', trips: 2 })
  })

  test('They follow the wall clock on days of 23 and 25 hours', () => {
    const spring = barsOf(load('2026-03-08T05:00:00Z', 92, [34]), ZONE)
    // The 34th quarter hour after midnight of the short day is 9:30 AM.
    expect(spring.filter(({ trips }) => trips > 0)).toEqual([{ time: '09:30', trips: 1 }])
    const autumn = barsOf(load('2026-11-01T04:00:00Z', 100, [40]), ZONE)
    expect(autumn.filter(({ trips }) => trips > 0)).toEqual([{ time: '09:00', trips: 1 }])
  })
})

describe('The lightest part of a day', () => {
  test('It is the longest run of half hours with the fewest trips', () => {
    const quarters = Array.from({ length: 96 }, (_, at) => at).filter((at) => at < 46 || at >= 52)
    expect(lightestRun(barsOf(load('2026-11-25T05:00:00Z', 96, quarters), ZONE))).toEqual({
      from: '11:30',
      to: '13:00',
    })
  })

  test('There is none on a day without trips', () => {
    expect(lightestRun(barsOf(load('2026-11-25T05:00:00Z', 96, []), ZONE))).toBeNull()
  })
})
