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

describe('parsing any booking', () => {
  test('parsing what was parsed changes nothing', () => {
    let took = 0
    fc.assert(
      fc.property(anyBooking, (input) => {
        const first = parseBooking(input)
        if (!first.ok) return
        took += 1
        expect(parseBooking(first.value)).toEqual(first)
        // As it crosses the bridge and the store.
        expect(parseBooking(JSON.parse(JSON.stringify(first.value)))).toEqual(first)
      }),
      { seed: SEED, numRuns: 2500 },
    )
    expect(took).toBeGreaterThanOrEqual(1000)
  })

  test('what is taken holds no control character, no half of a pair, and no space around it', () => {
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

describe('hostile input is a failure in words, never a throw', () => {
  test.for(HOSTILE.map((value, place) => [place, value] as const))('as a whole: case %i', ([, value]) => {
    const read = parseBooking(value)
    expect(read).toMatchObject({ ok: false, failure: { code: 'invalid' } })
  })

  test('in the place of each field and each part', () => {
    for (const input of [pairInput(), oneWayInput()]) {
      const paths = [...leaves(input), ...Object.keys(input)]
      for (const path of paths) {
        for (const value of HOSTILE) {
          expect(parseBooking(spoiltWith(input, path, value))).toHaveProperty('ok')
        }
      }
    }
  })

  test('any JSON at all', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), fc.constantFrom('pair', 'one-way'), (json, kind) => {
        const value: unknown = JSON.parse(json)
        expect(parseBooking(value).ok).toBe(false)
        expect(parseBooking({ ...(typeof value === 'object' ? value : { value }), kind }).ok).toBe(false)
      }),
      { seed: SEED, numRuns: 2000 },
    )
  })

  test('leaves the prototype of objects alone', () => {
    parseBooking(JSON.parse('{"kind":"pair","__proto__":{"spoilt":1},"place":{"__proto__":{"spoilt":1}}}'))
    expect('spoilt' in {}).toBe(false)
  })

  test('an issue’s path stays short, whatever the key was', () => {
    const read = parseBooking({ ...pairInput(), ['k'.repeat(50_000)]: 1 })
    expect(read).toMatchObject({ ok: false })
    if (!read.ok) for (const { path } of read.failure.issues) expect(path.length).toBeLessThanOrEqual(120)
  })
})

/** As `spoilt`, for values that cannot be cloned. */
function spoiltWith(input: Record<string, unknown>, path: string, value: unknown): unknown {
  const copy = spoilt(input, path, null)
  const names = path.split('.')
  const last = names.pop() ?? ''
  const at = names.reduce<Record<string, unknown>>((inner, name) => inner[name] as Record<string, unknown>, copy)
  at[last] = value
  return copy
}
