import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLate } from '../../../../shared/views/day.ts'
import type { BookedMoves, Stage } from '../../../../shared/move/move.ts'
import { ENTRY_STATES } from '../../../../shared/outbox/entry-state.ts'
import { formatDate } from '../../../../shared/time/format.ts'
import { addMinutes, dateAfter, dateOf, dayOfDate, isDate, toLocal, toMillis } from '../../../../shared/time/time.ts'
import { aMove, PAIR } from '../../../support/builders/booked-moves.ts'

test.for([
  ['2026-11-21T14:00:00Z', 'America/New_York', '2026-11-21T00:00', 24],
  ['2027-03-14T14:00:00Z', 'America/New_York', '2027-03-14T00:00', 23],
  ['2026-11-01T14:00:00Z', 'America/New_York', '2026-11-01T00:00', 25],
  ['2026-11-22T04:59:59Z', 'America/New_York', '2026-11-21T00:00', 24],
  // The clocks skip midnight there, so the day begins at 1 AM.
  ['2018-11-04T14:00:00Z', 'America/Sao_Paulo', '2018-11-04T01:00', 23],
] as const)('The day of %s in %s begins at %s and lasts %i hours', ([at, zone, begins, hours]) => {
  const { from, to } = dayOfDate(dateOf(at, zone), zone)
  expect(toLocal(from, zone)).toBe(begins)
  expect((toMillis(to) - toMillis(from)) / 3_600_000).toBe(hours)
  expect(toMillis(from) <= toMillis(at) && toMillis(at) < toMillis(to)).toBe(true)
})

test('A day begins at the instant at which the day before ends', () => {
  const zones = fc.constantFrom('America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'Asia/Kathmandu')
  fc.assert(
    fc.property(zones, fc.integer({ min: 0, max: 900 }), (zone, days) => {
      const date = dateAfter('2026-11-21', days)
      const { to } = dayOfDate(date, zone)
      expect(dayOfDate(dateAfter(date, 1), zone).from).toBe(to)
      expect(dateOf(to, zone)).toBe(dateAfter(date, 1))
    }),
  )
})

test('`isDate` takes only existing days, `formatDate` words a day, and `dateAfter` crosses the end of a month or year', () => {
  expect(['2026-11-21', '2028-02-29'].map(isDate)).toEqual([true, true])
  const none = ['2026-02-29', '2026-13-01', '2026-1-1', '', '2026-11-21T00:00', '+002026-11-21', 'today']
  expect(none.filter(isDate)).toEqual([])
  expect([formatDate('2026-11-21'), dateAfter('2026-12-31', 1), dateAfter('2027-03-01', -1)]).toEqual([
    'Sat, Nov 21, 2026',
    '2027-01-01',
    '2027-02-28',
  ])
})

describe('`isLate`', () => {
  const known = <T>(value: T) => ({ known: true, value }) as const
  const AT = PAIR.time.utc
  const after = addMinutes(AT, 1)
  const reached = (...stages: readonly Stage[]) =>
    Object.fromEntries(stages.map((stage) => [stage, known(AT)])) as Partial<BookedMoves['moves'][0]['stages']>
  const pair = (action: 'pickup' | 'return', customer: readonly Stage[], loaner: readonly Stage[]): BookedMoves => {
    const [one, two] = [aMove('customer'), aMove('loaner')]
    return {
      ...PAIR,
      action,
      state: 'booked',
      moves: [
        { ...one, stages: { ...one.stages, ...reached(...customer) } },
        { ...two, stages: { ...two.stages, ...reached(...loaner) } },
      ],
    }
  }

  test.for(ENTRY_STATES)(
    'A booking in state %s is late only after its time, and only while a driver may still come',
    (state) => {
      const booking = { ...pair('pickup', [], []), state }
      expect(isLate(booking, AT)).toBe(false)
      expect(isLate(booking, after)).toBe(!['refused', 'withdrawn', 'placed-by-phone'].includes(state))
    },
  )

  test('A pair is late until the vehicle that goes to the customer has arrived', () => {
    expect(isLate(pair('pickup', [], ['delivery_started']), after)).toBe(true)
    expect(isLate(pair('pickup', [], ['delivery_arrived']), after)).toBe(false)
    expect(isLate(pair('pickup', ['delivery_arrived'], []), after)).toBe(true)
    expect(isLate(pair('return', ['delivery_successful'], []), after)).toBe(false)
    expect(isLate(pair('return', [], ['delivery_arrived']), after)).toBe(true)
  })

  test('A pair without a loaner is late until the driver has come to the customer', () => {
    const alone = (action: 'pickup' | 'return', ...stages: readonly Stage[]): BookedMoves => {
      const booking = pair(action, stages, [])
      return { ...booking, moves: booking.moves.slice(0, 1) }
    }
    expect(isLate(alone('pickup', 'pickup_started'), after)).toBe(true)
    expect(isLate(alone('pickup', 'pickup_arrived'), after)).toBe(false)
    expect(isLate(alone('return', 'pickup_arrived'), after)).toBe(true)
    expect(isLate(alone('return', 'delivery_arrived'), after)).toBe(false)
  })

  test('A stage that was reached without a time, or was left out before a later one, ends the lateness', () => {
    const untimed = (booking: BookedMoves, stage: Stage): BookedMoves => ({
      ...booking,
      moves: booking.moves.map((move) => ({ ...move, stages: { ...move.stages, [stage]: known(true as const) } })),
    })
    expect(isLate(untimed(pair('pickup', [], []), 'delivery_arrived'), after)).toBe(false)
    expect(isLate(untimed(pair('pickup', [], []), 'delivery_started'), after)).toBe(true)
    const single: BookedMoves = { ...PAIR, kind: 'one-way', action: null, state: 'booked', moves: [aMove('single')] }
    expect(isLate(untimed(single, 'pickup_started'), after)).toBe(true)
    for (const stage of ['pickup_arrived', 'pickup_successful', 'delivery_started'] as const)
      expect(isLate(untimed(single, stage), after)).toBe(false)
  })

  test('A one-way is late until the driver is at the vehicle, and a canceled one-way is never late', () => {
    const single = aMove('single')
    const oneWay: BookedMoves = { ...PAIR, kind: 'one-way', action: null, state: 'booked', moves: [single] }
    expect(isLate(oneWay, after)).toBe(true)
    const there = { ...single, stages: { ...single.stages, ...reached('pickup_arrived') } }
    expect(isLate({ ...oneWay, moves: [there] }, after)).toBe(false)
    const canceled = { ...single, cancelStatus: known('succeeded') }
    expect(isLate({ ...oneWay, moves: [canceled] }, after)).toBe(false)
  })
})
