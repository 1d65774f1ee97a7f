import { expect, test } from 'vitest'
import { openDeskStore } from '../../support/desk/test-store.ts'
import { pairBooking } from '../../support/builders/bookings.ts'

test('a listener that throws does not deny the commit that it was told of', () => {
  const { store, moves } = openDeskStore()
  const faults: unknown[] = []
  const later: string[] = []
  store.onChange(() => {
    throw new Error('the window is gone')
  })
  store.onChange((bookingIds) => later.push(...bookingIds))
  store.onFault((error) => faults.push(error))
  const saved = moves.bookMove(pairBooking(1))
  expect(saved).toMatchObject({ ok: true, value: { state: 'waiting' } })
  expect(faults).toHaveLength(1)
  expect(later).toHaveLength(1)
})

test('a write within a write is refused, since its listeners would hear of what is not on disk yet', () => {
  const { store } = openDeskStore()
  expect(() => store.write(() => store.write(() => 1))).toThrow('a write within a write')
})
