import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { growth, type Sample } from '../support/soak.ts'

const sample = (at: number, memory: number): Sample => ({ at, memory, resident: 0, handles: 88, wal: 0 })

test.prop([
  fc.integer({ min: -100, max: 100 }),
  fc.integer({ min: 0, max: 1_000_000 }),
  fc.integer({ min: 3, max: 400 }),
])(
  'what grows by so much a second grows by six hundred times that in ten minutes, and what stays does not',
  (slope, level, looks) => {
    const samples = Array.from({ length: looks }, (_, at) => sample(at * 5, level + slope * at * 5))
    expect(growth(samples, ({ memory }) => memory)).toBeCloseTo(slope * 600, 3)
    expect(growth(samples, ({ handles }) => handles)).toBeCloseTo(0, 6)
  },
)
