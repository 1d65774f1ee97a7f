import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDestination } from '../../../electron/practice/schemas/destination.ts'
import { readyBy, geocode } from '../../../electron/practice/domain/geocode.ts'
import { parseWireTime } from '../../../electron/practice/schemas/times.ts'
import { proves } from '../../support/spec-rows.ts'

const ADDRESS = { name: 'A', addressOne: '1 Main St.', addressTwo: null, city: 'Boston', state: 'MA', zip: '02110' }

describe('The destination line of a one-way', () => {
  const place = {
    name: 'Body shop',
    addressOne: '12 Hull St',
    addressTwo: null,
    city: 'Richmond',
    state: 'VA',
    zip: '23224',
  }

  test.each([
    ['Destination: Body shop, 12 Hull St, Richmond, VA 23224', place],
    ['Destination: Body shop, 12 Hull St, Unit 3, Richmond, VA 23224', { ...place, addressTwo: 'Unit 3' }],
    ['Keys inside.\r\nDestination: Body shop, 12 Hull St, Richmond, VA 23224\r\nThanks', place],
    ['Destination: Other, 1 A St, Boston, MA 02110\nDestination: Body shop, 12 Hull St, Richmond, VA 23224', place],
    ['Destination: Body shop, 12 Hull St, Richmond, VA 23224\nDestination: unknown', place],
    ['Destination: Body shop, 12 Hull St, Richmond, va 23224', { ...place, state: 'va' }],
    ['Destination: Body shop, 12 Hull St, Richmond, Virginia 23224', { ...place, state: 'Virginia' }],
    ['Destination: Body shop, 12 Hull St, Richmond, West Virginia  23224', { ...place, state: 'West Virginia' }],
    ['Destination: Body shop, 12 Hull St, Richmond, V.A. 23224', { ...place, state: 'V.A.' }],
  ])('The instructions %j name a destination', (text, expected) => {
    proves('4.2: not-shown-destination')
    expect(parseDestination(text)).toEqual(expected)
  })

  test.each([
    null,
    '',
    'Destination:',
    'Destination: Body shop',
    'Destination: Body shop, Richmond, VA 23224',
    'Destination: Body shop, 12 Hull St, Richmond, VA 2322',
    'Destination: Body shop, , Richmond, VA 23224',
    'Destination: a, b, c, d, e, VA 23224',
    'The Destination: Body shop, 12 Hull St, Richmond, VA 23224',
    `Destination: ${'x'.repeat(201)}, 12 Hull St, Richmond, VA 23224`,
  ])('The instructions %j name no destination', (text) => {
    expect(parseDestination(text)).toBe(null)
  })
})

test('An address has one place however its state is spelled', () => {
  const at = (state: string) =>
    geocode({ name: 'Body shop', addressOne: '12 Hull St', addressTwo: null, city: 'Richmond', state, zip: '23224' })
  for (const state of ['va', 'Virginia', 'V.A.']) expect(at(state)).toEqual(at('VA'))
  expect(at('VA').fullAddress).toBe('12 Hull St, Richmond, VA 23224, USA')
  expect(at('Virgina').key).not.toBe(at('VA').key)
})

describe('The ready-by of a pair', () => {
  test.each([
    ['the same ZIP', '23220', '23220', '2026-11-24T18:15:00Z'],
    // About 21.5 km in a straight line: 28 km by road, 42 minutes at 40 km/h.
    ['two ZIPs across town', '23220', '23113', expect.stringMatching(/^2026-11-24T1(7:[345]|8:0)\d:00Z$/)],
    ['an unknown ZIP next to a known one', '23220', '23299', expect.stringMatching(/^2026-11-24T1[78]:\d\d:00Z$/)],
  ])('The ready-by of a pair with %s allows for the drive', (_, from, to, expected) => {
    proves('4.3: not-shown-ready-by')
    const zipPoint = (zip: string) => geocode({ ...ADDRESS, zip }).point
    expect(readyBy('2026-11-24T19:00:00Z', zipPoint(from), zipPoint(to))).toEqual(expected)
    expect(readyBy('2026-11-24T19:00:00Z', zipPoint(to), zipPoint(from))).toEqual(expected)
  })

  test('One degree of latitude counts as 217 minutes of driving', () => {
    expect(readyBy('2026-11-24T19:00:00Z', { lat: 37, lon: -77 }, { lat: 38, lon: -77 })).toBe('2026-11-24T14:53:00Z')
  })
})

test('A place id follows from the address alone', () => {
  proves('2.3: google_place_id, full_address')
  const one = geocode(ADDRESS)
  expect(one).toMatchObject({
    fullAddress: '1 Main St., Boston, MA 02110, USA',
    point: { lat: 42.3576, lon: -71.0514 },
  })
  expect(geocode({ ...ADDRESS, name: 'B', addressOne: '1  main st' }).googlePlaceId).toBe(one.googlePlaceId)
  expect(geocode({ ...ADDRESS, addressTwo: '2' }).googlePlaceId).not.toBe(one.googlePlaceId)
})

describe('`readWireTime`', () => {
  test('`readWireTime` reads every instant of 2000 to 2199 in each form and offset', () => {
    const wall = (ms: number) => new Date(ms).toISOString().slice(0, 19)
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2000, 0, 2) / 1000, max: Date.UTC(2199, 11, 30) / 1000 }),
        fc.integer({ min: -14 * 60, max: 14 * 60 }),
        fc.constantFrom('', '.1', '.999', '.123456789'),
        (seconds, minutes, fraction) => {
          const utc = `${wall(seconds * 1000)}Z`
          const two = (number: number) => String(Math.abs(number)).padStart(2, '0')
          const zone = `${minutes < 0 ? '-' : '+'}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`
          expect(parseWireTime(`${wall(seconds * 1000).replace('T', ' ')}${fraction}`)).toBe(utc)
          expect(parseWireTime(`${wall(seconds * 1000)}${fraction}Z`)).toBe(utc)
          expect(parseWireTime(`${wall((seconds + minutes * 60) * 1000)}${fraction}${zone}`)).toBe(utc)
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('`readWireTime` accepts 29 February in leap years only', () => {
    expect(parseWireTime('2028-02-29 00:00:00')).toBe('2028-02-29T00:00:00Z')
    expect(parseWireTime('2100-02-29 00:00:00')).toBe(null)
  })
})
