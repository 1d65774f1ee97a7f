import { expect, test } from 'vitest'
import { loadDistance } from '../../../electron/bookings/distance.ts'

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
