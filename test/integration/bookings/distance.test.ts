import { expect, test } from 'vitest'
import { loadDistance, loadTowns } from '../../../electron/bookings/distance.ts'

test('`loadDistance` gives the miles between two ZIPs, and null for an unknown ZIP', async () => {
  const miles = await loadDistance()
  expect(miles('23230', '23230')).toBe(0)
  expect(miles('23230', '23220')).toBeGreaterThan(0)
  expect(miles('23230', '23220')).toBeLessThan(10)
  // Richmond, VA to Chicago, IL.
  expect(miles('23230', '60601')).toBeGreaterThan(500)
  expect(miles('60601', '23230')).toBe(miles('23230', '60601'))
  for (const nowhere of ['00000', '', '2323', 'abcde']) expect(miles('23230', nowhere)).toBeNull()
})

test('`loadTowns` gives the city and state of a ZIP, and null for other text', async () => {
  const townOf = await loadTowns()
  expect(townOf('23220')).toEqual({ city: 'Richmond', state: 'VA' })
  expect(townOf('60601')).toEqual({ city: 'Chicago', state: 'IL' })
  for (const nowhere of ['00000', '', '2322', 'K1A', '23220-1', '__proto__', ' 23220'])
    expect(townOf(nowhere)).toBeNull()
})
