import { expect, test } from 'vitest'
import zipcodes from 'zipcodes'
import { milesBetween } from '../../../electron/bookings/distance.ts'

test('`milesBetween` gives the miles between two ZIPs, and null for an unknown ZIP', () => {
  expect(milesBetween('23230', '23230')).toBe(0)
  expect(milesBetween('23230', '23220')).toBeGreaterThan(0)
  expect(milesBetween('23230', '23220')).toBeLessThan(10)
  // Richmond, VA to Chicago, IL.
  expect(milesBetween('23230', '60601')).toBeGreaterThan(500)
  expect(milesBetween('60601', '23230')).toBe(milesBetween('23230', '60601'))
  for (const nowhere of ['00000', '', '2323', 'abcde', 'K1A']) expect(milesBetween('23230', nowhere)).toBeNull()
})

test.each(['23230', '00501', '99950', '96701'])('From %s every ZIP is as far as the package says', (from) => {
  const zips = Object.keys(zipcodes.codes).filter((zip) => /^\d{5}$/.test(zip))
  const apart = zips.filter((zip) => {
    const miles = zipcodes.distance(from, zip)
    // The package computes no number for some ZIPs of the same place.
    return milesBetween(from, zip) !== (Number.isNaN(miles) ? 0 : miles)
  })
  expect(apart).toEqual([])
})
