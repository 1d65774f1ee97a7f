import { afterEach, describe, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { describeFieldIssue } from '../../../../../renderer/app/text/field-issue-text.ts'
import { nameProvider } from '../../../../../renderer/booking/text/phone-text.ts'
import { FIELD_ISSUE_CODES, fieldIssues, type FieldIssueCode } from '../../../../../shared/field-issues.ts'
import { PRACTICE_ROOFTOP, rooftopSchema } from '../../../../../shared/booking/rooftop.ts'
import { providerSchema } from '../../../../../shared/desk/settings.ts'
import { zonedTimeSchema } from '../../../../../shared/time/zoned-time.ts'

const VALUES: Partial<Record<FieldIssueCode, { readonly [name: string]: string | number }>> = {
  'too-long': { max: 120 },
  'phone-unusually-short': { usual: 10 },
  'time-skipped': { local: '2026-03-08T02:30', zone: 'America/New_York' },
  'time-repeated': { local: '2026-11-01T01:30', zone: 'America/New_York' },
}

afterEach(() => nameProvider({ name: null, phone: null }))

describe('`describeFieldIssue`', () => {
  test('A payer that cannot be sent is described with whom to call instead', () => {
    nameProvider({ name: 'HopDrive', phone: '+18045550142' })
    expect(describeFieldIssue({ path: 'payerNumber', code: 'payer-not-taken' })).toContain(
      'call HopDrive at (804) 555-0142 to bill someone else',
    )
  })

  test.for(FIELD_ISSUE_CODES)('The code %s becomes a whole sentence', (code) => {
    const sentence = describeFieldIssue({ path: 'place.zip', code, fields: VALUES[code] ?? {} })
    expect(sentence).toMatch(/^[A-Z0-9].{10,160}\.$/)
    expect(sentence).not.toMatch(/undefined|NaN|null/)
  })

  test('Two codes never become the same sentence', () => {
    const sentences = FIELD_ISSUE_CODES.map((code) =>
      describeFieldIssue({ path: 'place.zip', code, fields: VALUES[code] ?? {} }),
    )
    expect(new Set(sentences).size).toBe(sentences.length)
  })

  test.for([
    ['customer.name', 'Enter a name.'],
    ['place.name', 'Enter a location name.'],
    ['rooftop.address.name', 'Enter a location name.'],
    ['rooftop.name', 'Enter a dealership name.'],
    ['vehicle.make', 'Enter a make.'],
    ['loaner.make', 'Enter a make.'],
    ['provider.address', 'Enter an address.'],
    ['somewhere.else', 'Enter something here.'],
  ] as const)('A missing value at %s is named as on the screen', ([path, sentence]) => {
    expect(describeFieldIssue({ path, code: 'missing' })).toBe(sentence)
  })

  test('A label of the caller stands in place of the label of the path', () => {
    const issue = { path: 'reference', code: 'missing' } as const
    expect(describeFieldIssue(issue)).toBe('Enter an RO number.')
    expect(describeFieldIssue(issue, 'VIN')).toBe('Enter a VIN.')
  })
})

describe('The sentences of issues that a schema found', () => {
  const sentences = (schema: z.ZodMiniType, input: unknown) => {
    const read = schema.safeParse(input)
    return read.success ? [] : fieldIssues(read.error).map((issue) => describeFieldIssue(issue))
  }
  const time = (local: string) => sentences(zonedTimeSchema, { local, zone: 'America/New_York', utc: '' })

  test('A time in a gap names the gap and the times to choose', () => {
    expect(time('2026-03-08T02:30')).toEqual([
      '2:30 AM does not exist on Sun, Mar 8: the clocks go forward from 2:00 AM (EST) to 3:00 AM (EDT). ' +
        'Choose a time before 2:00 AM, or 3:00 AM or later.',
    ])
  })

  test('A time in an overlap asks for the first or the second', () => {
    expect(time('2026-11-01T01:30')).toEqual([
      '1:30 AM happens twice on Sun, Nov 1: the clocks go back from 2:00 AM (EDT) to 1:00 AM (EST). ' +
        'Choose the first or the second.',
    ])
  })

  test('A number of minutes that is too large names its limit', () => {
    const rooftop = { ...PRACTICE_ROOFTOP, noticeMinutes: 1441, marginMinutes: 0.5 }
    expect(sentences(rooftopSchema, rooftop)).toEqual([
      'Send time must be a whole number of minutes from 0 to 1440.',
      'Buffer must be a whole number of minutes from 0 to 1440.',
    ])
  })

  test('A limit of trips that is no count names its range', () => {
    for (const tripLimit of [0, 201, 1.5]) {
      const wrong = sentences(rooftopSchema, { ...PRACTICE_ROOFTOP, tripLimit })
      expect(wrong).toEqual(['Trips at once must be a whole number from 1 to 200, or empty.'])
    }
  })

  test('A text that is far too long is reported with the limit of its field', () => {
    const address = `https://provider.example/${'a'.repeat(2000)}`
    expect(sentences(providerSchema, { address })).toEqual(['Address is too long: at most 300 characters.'])
  })
})

test('A missing reference of the provider is asked for without an article', () => {
  const missing = { path: 'reference', code: 'missing' } as const
  expect(describeFieldIssue(missing, 'Their reference')).toBe('Enter their reference.')
  expect(describeFieldIssue(missing)).toBe('Enter an RO number.')
})
