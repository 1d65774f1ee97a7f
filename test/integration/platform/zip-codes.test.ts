import { expect, test } from 'vitest'
import zipcodes from 'zipcodes'
import { pointOfZip, townOfZip } from '../../../electron/platform/zip-codes.ts'

test('The table of ZIP codes holds the place and the town of every ZIP of the package, and no other ZIP', () => {
  const wrong = Array.from({ length: 100_000 }, (_, number) => String(number).padStart(5, '0')).filter((zip) => {
    const place = zipcodes.codes[zip]
    const [point, town] = [pointOfZip(zip), townOfZip(zip)]
    if (place === undefined) return point !== null || town !== null
    const isThere = point?.latitude === place.latitude && point.longitude === place.longitude
    return !isThere || town?.city !== place.city || town.state !== place.state
  })
  expect(wrong).toEqual([])
  expect(Object.keys(zipcodes.codes).filter((zip) => /^\d+$/.test(zip) && zip.length !== 5)).toEqual([])
})

test('The town of a ZIP has a city and a state, and other text has none', () => {
  expect(townOfZip('23220')).toEqual({ city: 'Richmond', state: 'VA' })
  expect(townOfZip('60601')).toEqual({ city: 'Chicago', state: 'IL' })
  for (const nowhere of ['00000', '', '2322', 'K1A', '23220-1', '__proto__', ' 23220'])
    expect(townOfZip(nowhere)).toBeNull()
})
