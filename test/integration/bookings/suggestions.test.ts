import { expect, test } from 'vitest'
import { pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'
import { valueOf } from '../../support/desk/test-desk.ts'

test('`suggestCustomers` finds customers by the end of the phone and the beginnings of name and street, each once', () => {
  const desk = openDeskStore()
  desk.book(pairBooking(6))
  desk.clock.advance(60_000)
  desk.book(pairBooking(6, { action: 'return' }))
  desk.book(pairBooking(7))
  const found = (field: 'phone' | 'name' | 'street', text: string) =>
    valueOf(desk.moves.suggestCustomers({ field, text })).map(({ name }) => name)
  expect(found('phone', '0106')).toEqual(['Harriet Quill 6'])
  expect(found('phone', '(804) 555-0106')).toEqual(['Harriet Quill 6'])
  expect(found('name', 'har qu')).toEqual(['Harriet Quill 6'])
  expect(found('name', 'okaf')).toEqual(['Miles Okafor 7'])
  expect(found('street', '206 s mul')).toEqual(['Harriet Quill 6'])
  for (const text of ['06', 'x', '%', '"', 'rriet']) {
    expect([found('phone', text), found('name', text)]).toEqual([[], []])
  }
})

test('`suggestVehicles` finds makes and the models of a make by their beginning', () => {
  const desk = openDeskStore()
  for (const number of [0, 1, 2, 4]) desk.book(pairBooking(number))
  const { suggestVehicles } = desk.moves
  expect(valueOf(suggestVehicles('', null))).toEqual(['Buick', 'Subaru', 'Toyota'])
  expect(valueOf(suggestVehicles('to', null))).toEqual(['Toyota'])
  expect(valueOf(suggestVehicles('c', 'toyota'))).toEqual(['Camry'])
  expect(valueOf(suggestVehicles('c', 'Buick'))).toEqual([])
})

test('`knownCustomer` tells since when the customer is one, and the three latest bookings', () => {
  const desk = openDeskStore()
  const first = desk.book(pairBooking(6))
  const others = [34, 62, 90].map((number) => {
    desk.clock.advance(60_000)
    return desk.book(pairBooking(6, { reference: `RO ${number}` }))
  })
  const known = valueOf(desk.moves.knownCustomer('804 555 0106'))
  expect([known?.since, known?.latest.length]).toEqual([first.savedAt, 3])
  expect(others.length).toBe(3)
})
