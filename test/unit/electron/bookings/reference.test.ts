import { expect, test } from 'vitest'
import { moveReference } from '../../../../electron/bookings/reference.ts'
import { systemIds } from '../../../../electron/platform/ids.ts'
import { countingIds } from '../../../support/fakes/system.ts'

const ID = '06k6u0000000vvvvvvvvvv'
/** An id of an earlier version. */
const UUID = '019a6f00-0000-7000-8000-00ffffffffff'

test('A reference holds the typed reference, then our unique part', () => {
  expect(moveReference('RO 10412', ID, 'customer')).toBe('RO 10412 LK-ZZZZZZZZZZC')
  expect(moveReference(null, ID, 'customer')).toBe('LK-ZZZZZZZZZZC')
  expect(moveReference(null, '06k6u00000000000000001', 'single')).toBe('LK-0000000001C')
})

test('The reference of a booking that an earlier version saved stays as it was', () => {
  expect(moveReference('RO 10412', UUID, 'customer')).toBe('RO 10412 LK-ZZZZZZZZC')
  expect(moveReference(null, UUID.replace('ffffffffff', '123456789a'), 'loaner')).toBe('LK-28T5CY4TL')
  expect(moveReference(null, UUID.replace('ffffffffff', '0000000001'), 'single')).toBe('LK-00000001C')
})

test('A reference ends in L for a loaner and in C for every other move', () => {
  expect(moveReference(null, ID, 'loaner')).toBe('LK-ZZZZZZZZZZL')
  expect(moveReference(null, ID, 'single')).toBe(moveReference(null, ID, 'customer'))
})

test.for([
  ['20,000 random ids', systemIds],
  ['20,000 counting ids', countingIds()],
] as const)('The references of %s are all different and can be read aloud', ([, ids]) => {
  const seen = new Set<string>()
  for (let count = 0; count < 20_000; count += 1) {
    const id = ids.next()
    for (const role of ['customer', 'loaner'] as const) {
      const reference = moveReference('7', id, role)
      // I, L, O and U are misheard and misread, so a reference holds none of them.
      expect(reference).toMatch(/^7 LK-[0-9A-HJKMNP-TV-Z]{10}[CL]$/)
      seen.add(reference)
    }
  }
  expect(seen.size).toBe(40_000)
})

test('A reference is the same for the same booking and differs with each random bit of the id', () => {
  expect(moveReference('a', ID, 'loaner')).toBe(moveReference('a', ID, 'loaner'))
  const tail = (bits: bigint) => `06k6u0000000${bits.toString(32).padStart(10, '0')}`
  const seen = new Set(Array.from({ length: 50 }, (_, bit) => moveReference(null, tail(1n << BigInt(bit)), 'single')))
  expect(seen.size).toBe(50)
})
