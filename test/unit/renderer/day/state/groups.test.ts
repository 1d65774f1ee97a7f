import { describe, expect, test } from 'vitest'
import {
  countDay,
  countFiltered,
  isStruckThrough,
  filterBookings,
  FILTERS,
  groupBookings,
  groupOf,
} from '../../../../../renderer/day/state/groups.ts'
import type { BookedMoves } from '../../../../../shared/move/move.ts'
import { addMinutes } from '../../../../../shared/time/time.ts'
import { aMove, PAIR } from '../../../../support/builders/booked-moves.ts'
import { busyDay } from '../../../../support/builders/busy-day.ts'

const NOW = '2026-11-24T16:10:00Z'
const { bookings } = busyDay(NOW, 'America/New_York')
const known = <T>(value: T) => ({ known: true, value }) as const
const booking = (changes: Partial<BookedMoves>, minutes = 60): BookedMoves => ({
  ...PAIR,
  state: 'booked',
  time: { ...PAIR.time, utc: addMinutes(NOW, minutes) },
  ...changes,
})
const ended = (status: string) =>
  (['customer', 'loaner'] as const).map((role) => aMove(role, { cancelStatus: known(status) }))

test('A busy day of 28 bookings has 7 done, 5 on the road, 2 late and 1 to check', () => {
  expect(countDay(bookings, NOW)).toEqual({
    bookings: 28,
    done: 7,
    onTheRoad: 5,
    late: 2,
    check: 1,
    rejected: 0,
    canceled: 0,
  })
})

describe('The group of a booking', () => {
  test('Every booking of a day is in one group, in order of its time', () => {
    const groups = groupBookings(bookings, NOW)
    const all = Object.values(groups).flat()
    expect(new Set(all.map(({ id }) => id)).size).toBe(bookings.length)
    for (const group of Object.values(groups)) {
      const times = group.map(({ time }) => time.utc)
      expect(times).toEqual(times.toSorted())
    }
  })

  test('A booking in doubt is to check also after its time, and so is a booking that the provider no longer shows', () => {
    expect(groupOf(booking({ state: 'in-doubt' }, -30), NOW)).toBe('check')
    const moves = PAIR.moves.map((move) => ({ ...move, missingSince: NOW }))
    expect(groupOf(booking({ moves }), NOW)).toBe('check')
  })

  test('A canceled booking stands by its time, and is neither late nor done', () => {
    expect(groupOf(booking({ moves: ended('succeeded') }, -30), NOW)).toBe('open')
  })
})

test('A rejected or canceled booking counts apart from the bookings of the day', () => {
  const counts = countDay([booking({ state: 'refused' }), booking({ moves: ended('succeeded') }), booking({})], NOW)
  expect(counts).toMatchObject({ bookings: 1, rejected: 1, canceled: 1 })
})

test('The filters for pickups, returns and one-ways share all bookings among them', () => {
  const counts = FILTERS.map((filter) => filterBookings(bookings, filter).length)
  expect(counts).toEqual([28, 17, 8, 3])
})

test('The filters count the bookings that the head of the day counts, without rejected and canceled ones', () => {
  const day = [booking({ state: 'refused' }), booking({ moves: ended('succeeded') }), booking({})]
  expect(countFiltered(day, 'all')).toBe(countDay(day, NOW).bookings)
  expect(countFiltered([booking({ moves: ended('succeeded') })], 'pickup')).toBe(0)
  expect(filterBookings(day, 'all')).toHaveLength(3)
})

test('A canceled, stopped or withdrawn booking is struck through, and a requested cancellation is not', () => {
  for (const status of ['succeeded', 'partial']) expect(isStruckThrough(booking({ moves: ended(status) }))).toBe(true)
  expect(isStruckThrough(booking({ state: 'withdrawn' }))).toBe(true)
  expect(isStruckThrough(booking({ moves: ended('pending') }))).toBe(false)
  expect(isStruckThrough(booking({}))).toBe(false)
})
