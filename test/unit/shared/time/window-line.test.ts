import { expect, test } from 'vitest'
import { putWindow, windowIn, withWindowLine } from '../../../../shared/time/window-line.ts'

test('The line of a window is written into the notes, read from them, and taken out again', () => {
  const notes = withWindowLine('Ring twice\nTime window: 9–11 AM\nDog', '2–4 PM')
  expect(notes).toBe('Ring twice\nDog\nTime window: 2–4 PM')
  expect(windowIn(notes)).toBe('2–4 PM')
  expect(withWindowLine(notes, null)).toBe('Ring twice\nDog')
  expect(windowIn('Ring twice')).toBeNull()
})

test('A window stands in the place of the clock time, except one that only has an end', () => {
  const time = 'Sat, Nov 28, 2:00 PM ET'
  expect(putWindow(time, '2–4 PM')).toBe('Sat, Nov 28, 2–4 PM ET')
  expect(putWindow(time, 'after 2 PM')).toBe('Sat, Nov 28, after 2 PM ET')
  expect(putWindow(time, 'before 3 PM')).toBe('Sat, Nov 28, 2:00 PM ET, before 3 PM')
  expect(putWindow(time, null)).toBe(time)
})
