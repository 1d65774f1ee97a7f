import { expect, test } from 'vitest'
import { dayByKey, heatOf, turnMonth } from '../../../../../renderer/app/state/month.ts'
import { dayLabel, monthTitle } from '../../../../../renderer/app/text/month-text.ts'

const NOVEMBER = Array.from({ length: 30 }, (_, at) => ({
  date: `2026-11-${String(at + 1).padStart(2, '0')}`,
  bookings: at,
}))

test('`turnMonth` leads to the month before and after, also at the ends of a year and of February', () => {
  expect(turnMonth('2026-12-31', 1).slice(0, 7)).toBe('2027-01')
  expect(turnMonth('2026-01-31', -1).slice(0, 7)).toBe('2025-12')
  expect(turnMonth('2026-02-28', 1).slice(0, 7)).toBe('2026-03')
  expect(turnMonth('2026-03-31', -1).slice(0, 7)).toBe('2026-02')
})

test('`heatOf` is 0 for no bookings, 1 for few, and 4 for the busiest day', () => {
  expect([0, 1, 7, 8, 14, 15, 21, 22, 28].map((bookings) => heatOf(bookings, 28))).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4])
  expect(heatOf(0, 0)).toBe(0)
})

test('`dayByKey` walks the days by arrows, Home and End, and stays at the ends of the month', () => {
  const go = (key: string, date: string) => dayByKey(key, date, NOVEMBER)
  expect(go('ArrowRight', '2026-11-05')).toBe('2026-11-06')
  expect(go('ArrowUp', '2026-11-12')).toBe('2026-11-05')
  expect(go('ArrowDown', '2026-11-28')).toBe('2026-11-28')
  expect(go('ArrowLeft', '2026-11-01')).toBe('2026-11-01')
  expect(go('End', '2026-11-05')).toBe('2026-11-30')
  expect(go('Enter', '2026-11-05')).toBeNull()
})

test('A day of the month is named with its bookings, and a month of another year with its year', () => {
  expect(dayLabel('2026-11-27', 12)).toBe('Fri, Nov 27, 12 bookings')
  expect(dayLabel('2026-11-27', 1)).toBe('Fri, Nov 27, 1 booking')
  expect(dayLabel('2026-11-27', 0)).toBe('Fri, Nov 27, no bookings')
  expect(monthTitle('2026-11-01', '2026-11-25')).toBe('November')
  expect(monthTitle('2027-01-01', '2026-11-25')).toBe('January 2027')
})
