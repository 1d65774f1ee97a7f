import { expect, test } from 'vitest'
import { estimateReadyBy } from '../../../../shared/booking/ready-by.ts'
import { addMinutes } from '../../../../shared/time/time.ts'
import { proves } from '../../../support/spec-rows.ts'

const before: readonly (readonly [miles: number | null, margin: number, minutes: number])[] = [
  [null, 30, 60],
  [null, 0, 30],
  [0, 30, 40],
  [3, 30, 40],
  [4, 30, 45],
  [10, 30, 65],
  [10, 45, 80],
  [100, 0, 315],
  [5, -90, 20],
]
test.for(before)(
  '`estimateReadyBy` for %s miles and a margin of %s minutes is %s minutes before the appointment',
  ([miles, margin, minutes]) => {
    proves('4.3: not-shown-ready-by')
    const appointment = '2026-11-24T19:00:00Z'
    expect(estimateReadyBy(appointment, miles, margin)).toBe(addMinutes(appointment, -minutes))
  },
)
