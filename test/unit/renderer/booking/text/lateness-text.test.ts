import { expect, test } from 'vitest'
import { formatLateness } from '../../../../../renderer/booking/text/lateness-text.ts'
import { addMinutes } from '../../../../../shared/time/time.ts'

const NOW = '2026-11-24T16:10:00Z'

test('`formatLateness` counts minutes up to two hours and then hours', () => {
  const late = (minutes: number) => formatLateness(NOW, addMinutes(NOW, minutes))
  expect([late(1), late(119), late(120), late(26 * 60)]).toEqual([
    '1 min late',
    '119 min late',
    '2 h late',
    '26 h late',
  ])
})
