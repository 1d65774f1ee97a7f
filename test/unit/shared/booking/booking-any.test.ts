import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseBooking } from '../../../../shared/booking/booking.ts'
import { anyBooking, oneWayInput, pairInput, spoilt } from '../../../support/builders/form-input.ts'
import { seedOf } from '../../../support/fakes/system.ts'

const SEED = seedOf('booking-any')

function leaves(value: object, at: readonly string[] = []): readonly string[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const path = [...at, name]
    return typeof inner === 'object' && inner !== null ? leaves(inner, path) : [path.join('.')]
  })
}

const HOSTILE: readonly unknown[] = [
  undefined,
  null,
  0,
  NaN,
  '',
  'pair',
  [],
  {},
  new Date(0),
  new Map(),
  () => 1,
  Symbol('x'),
  10n ** 40n,
  'x'.repeat(1_000_000),
  '\ud800',
  '\u202e7550-555 (408)',
  '\u0000',
  Array.from({ length: 10_000 }, () => 'pair'),
  JSON.parse('{"__proto__":{"kind":"pair"}}'),
  JSON.parse('{"constructor":{"prototype":{"kind":"pair"}},"toString":1}'),
  Object.create(null),
  nested(10_000),
]

function nested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let at = 0; at < depth; at += 1) value = { kind: 'pair', place: value }
  return value
}

describe('`parseBooking` of any booking', () => {
  test('A parsed booking stays the same when it is parsed again, also after a trip through JSON', () => {
    let took = 0
    fc.assert(
      fc.property(anyBooking, (input) => {
        const first = parseBooking(input)
        if (!first.ok) return
        took += 1
        expect(parseBooking(first.value)).toEqual(first)
        // The bridge and the store carry a booking as JSON.
        expect(parseBooking(JSON.parse(JSON.stringify(first.value)))).toEqual(first)
      }),
      { seed: SEED, numRuns: 2500 },
    )
    expect(took).toBeGreaterThanOrEqual(1000)
  })

  test('A parsed booking holds no control character, no lone surrogate and no surrounding space', () => {
    const paths = new Set<string>()
    fc.assert(
      fc.property(anyBooking, (input) => {
        const read = parseBooking(input)
        if (!read.ok) {
          expect(read.failure.issues.length).toBeGreaterThan(0)
          return
        }
        for (const path of leaves(read.value)) {
          const text = path
            .split('.')
            .reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], read.value)
          paths.add(path)
          if (typeof text !== 'string') continue
          expect(text).toBe(text.trim())
          expect(text).not.toBe('')
          expect(text.isWellFormed()).toBe(true)
          expect(text.replace(/[\t\n]/g, '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
        }
      }),
      { seed: SEED, numRuns: 1000 },
    )
    expect(paths.size).toBeGreaterThan(40)
  })
})

describe('`parseBooking` of hostile input', () => {
  test.for(HOSTILE.map((value, place) => [place, value] as const))(
    'The hostile value at index %i is refused as a booking without a throw',
    ([, value]) => {
      const read = parseBooking(value)
      expect(read).toMatchObject({ ok: false, failure: { code: 'invalid' } })
    },
  )

  test('A hostile value in any field or part of a booking does not make `parseBooking` throw', () => {
    for (const input of [pairInput(), oneWayInput()]) {
      const paths = [...leaves(input), ...Object.keys(input)]
      for (const path of paths) {
        for (const value of HOSTILE) {
          expect(parseBooking(spoiltWith(input, path, value))).toHaveProperty('ok')
        }
      }
    }
  })

  test('Random JSON is refused as a booking without a throw', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), fc.constantFrom('pair', 'one-way'), (json, kind) => {
        const value: unknown = JSON.parse(json)
        expect(parseBooking(value).ok).toBe(false)
        expect(parseBooking({ ...(typeof value === 'object' ? value : { value }), kind }).ok).toBe(false)
      }),
      { seed: SEED, numRuns: 2000 },
    )
  })

  test('`parseBooking` leaves the prototype of objects alone', () => {
    parseBooking(JSON.parse('{"kind":"pair","__proto__":{"spoilt":1},"place":{"__proto__":{"spoilt":1}}}'))
    expect('spoilt' in {}).toBe(false)
  })

  test('The path of an issue stays short however long the unknown key is', () => {
    const read = parseBooking({ ...pairInput(), ['k'.repeat(50_000)]: 1 })
    expect(read).toMatchObject({ ok: false })
    if (!read.ok) for (const { path } of read.failure.issues) expect(path.length).toBeLessThanOrEqual(120)
  })
})

/** Like `spoilt`, for values that cannot be cloned. */
function spoiltWith(input: Record<string, unknown>, path: string, value: unknown): unknown {
  const copy = spoilt(input, path, null)
  const names = path.split('.')
  const last = names.pop() ?? ''
  const at = names.reduce<Record<string, unknown>>((inner, name) => inner[name] as Record<string, unknown>, copy)
  at[last] = value
  return copy
}
