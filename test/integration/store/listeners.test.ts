import { expect, test } from 'vitest'
import { openDeskStore } from '../../support/desk/test-store.ts'
import { pairBooking } from '../../support/builders/bookings.ts'

test('A change listener that throws does not make a saved booking fail', () => {
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

test('A write within a write is refused', () => {
  const { store } = openDeskStore()
  expect(() => store.write(() => store.write(() => 1))).toThrow('a write within a write')
})
