import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min/es6'
import { describe, expect, test } from 'vitest'
import { isUnlikelyPhone, phoneDigits, phoneSchema, formatPhone } from '../../../../shared/booking/phone.ts'
import { seedOf } from '../../../support/fakes/system.ts'

const SEED = seedOf('phone')

describe('The phone schema', () => {
  const same = [
    '(804) 555-0134',
    '804-555-0134',
    '804.555.0134',
    '8045550134',
    '804 555 0134',
    '+1 804 555 0134',
    '1 (804) 555-0134',
    '+18045550134',
    '  804 5550134 ',
  ]
  test.for(same)('The phone schema reads %j as +18045550134', (typed) => {
    expect(phoneSchema.parse(typed)).toBe('+18045550134')
  })

  test.for(['8045550134 x12', '(804) 555-0134 ext. 12', '804-555-0134 extension 12'])(
    'The phone schema keeps the extension of %j',
    (typed) => {
      expect(phoneSchema.parse(typed)).toBe('+18045550134 ext. 12')
    },
  )

  test('A phone of another country keeps its country code', () => {
    expect(phoneSchema.parse('+44 20 7946 0958')).toBe('+442079460958')
  })

  test.for([
    ['555-0134', '+15550134'],
    ['804 555 013', '+1804555013'],
    ['804 555 01345', '+180455501345'],
    ['(804) 555-013 x4', '+1804555013 ext. 4'],
    ['+44 20 7946 095', '+44207946095'],
  ])('The phone %j is unlikely and is still kept, as %s', ([typed = '', kept]) => {
    expect(phoneSchema.parse(typed)).toBe(kept)
    expect(isUnlikelyPhone(typed)).toBe(true)
  })

  test.for(['call 804 555 0134 after 5', 'work 804 555 0134 until 5'])(
    'The phone %j is refused because it holds words',
    (typed) => {
      expect(phoneSchema.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual(['phone-with-words'])
    },
  )

  test.for(['55-0134', '12', 'none', '+999 1', '80455501340000000', 'x12'])(
    'The phone %j is refused as incomplete',
    (typed) => {
      expect(phoneSchema.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual(['phone-incomplete'])
    },
  )

  test.for(['804 555 0134 / 804 555 0199', '(804) 555-0134 or (804) 555-0199', '8045550134, 8045550199'])(
    'The phone %j is refused because it holds two numbers',
    (typed) => {
      expect(phoneSchema.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual(['several-phones'])
    },
  )

  test('A missing phone is reported once, as missing', () => {
    for (const blank of [undefined, null, '', '  ']) {
      expect(phoneSchema.safeParse(blank).error?.issues.map((issue) => issue.message)).toEqual(['missing'])
    }
  })

  test('A parsed phone stays the same when it is parsed again, and `phoneDigits` gives only digits for it', () => {
    const digits = fc
      .tuple(
        fc.constantFrom('', '+1 ', '1-', '+44 ', '+39 0', '+54 9 ', '(', '00'),
        fc.stringMatching(/^[2-9][0-9]{9,11}$/),
        fc.constantFrom('', ' ', '-', '.', ') '),
        fc.constantFrom('', ' x1', ' ext. 4711', ' extension 12', '#5', 'w'),
      )
      .map(([before, number, between, after]) => `${before}${number.slice(0, 3)}${between}${number.slice(3)}${after}`)
    let took = 0
    fc.assert(
      fc.property(digits, (typed) => {
        const first = phoneSchema.safeParse(typed)
        if (!first.success) return
        took += 1
        expect(phoneSchema.parse(first.data)).toBe(first.data)
        expect(phoneDigits(first.data)).toMatch(/^\d+$/)
        expect(typeof formatPhone(first.data)).toBe('string')
      }),
      { seed: SEED, numRuns: 4000 },
    )
    expect(took).toBeGreaterThan(300)
  })
})

test('`formatPhone` writes a number in the form of its country and leaves other text alone', () => {
  expect(formatPhone('+18045550134')).toBe('(804) 555-0134')
  expect(formatPhone('+18045550134 ext. 12')).toBe('(804) 555-0134 ext. 12')
  expect(formatPhone('+442079460958')).toBe('+44 20 7946 0958')
  expect(formatPhone('not read')).toBe('not read')
})

test('`phoneDigits` keeps the digits of the country and drops the extension', () => {
  expect(phoneDigits('+18045550134')).toBe('18045550134')
  expect(phoneDigits('+18045550134 ext. 12')).toBe('18045550134')
  expect(phoneDigits('call 7')).toBe('7')
})

test.for<[string, boolean]>([
  ['(804) 555-0134', false],
  ['804 555 0134 x5', false],
  ['+44 20 7946 0958', false],
  ['(111) 555-0134', true],
  ['804 155 0134', true],
  ['911', false],
  ['', false],
])('`isUnlikelyPhone` of %j is %s', ([typed, unlikely]) => {
  expect(isUnlikelyPhone(typed)).toBe(unlikely)
})

test('`formatPhone` writes every number of country code 1 as the full parser does', () => {
  const seed = seedOf('phones of country code 1')
  const digits = fc.integer({ min: 0, max: 9_999_999_999 }).map((number) => String(number).padStart(10, '0'))
  fc.assert(
    fc.property(digits, (number) => {
      const kept = `+1${number}`
      expect(formatPhone(kept)).toBe(parsePhoneNumberFromString(kept, 'US')?.formatNational() ?? kept)
    }),
    { seed, numRuns: 500 },
  )
})
