import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { estimateReadyBy } from '../../../../shared/booking/ready-by.ts'
import { countTripsByQuarter, planTrip, quarterStart } from '../../../../shared/booking/trip.ts'
import { addMinutes, dayOfDate, toLocal, toMillis } from '../../../../shared/time/time.ts'

const ZONE = 'America/New_York'
const NOON = '2026-11-24T17:00:00Z'

describe('`planTrip`', () => {
  test('A pair leaves at its ready-by time, swaps at the appointment and drives back after the handover', () => {
    const readyBy = estimateReadyBy(NOON, 9, 30)
    const trip = planTrip({ kind: 'pair', time: NOON, readyBy, miles: 9 })
    expect(trip).toEqual({
      leaves: addMinutes(NOON, -60),
      arrives: NOON,
      departs: addMinutes(NOON, 10),
      returns: addMinutes(NOON, 40),
      driveMinutes: 30,
    })
  })

  test("A pair leaves at the provider's ready-by time where that differs from our estimate", () => {
    const trip = planTrip({ kind: 'pair', time: NOON, readyBy: addMinutes(NOON, -27), miles: 9 })
    expect(trip.leaves).toBe(addMinutes(NOON, -27))
  })

  test('A one-way leaves at its time, and its trip ends at the destination', () => {
    const arrives = addMinutes(NOON, 30)
    expect(planTrip({ kind: 'one-way', time: NOON, readyBy: NOON, miles: null })).toEqual({
      leaves: NOON,
      arrives,
      departs: arrives,
      returns: arrives,
      driveMinutes: 30,
    })
  })

  test('The four times of a trip are in order, whatever the ready-by time and the distance', () => {
    const anyPlan = fc.record({
      kind: fc.constantFrom('pair' as const, 'one-way' as const),
      time: fc.integer({ min: -2000, max: 2000 }).map((minutes) => addMinutes(NOON, minutes)),
      readyBy: fc.integer({ min: -2000, max: 2000 }).map((minutes) => addMinutes(NOON, minutes)),
      miles: fc.option(fc.integer({ min: 0, max: 3000 })),
    })
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const { leaves, arrives, departs, returns, driveMinutes } = planTrip(plan)
        const times = [leaves, arrives, departs, returns].map(toMillis)
        expect(times).toEqual(times.toSorted((one, other) => one - other))
        expect(toMillis(returns) - toMillis(departs)).toBe(plan.kind === 'pair' ? driveMinutes * 60_000 : 0)
      }),
    )
  })
})

describe('`countTripsByQuarter`', () => {
  test.for([
    ['2026-11-24', 96],
    ['2026-03-08', 92],
    ['2026-11-01', 100],
  ] as const)('The day %s has %s quarter hours', ([date, quarters]) => {
    expect(countTripsByQuarter([], dayOfDate(date, ZONE))).toHaveLength(quarters)
  })

  test('The day of 25 hours has four quarter hours for each of its two hours from 1 AM', () => {
    const day = dayOfDate('2026-11-01', ZONE)
    const starts = Array.from({ length: 100 }, (_, at) => toLocal(quarterStart(day.from, at), ZONE).slice(11))
    expect(starts.filter((start) => start === '01:15')).toHaveLength(2)
    expect(starts.at(-1)).toBe('23:45')
  })

  test('A trip that only touches the edge of a quarter hour does not count there', () => {
    const day = dayOfDate('2026-11-24', ZONE)
    const counts = countTripsByQuarter([{ leaves: NOON, returns: addMinutes(NOON, 15) }], day)
    expect(counts.flatMap((count, at) => (count === 0 ? [] : [quarterStart(day.from, at)]))).toEqual([NOON])
  })

  test('Each count equals the trips that overlap the quarter hour, on days of any length', () => {
    const anyTrip = fc
      .tuple(fc.integer({ min: -300, max: 1800 }), fc.integer({ min: 1, max: 400 }))
      .map(([start, length]) => ({ start, end: start + length }))
    const anyDate = fc.constantFrom('2026-11-24', '2026-03-08', '2026-11-01')
    fc.assert(
      fc.property(anyDate, fc.array(anyTrip, { maxLength: 30 }), (date, spans) => {
        const day = dayOfDate(date, ZONE)
        const trips = spans.map(({ start, end }) => ({
          leaves: addMinutes(day.from, start),
          returns: addMinutes(day.from, end),
        }))
        const counts = countTripsByQuarter(trips, day)
        const expected = counts.map(
          (_, at) => spans.filter(({ start, end }) => start < (at + 1) * 15 && end > at * 15).length,
        )
        expect(counts).toEqual(expected)
      }),
    )
  })
})
