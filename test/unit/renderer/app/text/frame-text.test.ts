import { expect, test } from 'vitest'
import { describeOutage } from '../../../../../renderer/app/text/frame-text.ts'

test('`describeOutage` says since when the connection is down, what waits and when the next try is', () => {
  expect(describeOutage('1:46 PM', 0, null)).toBe('Since 1:46 PM. No bookings wait.')
  expect(describeOutage('1:46 PM', 1, '1:50 PM')).toBe('Since 1:46 PM. 1 booking waits. Next try 1:50 PM.')
  expect(describeOutage('1:46 PM', 3, null)).toBe('Since 1:46 PM. 3 bookings wait.')
})
