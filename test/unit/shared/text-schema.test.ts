import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { optionalLine, optionalNote, cleanLine, requiredLine } from '../../../shared/text-schema.ts'
import { seedOf } from '../../support/fakes/system.ts'

const SEED = seedOf('text')
const codesOf = (schema: z.ZodMiniType, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message)

describe('A text line', () => {
  test('A text line is trimmed before its length is counted', () => {
    expect(requiredLine(5).parse('  abcde\u00a0\ufeff ')).toBe('abcde')
    expect(codesOf(requiredLine(5), 'abcdef')).toEqual(['too-long'])
  })

  test('A text line far over its maximum length is reported once, without further checks', () => {
    expect(codesOf(requiredLine(5), '\u0000'.repeat(5_000_000))).toEqual(['too-long'])
  })

  test('An optional text line is null when it is missing, null or blank', () => {
    for (const blank of [undefined, null, '', '  ', '\t']) expect(optionalLine().parse(blank)).toBeNull()
  })

  test('A text line keeps accents, other scripts, emoji and formulas as typed', () => {
    for (const text of [
      'Núñez',
      'עברית',
      '東京',
      '🚗👩‍👩‍👧',
      '=SUM(A1)',
      "'; DROP TABLE moves; --",
      '<b>x</b>',
      'a\u200fb',
    ]) {
      expect(requiredLine().parse(text)).toBe(text)
    }
  })

  test('A text line is taken exactly when it is visible, well formed and free of control characters', () => {
    const any = fc.string({
      unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      maxLength: 6,
    })
    fc.assert(
      fc.property(any, (text) => {
        const read = requiredLine().safeParse(text)
        const seen = [...text.trim()].some((one) => !/[\p{Cf}\p{Z}]/u.test(one))
        const good = seen && text.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(text.trim())
        expect(read.success).toBe(good)
        if (read.success) expect(read.data).toBe(text.trim())
      }),
      { seed: SEED, numRuns: 5000 },
    )
  })
})

describe('A note', () => {
  test('A note keeps its tabs, and each line break as one character', () => {
    expect(optionalNote().parse('a\r\nb\rc\n\td')).toBe('a\nb\nc\n\td')
  })

  test('A note refuses every other control character', () => {
    for (let code = 0; code < 0xa0; code += 1) {
      const text = `a${String.fromCharCode(code)}b`
      const control = (code < 0x20 || code > 0x7e) && ![9, 10, 13].includes(code)
      expect([code, optionalNote().safeParse(text).success]).toEqual([code, !control])
    }
    for (const bad of ['a\u2028b', 'a\u2029b', '\ud800'])
      expect(codesOf(optionalNote(), bad)?.[0]).toBe('unusable-character')
  })
})

test('A text line of invisible characters counts as missing', () => {
  for (const text of ['\u200b', '\u200d\u200e', '\u2060 \u200b', '\u00ad']) {
    const read = requiredLine().safeParse(text)
    expect(read.success ? null : read.error.issues[0]?.message).toBe('missing')
  }
  expect(requiredLine().safeParse('\u200fנועה').success).toBe(true)
})

describe('`cleanLine`', () => {
  test.for([
    ['\u202a(804) 555-0134\u202c', '(804) 555-0134'],
    ['\ufeff\u200bPriya\tRaman\u200f', 'Priya Raman'],
    ['1M8GDM9AX\u200cKP\u200d042788', '1M8GDM9AXKP042788'],
    ['\u2066a\u2069\u200e', 'a'],
  ])('`cleanLine` removes invisible marks from %j', ([typed, kept]) => {
    expect(cleanLine(typed ?? '')).toBe(kept)
  })

  test('`cleanLine` keeps accents, and the joiners of other scripts and emoji', () => {
    for (const text of ['Núñez', '👩‍👩‍👧', 'می\u200cخواهم', ' a b ']) expect(cleanLine(text)).toBe(text)
  })
})
