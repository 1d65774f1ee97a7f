import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { headsOf } from '../../../../../renderer/lookup/state/result-list.ts'
import {
  drawnIndexes,
  heightAt,
  indexesBetween,
  topOf,
  type ShownList,
} from '../../../../../renderer/lookup/state/row-window.ts'
import { seedOf } from '../../../../support/fakes/system.ts'

const SEED = seedOf('row-window')

/** Two bookings today and three earlier: head, 2 rows, head, 3 rows. */
const LIST = shown({ today: 2, upcoming: 0, earlier: 3 })

describe('The rows of a long list', () => {
  test('The rows and heads follow each other without a gap, and the count gives the whole height', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map((index) => topOf(index, LIST))).toEqual([0, 20, 50, 80, 100, 130, 160])
    expect(topOf(LIST.count, LIST)).toBe(190)
    expect([heightAt(3, LIST), heightAt(4, LIST)]).toEqual([20, 30])
  })

  test('A range has every row that shows a pixel', () => {
    expect(indexesBetween(0, 19, LIST)).toEqual({ first: 0, last: 0 })
    expect(indexesBetween(49, 50, LIST)).toEqual({ first: 1, last: 2 })
    expect(indexesBetween(85, 1_000, LIST)).toEqual({ first: 3, last: 6 })
    expect(indexesBetween(-40, -10, LIST)).toEqual({ first: 0, last: 0 })
  })

  test('An empty list has no row', () => {
    const range = indexesBetween(0, 500, shown({ today: 0, upcoming: 0, earlier: 0 }))
    expect(drawnIndexes({ first: range.first - 2, last: range.last + 2 }, null, 0)).toEqual([])
  })

  test('The selected row is drawn in its place, wherever the list is scrolled to', () => {
    expect(drawnIndexes({ first: 3, last: 4 }, null, LIST.count)).toEqual([3, 4])
    expect(drawnIndexes({ first: 3, last: 4 }, 1, LIST.count)).toEqual([1, 3, 4])
    expect(drawnIndexes({ first: 3, last: 4 }, 6, LIST.count)).toEqual([3, 4, 6])
    expect(drawnIndexes({ first: -2, last: 9 }, 4, LIST.count)).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  test('The range of any view covers the view, and no row of the range lies outside', () => {
    const counts = fc.record({
      today: fc.nat(40),
      upcoming: fc.nat(3_000),
      earlier: fc.integer({ min: 1, max: 9_000 }),
    })
    fc.assert(
      fc.property(counts, fc.nat(300_000), fc.integer({ min: 1, max: 900 }), (groups, scrolled, height) => {
        const list = shown(groups)
        const top = Math.max(Math.min(scrolled, topOf(list.count, list) - height), 0)
        const { first, last } = indexesBetween(top, top + height, list)
        expect(topOf(first, list)).toBeLessThanOrEqual(top)
        expect(topOf(first, list) + heightAt(first, list)).toBeGreaterThan(top)
        expect(topOf(last, list)).toBeLessThanOrEqual(top + height)
        expect(last === list.count - 1 || topOf(last + 1, list) > top + height).toBe(true)
      }),
      { seed: SEED },
    )
  })
})

function shown(groups: Parameters<typeof headsOf>[0]): ShownList {
  const heads = headsOf(groups)
  const rows = Object.values(groups).reduce((sum, count) => sum + count, 0)
  return { count: rows + heads.length, heads, heights: { row: 30, head: 20 } }
}
