import { expect, test } from 'vitest'
import { describeReading } from '../../../../../renderer/scheduler/text/reading-text.ts'
import { PRACTICE_ROOFTOP } from '../../../../../shared/booking/rooftop.ts'

const read = (time: string, window: string | null) =>
  describeReading({ date: '2026-11-27', time, occurrence: '', window }, PRACTICE_ROOFTOP, '2026-11-24T15:00:00Z')

test('The reading of a window names the time that is booked and the words that the driver gets', () => {
  expect(read('10:00', '10 AM–noon')).toBe("Fri, Nov 27 · 10:00 AM ET · driver's note: 10 AM–noon")
  expect(read('11:00', 'before noon')).toBe("Fri, Nov 27 · 11:00 AM ET · driver's note: before noon")
  expect(read('14:00', null)).toBe('Fri, Nov 27 · 2:00 PM ET')
})
