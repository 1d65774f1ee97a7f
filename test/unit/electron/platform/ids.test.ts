import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idOf, systemIds } from '../../../../electron/platform/ids.ts'
import { seedOf } from '../../../support/fakes/system.ts'

test('An id has 22 digits, and ids sort by their time and differ by their number', () => {
  const time = fc.integer({ min: 0, max: 2 ** 48 - 1 })
  const number = fc.bigInt({ min: 0n, max: 2n ** 62n - 1n })
  fc.assert(
    fc.property(time, time, number, number, (one, other, first, second) => {
      const [a, b] = [idOf(one, first), idOf(other, second)]
      expect(a).toMatch(/^[0-9a-v]{22}$/)
      expect(a === b).toBe(one === other && first === second)
      if (one !== other) expect(a < b).toBe(one < other)
    }),
    { seed: seedOf('ids') },
  )
})

test('The ids of this PC are all different and sort after the UUIDs of earlier versions', () => {
  const ids = Array.from({ length: 20_000 }, () => systemIds.next())
  expect(new Set(ids).size).toBe(20_000)
  // A UUID of the year 2100.
  expect(ids.every((id) => id.length === 22 && id > '03bb2cc3-d800-7fff-bfff-ffffffffffff')).toBe(true)
})
