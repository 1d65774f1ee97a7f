import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { growth, growthInStretches, type Sample } from '../../support/reliability/soak-samples.ts'

const sample = (at: number, memory: number): Sample => ({ at, memory, resident: 0, handles: 88, wal: 0 })

test.prop([
  fc.integer({ min: -100, max: 100 }),
  fc.integer({ min: 0, max: 1_000_000 }),
  fc.integer({ min: 3, max: 400 }),
])('`growth` of a linear series is 600 times its slope, and of a constant series zero', (slope, level, looks) => {
  const samples = Array.from({ length: looks }, (_, at) => sample(at * 5, level + slope * at * 5))
  expect(growth(samples, ({ memory }) => memory)).toBeCloseTo(slope * 600, 3)
  expect(growth(samples, ({ handles }) => handles)).toBeCloseTo(0, 6)
})

const A_COPY = 900

/** The samples of a desk in the quarter of an hour after each of three copies. */
const stretchesOf = (memory: (at: number, copy: number) => number) =>
  [0, 1, 2].map((copy) =>
    Array.from({ length: 60 }, (_, look) => sample(copy * A_COPY + look * 15, memory(copy * A_COPY + look * 15, copy))),
  )
const grows = (memory: (at: number, copy: number) => number) =>
  growthInStretches(stretchesOf(memory), (one) => one.memory)

test.prop([fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 20_000 })])(
  '`growthInStretches` ignores memory that a copy takes and gives back early or late',
  (took, level) => {
    const given = (at: number, copy: number) => (copy === 1 && at % A_COPY > 60 ? 0 : took)
    expect(grows((at, copy) => level + given(at, copy))).toBeLessThan(took * 0.05 + 0.001)
  },
)

test.prop([fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 2 })])(
  '`growthInStretches` ignores a sample that is taken during a copy',
  (took, which) => {
    expect(grows((at, copy) => (copy === which && at % A_COPY === 0 ? took : 0))).toBeLessThan(took * 0.05 + 0.001)
  },
)

test.prop([fc.integer({ min: 1, max: 100 }), fc.integer({ min: 0, max: 20_000 })])(
  '`growthInStretches` finds growth between copies, also when a copy leaves memory behind for two minutes',
  (much, left) => {
    expect(grows((at) => at * much)).toBeCloseTo(much * 600, 3)
    const leaves = (at: number, copy: number) => at * much + (copy === 1 && at % A_COPY < 130 ? left : 0)
    expect(grows(leaves)).toBeGreaterThan(much * 600 * 0.9)
  },
)
