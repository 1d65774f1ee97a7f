import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSameJson } from '../../../../../renderer/app/state/is-same-json.ts'
import { PAIR } from '../../../../support/builders/booked-moves.ts'

test('`isSameJson` is true for a copy of any value, and false for two values whose texts differ', () => {
  // A reply has no number below zero that rounds to zero, and JSON has no text for that sign.
  const values = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown)
  fc.assert(
    fc.property(values, values, (one, other) => {
      expect(isSameJson(one, structuredClone(one))).toBe(true)
      if (JSON.stringify(one) !== JSON.stringify(other) && sorted(one) !== sorted(other))
        expect(isSameJson(one, other)).toBe(false)
    }),
  )
})

test('`isSameJson` sees a difference deep in a booking, a missing property and a longer list', () => {
  expect(isSameJson(PAIR, structuredClone(PAIR))).toBe(true)
  expect(isSameJson(PAIR, { ...PAIR, time: { ...PAIR.time, local: '2026-11-23T08:01' } })).toBe(false)
  expect(isSameJson(PAIR, { ...PAIR, moves: PAIR.moves.slice(1) })).toBe(false)
  expect(isSameJson({ desk: null }, {})).toBe(false)
  expect(isSameJson({}, { desk: null })).toBe(false)
  expect(isSameJson({ desk: null }, { name: null })).toBe(false)
  expect(isSameJson([], {})).toBe(false)
  expect(isSameJson(null, {})).toBe(false)
  expect(isSameJson('1', 1)).toBe(false)
})

/** The text of a value with the names of each object in order. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}
