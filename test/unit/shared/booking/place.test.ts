import { describe, expect, test } from 'vitest'
import { placeSchema, formatPlace } from '../../../../shared/booking/place.ts'
import { HOME, LOT } from '../../../support/builders/booked-moves.ts'
import { proves } from '../../../support/spec-rows.ts'

const zip = (value: unknown) => placeSchema.safeParse({ ...HOME, zip: value })

describe('A ZIP', () => {
  test.for(['00000', '23220', '99999', ' 23220 ', '\t23220'])('The ZIP %j is taken and trimmed', (value) => {
    proves('2.3: zip', '8: zip')
    expect(zip(value).data?.zip).toBe(value.trim())
  })

  const among = [
    '23220-1234',
    '23220–1234',
    '23220\u2011 1234',
    '23220\u22121234',
    '232201234',
    ' 23220 1234',
    'ZIP 23220',
    'Zip code: 23220-1234',
    'zip:23220',
  ]
  test.for([
    ...among,
    'Richmond, VA 23220',
    'VA 23220-1234',
    '23220, USA',
    'Richmond VA 23220 United States',
    '23220.',
  ])('The ZIP %j is kept as 23220', (value) => {
    expect(zip(value).data?.zip).toBe('23220')
  })

  const near = [
    '2322',
    '232200',
    '23220-123',
    '23220-12345',
    '2322-01234',
    '23220-',
    '-1234',
    '2322O',
    '23 20',
    'a23220',
    '23220a',
    '-23220',
    '+2322',
    '2322.0',
    '２３２２０',
    '٢٣٢٢٠',
    '1e005',
    '12 Hull St 23220',
    '23220 23221',
    'VA23220',
    '23220 Canada',
    '0x123',
    '23220\n2',
  ]
  test.for(near)('The ZIP %j is refused', (value) => {
    proves('2.3: zip', '8: zip')
    const read = zip(value)
    expect(read.success).toBe(false)
    expect(read.error?.issues.map((issue) => issue.path)).toContainEqual(['zip'])
  })

  test('A missing ZIP is reported as missing, and a short ZIP as short of five digits', () => {
    expect(zip('').error?.issues.map((issue) => issue.message)).toEqual(['missing'])
    expect(zip('2322').error?.issues.map((issue) => issue.message)).toEqual(['zip-not-five-digits'])
  })

  test('A ZIP given as a number is refused, because leading zeros would be lost', () => {
    expect(zip(23220).success).toBe(false)
  })
})

test('`formatPlace` writes a place on one line, with its unit if it has one', () => {
  expect(formatPlace(HOME)).toBe('212 S Mulberry St, Apt 4, Richmond, VA 23220')
  expect(formatPlace(LOT)).toBe('4100 W Broad St, Richmond, VA 23230')
})
