import { describe, expect, test } from 'vitest'
import { barsOf } from '../../../../../shared/views/day-progress.ts'
import {
  factOf,
  kindLabel,
  lacksLoaner,
  rowCar,
  rowLoaner,
  rowName,
  rowNote,
  rowReference,
} from '../../../../../renderer/day/text/facts-text.ts'
import type { BookedMoves } from '../../../../../shared/move/move.ts'
import { addMinutes, toMillis } from '../../../../../shared/time/time.ts'
import { isLate } from '../../../../../shared/views/day.ts'
import { addedFact, loanerFact } from '../../../../support/builders/added-facts.ts'
import { busyDay } from '../../../../support/builders/busy-day.ts'
import { aMove, CAR, CONCIERGE, ONE_WAY, PAIR } from '../../../../support/builders/booked-moves.ts'

const ZONE = 'America/New_York'
const NOW = '2026-11-24T16:10:00Z'
const known = <T>(value: T) => ({ known: true, value }) as const
const { bookings, load } = busyDay(NOW, ZONE)

function factIn(booking: BookedMoves, now = NOW) {
  const trip = load.trips.find(({ bookingId }) => bookingId === booking.id)
  const bars = trip === undefined ? null : barsOf(booking, trip, { now: toMillis(now), late: isLate(booking, now) })
  return factOf(booking, { now, zone: ZONE, bars })
}

const factFor = (reference: number) => {
  const booking = bookings.find((one) => one.reference === `RO ${reference}`)
  if (booking === undefined) throw new Error('no such booking')
  const { tone, text } = factIn(booking)
  return `${tone}: ${text}`
}

describe('The fact of a booking', () => {
  test('A late booking says its minutes and where the driver is', () => {
    expect(factFor(10475)).toBe('bad: 40 min late · driver still at the lot')
    expect(factFor(10482)).toBe('bad: 25 min late · arrives about 11:26 AM')
  })

  test('A booking in doubt says since when no reply came', () => {
    expect(factFor(10454)).toBe('warn: No reply from provider at 10:52 AM')
    const recovered: BookedMoves = { ...PAIR, state: 'in-doubt', entry: { ...PAIR.entry, sentAt: null } }
    expect(factIn(recovered).tone).toBe('warn')
  })

  test('A booking on the road says what comes next', () => {
    expect([10468, 10489, 10496, 10503, 10510].map(factFor)).toEqual([
      'live: Car back about 11:23 AM',
      'live: Loaner back about 11:25 AM',
      'swap: Swapping since 10:58 AM',
      'live: Arrives about 11:29 AM',
      'live: Driver at the pickup',
    ])
  })

  test('A drive that was made on another day is told with its weekday', () => {
    const done = bookings.find(({ reference }) => reference === 'RO 10412')
    if (done === undefined) throw new Error('no such booking')
    const tomorrow = addMinutes(done.time.utc, 24 * 60)
    expect(factIn({ ...done, time: { ...done.time, utc: tomorrow } }).text).toBe('Done Tue 8:10 AM')
  })

  test('An estimate that has passed is told as such', () => {
    const back = bookings.find(({ reference }) => reference === 'RO 10468')
    if (back === undefined) throw new Error('no such booking')
    expect(factIn(back, addMinutes(NOW, 60)).text).toBe('Car was due back 11:23 AM')
  })

  test('A done booking says when it was done, a planned one says nothing that matters, and a missing loaner is told', () => {
    expect(factFor(10412)).toBe('muted: Done 8:10 AM')
    expect(factFor(10517)).toBe('quiet: Confirmed')
    expect(factFor(10538)).toBe('warn: No loaner assigned')
  })

  test('A booking that no driver drives says why', () => {
    const at = { ...PAIR.time, utc: addMinutes(NOW, 60) }
    const told = (changes: Partial<BookedMoves>) => factIn({ ...PAIR, time: at, ...changes })
    expect(['waiting', 'refused', 'held'].map((state) => told({ state: state as BookedMoves['state'] }).tone)).toEqual([
      'muted',
      'bad',
      'warn',
    ])
    const moves = PAIR.moves.map((move) => ({ ...move, cancelStatus: known('succeeded') }))
    expect(told({ state: 'booked', moves })).toEqual({ tone: 'muted', text: 'Canceled' })
  })

  test('A late booking that nobody has sent says so', () => {
    const unsent = factIn({ ...PAIR, state: 'waiting', time: { ...PAIR.time, utc: addMinutes(NOW, -10) } })
    expect(unsent.text).toMatch(/^10 min late · [a-z]/)
    const booked = factIn({ ...PAIR, state: 'booked', time: { ...PAIR.time, utc: addMinutes(NOW, -10) } })
    expect(booked.text).toBe('10 min late · driver not started')
  })
})

describe('The texts of a row', () => {
  test('A row is named by the customer, and a one-way by its stock number or its car', () => {
    const [single] = ONE_WAY.moves
    if (single === undefined) throw new Error('a one-way has a move')
    const stocked = { ...single, vehicle: { ...CAR, stock: 'S1052' } }
    expect([rowName(PAIR), rowName(ONE_WAY), rowName({ ...ONE_WAY, moves: [stocked] })]).toEqual([
      'Harriet Quill',
      '2019 Buick Enclave',
      'Stock S1052',
    ])
    expect(rowCar(PAIR)).toBe('2019 Buick Enclave')
  })

  test('A repair order loses its label, and other references stay whole', () => {
    const short = (reference: string | null) => rowReference({ ...PAIR, reference })
    expect([short('RO 10412'), short('r.o.#77'), short('ROADSTER 5'), short('A-12'), short(null)]).toEqual([
      '10412',
      '77',
      'ROADSTER 5',
      'A-12',
      '',
    ])
  })

  test('A row names the loaner, also a loaner that was added later', () => {
    const unnamed = { ...PAIR, moves: [aMove('customer'), aMove('loaner', { vehicle: null })] }
    expect([rowLoaner(PAIR), rowLoaner(unnamed), rowLoaner(CONCIERGE)]).toEqual(['LN-12', null, null])
    const added = { ...unnamed, addedFacts: [addedFact(loanerFact())] }
    expect(rowLoaner(added)).toBe('LN-77 Kia Soul')
    expect([lacksLoaner(unnamed), lacksLoaner(added), lacksLoaner(CONCIERGE)]).toEqual([true, false, false])
  })

  test('A row says its kind and its last note', () => {
    const kinds = [PAIR, { ...PAIR, action: 'return' as const }, CONCIERGE, ONE_WAY].map(kindLabel)
    expect(kinds).toEqual(['Pickup + loaner', 'Return + loaner', 'Pickup', 'One-way'])
    expect(rowNote(PAIR)).toBeNull()
  })
})
