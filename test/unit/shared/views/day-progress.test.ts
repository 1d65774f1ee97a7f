import { describe, expect, test } from 'vitest'
import { barsOf, legsOf, progressOf } from '../../../../shared/views/day-progress.ts'
import { planTrip } from '../../../../shared/booking/trip.ts'
import type { BookedMoves, Move, MoveRole, Stage } from '../../../../shared/move/move.ts'
import { addMinutes, toMillis } from '../../../../shared/time/time.ts'
import { aMove, ONE_WAY, PAIR } from '../../../support/builders/booked-moves.ts'

const AT = PAIR.time.utc
const known = <T>(value: T) => ({ known: true, value }) as const

/** A move whose driver reached these stages, each so many minutes after the appointment; null for no readable time. */
function driven(role: MoveRole, stages: Partial<Record<Stage, number | null>>): Move {
  const move = aMove(role)
  const reached = Object.entries(stages).map(([stage, minutes]) => [
    stage,
    known(minutes === null ? true : addMinutes(AT, minutes)),
  ])
  return { ...move, stages: { ...move.stages, ...Object.fromEntries(reached) } }
}

const pair = (action: 'pickup' | 'return', customer: Move, loaner: Move | null = aMove('loaner')): BookedMoves => ({
  ...PAIR,
  action,
  state: 'booked',
  moves: [customer, ...(loaner === null ? [] : [loaner])],
})

/** Seven straight miles: 25 minutes of driving. */
const trip = planTrip({ kind: 'pair', time: AT, readyBy: addMinutes(AT, -40), miles: 7 })
const minutesAfter = (at: number) => (at - toMillis(AT)) / 60_000
const bars = (booking: BookedMoves, minutes: number, late = false) =>
  barsOf(booking, trip, { now: toMillis(addMinutes(AT, minutes)), late })
const spans = (booking: BookedMoves, minutes: number, late = false) =>
  bars(booking, minutes, late).bars.map(({ vehicle, look, from, to }) => [
    vehicle,
    look,
    minutesAfter(from),
    minutesAfter(to),
  ])

describe('The legs of a booking', () => {
  test('A pickup brings the loaner out and then the car in, and a return the car out and then the loaner in', () => {
    const order = (booking: BookedMoves) => legsOf(booking).map(({ vehicle, from, to }) => `${vehicle}: ${from} ${to}`)
    expect(order(pair('pickup', aMove('customer')))).toEqual(['loaner: lot customer', 'car: customer lot'])
    expect(order(pair('return', aMove('customer')))).toEqual(['car: lot customer', 'loaner: customer lot'])
    expect(order(pair('pickup', aMove('customer'), null))).toEqual(['car: customer lot'])
    expect(order(pair('return', aMove('customer'), null))).toEqual(['car: lot customer'])
    expect(order(ONE_WAY)).toEqual(['car: pickup destination'])
  })
})

describe('`progressOf`', () => {
  const kinds = (booking: BookedMoves) => {
    const progress = progressOf(booking)
    return progress.kind === 'under-way' ? [progress.index, progress.stage] : progress.kind
  }
  const delivered = { delivery_successful: 0 } as const

  test('A booking goes from its first leg to its second and is done with both', () => {
    expect(kinds(pair('pickup', aMove('customer')))).toBe('not-started')
    expect(kinds(pair('pickup', aMove('customer'), driven('loaner', { pickup_started: -60 })))).toEqual([
      0,
      'pickup_started',
    ])
    expect(kinds(pair('pickup', aMove('customer'), driven('loaner', delivered)))).toEqual([1, null])
    expect(kinds(pair('pickup', driven('customer', { delivery_started: 8 }), driven('loaner', delivered)))).toEqual([
      1,
      'delivery_started',
    ])
    expect(kinds(pair('pickup', driven('customer', delivered), driven('loaner', delivered)))).toBe('done')
  })

  test('A booking whose moves are canceled has ended, and a half canceled pair goes on with its other move', () => {
    const canceled = { cancelStatus: known('succeeded') }
    const both = pair('pickup', aMove('customer', canceled), aMove('loaner', canceled))
    expect(kinds(both)).toBe('ended')
    const half = pair('pickup', driven('customer', { pickup_arrived: 0 }), aMove('loaner', canceled))
    expect(kinds(half)).toEqual([1, 'pickup_arrived'])
  })
})

describe('`barsOf`', () => {
  test('A planned pair has two legs around the swap at the customer', () => {
    const booking = pair('pickup', aMove('customer'))
    expect(spans(booking, -120)).toEqual([
      ['loaner', 'planned', -40, 0],
      ['car', 'planned', 10, 35],
    ])
    const { swap, overrun } = bars(booking, -120)
    expect([minutesAfter(swap?.at ?? 0), swap?.look, overrun]).toEqual([5, 'planned', null])
  })

  test('A told time takes the place of the plan, and the second leg moves with the first', () => {
    const loaner = driven('loaner', { delivery_started: -10 })
    expect(spans(pair('pickup', aMove('customer'), loaner), 0)).toEqual([
      ['loaner', 'live', -10, 15],
      ['car', 'planned', 15, 40],
    ])
    const both = pair(
      'pickup',
      driven('customer', { delivery_successful: 70 }),
      driven('loaner', { delivery_arrived: 4 }),
    )
    expect(spans(both, 90).map(([, look]) => look)).toEqual(['done', 'done'])
  })

  test('A leg fills with the time of its drive, a little before it, and never wholly before its end', () => {
    const filled = (stages: Partial<Record<Stage, number | null>>, minutes: number) =>
      bars(pair('pickup', aMove('customer'), driven('loaner', stages)), minutes).bars[0]?.filled
    expect(filled({}, -30)).toBe(0)
    expect(filled({ pickup_arrived: -45 }, -40)).toBeCloseTo(0.06)
    expect(filled({ delivery_started: -25 }, -15)).toBeCloseTo(0.4)
    expect(filled({ delivery_started: -25 }, 60)).toBeCloseTo(0.94)
    expect(filled({ delivery_started: null }, -20)).toBeGreaterThan(0.06)
    expect(filled({ delivery_arrived: 0 }, 5)).toBe(1)
  })

  test('A late booking runs over from its time until now', () => {
    const { overrun, to, swap } = bars(pair('pickup', aMove('customer')), 40, true)
    expect([overrun?.from, overrun?.to].map((at) => minutesAfter(at ?? 0))).toEqual([0, 40])
    expect([minutesAfter(to), swap?.look]).toEqual([40, 'late'])
  })

  test('A booking in doubt shows its plan alone, and a one-way has no swap', () => {
    const doubtful: BookedMoves = { ...pair('pickup', aMove('customer')), state: 'in-doubt' }
    expect(spans(doubtful, -60).map(([, look]) => look)).toEqual(['unsure', 'unsure'])
    const oneWay = planTrip({ kind: 'one-way', time: AT, readyBy: AT, miles: 7 })
    const single = barsOf({ ...ONE_WAY, state: 'booked' }, oneWay, { now: toMillis(AT), late: false })
    expect([single.bars.length, single.swap]).toEqual([1, null])
  })

  test('The ring of the swap says whether the driver is there', () => {
    const look = (customer: Move, loaner: Move) => bars(pair('pickup', customer, loaner), 10).swap?.look
    const there = driven('loaner', { delivery_arrived: -2 })
    const gone = driven('loaner', { delivery_successful: 2 })
    expect([
      look(aMove('customer'), aMove('loaner')),
      look(aMove('customer'), there),
      look(aMove('customer'), gone),
      look(driven('customer', { delivery_started: 6 }), gone),
      look(driven('customer', { delivery_successful: 8 }), gone),
    ]).toEqual(['planned', 'now', 'now', 'done', 'done'])
  })

  test('A drive that was made on another day leaves the bars at the plan', () => {
    const day = -24 * 60
    const early = pair(
      'pickup',
      aMove('customer'),
      driven('loaner', { delivery_started: day, delivery_successful: day }),
    )
    const plan = spans(pair('pickup', aMove('customer')), 0).map(([, , from, to]) => [from, to])
    expect(spans(early, 0).map(([, , from, to]) => [from, to])).toEqual(plan)
  })
})
