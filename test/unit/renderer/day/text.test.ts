import { describe, expect, test } from 'vitest'
import {
  rowsOf,
  describeDstChange,
  describeDayCount,
  dayTitle,
  describeLeg,
  describeLoaner,
} from '../../../../renderer/day/text.ts'
import type { Day } from '../../../../shared/views/day.ts'
import type { BookedMoves, Stage } from '../../../../shared/move/move.ts'
import { addMinutes, dayOfDate, type UtcInstant } from '../../../../shared/time/time.ts'
import { addedFact, loanerFact } from '../../../support/builders/added-facts.ts'
import { NEWS } from '../../../support/builders/move-news.ts'
import { aMove, PAIR } from '../../../support/builders/booked-moves.ts'

const ZONE = 'America/New_York'
const NOW = '2026-11-24T19:00:00Z'
const known = <T>(value: T) => ({ known: true, value }) as const

function booking(id: string, minutes: number, changes: Partial<BookedMoves> = {}): BookedMoves {
  const utc = addMinutes(NOW, minutes)
  return { ...PAIR, id, state: 'booked', time: { ...PAIR.time, utc }, ...changes }
}

function arrived(id: string, minutes: number): BookedMoves {
  const loaner = aMove('loaner')
  const there = { ...loaner, stages: { ...loaner.stages, delivery_arrived: known(NOW) } }
  return booking(id, minutes, { moves: [aMove('customer'), there] })
}

const dayOf = (bookings: readonly BookedMoves[], date = '2026-11-24'): Day => ({
  date,
  ...dayOfDate(date, ZONE),
  bookings,
  more: false,
})

const order = (day: Day, now: UtcInstant = NOW) => {
  const { late, byTime } = rowsOf(day, now)
  const ids = (rows: typeof late) => rows.map((row) => (row.kind === 'now' ? '-' : row.booking.id))
  return [ids(late), ids(byTime)]
}

describe('The rows of a day', () => {
  test('A late booking stands only at the top of today, and the current time divides the other bookings', () => {
    const day = dayOf([booking('late', -60), arrived('there', -30), booking('soon', 0), booking('later', 90)])
    expect(order(day)).toEqual([['late'], ['there', '-', 'soon', 'later']])
    expect(describeDayCount(day, NOW)).toBe('4 bookings, 1 late')
  })

  test('Another day, an empty day and a day of late bookings only have no row for the current time', () => {
    const day = dayOf([booking('one', 24 * 60)], '2026-11-25')
    expect(order(day)).toEqual([[], ['one']])
    expect(order(dayOf([booking('late', -5)]))).toEqual([['late'], []])
    expect(order(dayOf([]))).toEqual([[], []])
    expect(describeDayCount(dayOf([arrived('one', -1)]), NOW)).toBe('1 booking')
  })
})

test('`dayTitle` names today, tomorrow and yesterday in the zone of the rooftop', () => {
  // In UTC the next day has begun.
  const now = '2026-11-25T03:00:00Z'
  expect(['2026-11-24', '2026-11-25', '2026-11-23', '2026-11-28'].map((date) => dayTitle(date, now, ZONE))).toEqual([
    'Today, Tue, Nov 24, 2026',
    'Tomorrow, Wed, Nov 25, 2026',
    'Yesterday, Mon, Nov 23, 2026',
    'Sat, Nov 28, 2026',
  ])
})

test('`describeDstChange` gives the hours of a day with a clock change, and null for other days', () => {
  const texts = ['2026-11-24', '2027-03-14', '2026-11-01'].map((date) => describeDstChange(dayOf([], date)))
  expect(texts).toEqual([
    null,
    'The clocks go forward on this day: it has 23 hours.',
    'The clocks go back on this day: it has 25 hours.',
  ])
})

test('`describeLeg` gives the last step of the driver, who is named on the way, or the cancellation', () => {
  const move = aMove('customer', { number: known(101) })
  const at = (...stages: readonly Stage[]) => ({
    ...move,
    stages: { ...move.stages, ...Object.fromEntries(stages.map((stage) => [stage, known(NOW)])) },
  })
  expect(describeLeg(aMove('customer'), ZONE)).toBe('no driver yet')
  expect(describeLeg(move, ZONE)).toBe('driver not on the way yet')
  expect(describeLeg(at('pickup_started', 'pickup_arrived'), ZONE)).toBe('Arrived 2:00 PM')
  expect(describeLeg(at('delivery_successful'), ZONE)).toBe('Delivered 2:00 PM')
  const named = (...stages: readonly Stage[]) => describeLeg({ ...at(...stages), news: NEWS }, ZONE)
  expect(named('pickup_started', 'pickup_arrived')).toBe('Arrived 2:00 PM, driver Nadia Rowe')
  expect([named(), named('delivery_successful')]).toEqual(['driver not on the way yet', 'Delivered 2:00 PM'])
  const untimed = { ...move, stages: { ...at('pickup_arrived').stages, delivery_arrived: known(true as const) } }
  expect(describeLeg(untimed, ZONE)).toBe('Arrived, no time given')
  expect(describeLeg({ ...move, cancelStatus: known('succeeded') }, ZONE)).toBe('canceled')
})

test('`describeLeg` and `describeLoaner` do not call a replaced or a stopped move canceled', () => {
  const ends = (status: string) => {
    const move = aMove('loaner', { number: known(101), cancelStatus: known(status) })
    return [describeLeg(move, ZONE), describeLoaner(booking('one', 0, { moves: [aMove('customer'), move] }))]
  }
  expect(ends('rescheduled')).toEqual([
    'replaced by a new move',
    expect.stringMatching(/: its move is replaced by a new move$/),
  ])
  expect(ends('partial')).toEqual([
    'stopped before the delivery',
    expect.stringMatching(/: its move is stopped before the delivery$/),
  ])
})

test('`describeLoaner` says whether the loaner of a pair is due, out, back, canceled or not named', () => {
  const loaner = aMove('loaner')
  const with_ = (move: typeof loaner, action: 'pickup' | 'return' = 'pickup') =>
    describeLoaner(booking('one', 0, { action, moves: [aMove('customer'), move] }))
  const delivered = { ...loaner, stages: { ...loaner.stages, delivery_successful: known(NOW) } }
  expect(with_(loaner)).toMatch(/^Loaner .*: due out by 2:00 PM$/)
  expect(with_(loaner, 'return')).toMatch(/: due back from 2:00 PM$/)
  expect(with_(delivered)).toMatch(/: out since 2:00 PM$/)
  expect(with_(delivered, 'return')).toMatch(/: back since 2:00 PM$/)
  const untimed = { ...loaner, stages: { ...loaner.stages, delivery_successful: known(true as const) } }
  expect(with_(untimed)).toMatch(/: out, no time given$/)
  const unnamed = { ...loaner, vehicle: null }
  expect(with_(unnamed)).toMatch(/^Loaner not named yet: due out/)
  // The customer drives this loaner, so somebody chose it.
  expect(with_(unnamed, 'return')).toMatch(/^Loaner not named yet: due back/)
  expect(with_({ ...delivered, vehicle: null })).toMatch(/^Loaner not named yet: out since/)
  expect(with_({ ...loaner, cancelStatus: known('canceled') })).toMatch(/: its move is canceled$/)
  const addedFacts = [addedFact(loanerFact())]
  expect(describeLoaner(booking('one', 0, { moves: [{ ...loaner, vehicle: null }], addedFacts }))).toMatch(
    /^Loaner 2022 Kia Soul: due out/,
  )
  expect(describeLoaner(booking('one', 0, { moves: [aMove('customer')] }))).toBe('No loaner')
  expect(describeLoaner(booking('one', 0, { kind: 'one-way', action: null, moves: [aMove('single')] }))).toBeNull()
})
