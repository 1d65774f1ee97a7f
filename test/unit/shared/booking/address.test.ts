import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { takeApartAddress, zipAtEnd } from '../../../../shared/booking/address.ts'
import { STATE_CODES } from '../../../../shared/booking/us-state.ts'
import { seedOf } from '../../../support/fakes/system.ts'

const SEED = seedOf('address')
const apart = (text: string, zipCity: string | null = null) => {
  const parts = takeApartAddress(text, zipCity)
  return parts === null
    ? null
    : [parts.street, parts.unit, parts.city, parts.state, parts.zip].map((part) => part ?? '-').concat(parts.rest ?? [])
}

describe('`takeApartAddress`', () => {
  test.for<[string, string, (string | null)?]>([
    ['1816 Alder Row Apt 2, Richmond, VA 23220', '1816 Alder Row|Apt 2|Richmond|VA|23220'],
    ['1816 ALDER ROW APT 2 RICHMOND VA 23220', '1816 ALDER ROW|APT 2|RICHMOND|VA|23220'],
    ['1816 Alder Row, Unit 2B, Richmond, Virginia 23220-1234', '1816 Alder Row|Unit 2B|Richmond|VA|23220'],
    ['1816 Alder Row #2, Richmond VA 23220', '1816 Alder Row|#2|Richmond|VA|23220'],
    ['1816 Alder Row\r\nApt 2\r\nRichmond, VA 23220', '1816 Alder Row|Apt 2|Richmond|VA|23220'],
    ['1816 Alder Row Ste 200 Richmond, VA, 23220, USA', '1816 Alder Row|Ste 200|Richmond|VA|23220'],
    ['Apt 2, 1816 Alder Row, Richmond, VA 23220', '1816 Alder Row|Apt 2|Richmond|VA|23220'],
    ['12 N Court St Bldg 3 Apt 2, Richmond, VA 23220', '12 N Court St|Bldg 3 Apt 2|Richmond|VA|23220'],
    ['1816 Alder Row, Richmond, VA', '1816 Alder Row|-|Richmond|VA|-'],
    ['1816 Alder Row Unit B', '1816 Alder Row|Unit B|-|-|-'],
    ['1816 Alder Row, 23220', '1816 Alder Row|-|-|-|23220'],
    ['3901 W Hundred Rd Chester VA 23831', '3901 W Hundred Rd|-|Chester|VA|23831'],
    ['100 Park Ave St Louis MO 63101', '100 Park Ave|-|St Louis|MO|63101'],
    ['100 Broadway New York NY 10001', '100 Broadway|-|New York|NY|10001', 'New York'],
    ['55 Main St, Kansas City, Missouri 64105', '55 Main St|-|Kansas City|MO|64105'],
    ['9 Oak St, Charleston, West Virginia 25301', '9 Oak St|-|Charleston|WV|25301'],
    ['1600 Elm Ave NW, Washington, DC 20500', '1600 Elm Ave NW|-|Washington|DC|20500'],
    ['Riverside Park, 1816 Alder Row, Richmond, VA 23220', 'Riverside Park, 1816 Alder Row|-|Richmond|VA|23220'],
    ['PO Box 12, Richmond, VA 23220', 'PO Box 12|-|Richmond|VA|23220'],
    ['500 Court St Charleston WV', '500 Court St|-|Charleston|WV|-'],
    ['210 S Mulberry St Richmond VA 23220 gate 0417', '210 S Mulberry St|-|Richmond|VA|23220|gate 0417'],
    ['210 S Mulberry St, Richmond VA 23220, gate 04170', '210 S Mulberry St|-|Richmond|VA|23220|gate 04170'],
    ['210 S Mulberry St, Richmond VA 23220, (804) 555-0134', '210 S Mulberry St|-|Richmond|VA|23220|(804) 555-0134'],
    ['12 Elm St\nRichmond, VA 23220-1234\nleave at door', '12 Elm St|-|Richmond|VA|23220|leave at door'],
    ['12 Elm St Richmond VA 23220 1234', '12 Elm St|-|Richmond|VA|23220'],
  ])('`takeApartAddress` takes %j apart into %s', ([text, means, zipCity = null]) => {
    expect(apart(text, zipCity)?.join('|')).toBe(means)
  })

  test.for([
    '1816 Alder Row',
    '1 Court Sq, CT',
    'Hwy 60, Exit 12',
    '100 Highway 23220',
    'Lot 5',
    '',
    'call first',
    '12 ELM ST CALL ME',
    '500 Court St Charleston wv',
  ])('`takeApartAddress` leaves %j as typed', (text) => expect(takeApartAddress(text)).toBeNull())

  test('`takeApartAddress` leaves the city in the street where nothing tells them apart', () => {
    expect(apart('12 Circle Dr E Lansing MI 48823')).toEqual(['12 Circle Dr E Lansing', '-', '-', 'MI', '48823'])
  })

  const streets = fc
    .tuple(fc.integer({ min: 1, max: 9999 }), fc.constantFrom('Alder Row', 'W Cary St', 'Old Mill Rd', 'N 3rd Ave'))
    .map((pieces) => pieces.join(' '))
  const units = fc.constantFrom('', 'Apt 2', 'Unit 14B', '#7', 'Ste 300')
  const cities = fc.constantFrom('Richmond', 'Glen Allen', 'St Paul', 'Winston-Salem')
  const zips = fc.integer({ min: 501, max: 99_950 }).map((zip) => String(zip).padStart(5, '0'))
  const separators = fc.constantFrom(', ', ',', '\n', ' , ')

  test('`takeApartAddress` finds every part of a composed address, in each case and with each separator', () => {
    const state = fc.constantFrom(...STATE_CODES)
    fc.assert(
      fc.property(
        streets,
        units,
        cities,
        state,
        zips,
        separators,
        fc.boolean(),
        (street, unit, city, code, zip, by, caps) => {
          const text = `${street}${unit === '' ? '' : by + unit}${by}${city}${by}${code} ${zip}`
          const told = caps ? text.toUpperCase() : text
          const cased = (part: string) => (caps ? part.toUpperCase() : part)
          expect(takeApartAddress(told)).toEqual({
            street: cased(street),
            unit: unit === '' ? null : cased(unit),
            city: cased(city),
            state: code,
            zip,
            rest: null,
          })
          expect(zipAtEnd(told)).toBe(zip)
        },
      ),
      { seed: SEED, numRuns: 1000 },
    )
  })

  test('`takeApartAddress` loses no letter or digit of any text', () => {
    const letters = (text: string) => [...text.toUpperCase().replace(/[^A-Z0-9]/g, '')].sort().join('')
    const word = fc.constantFrom(
      '12',
      'Alder',
      'Row',
      'Apt',
      '2',
      ',',
      'VA',
      '23220',
      '#',
      'St',
      'N',
      'Unit',
      'CT',
      'B',
    )
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 9 }).map((words) => words.join(' ')),
        (text) => {
          const parts = takeApartAddress(text)
          if (parts === null) return
          expect(letters(Object.values(parts).join(''))).toBe(letters(text))
        },
      ),
      { seed: SEED, numRuns: 2000 },
    )
  })
})
