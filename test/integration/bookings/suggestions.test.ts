import { expect, test } from 'vitest'
import { suggestCustomers } from '../../../electron/bookings/suggestions.ts'
import { indexDueLines } from '../../../electron/store/queries/search-index.ts'
import type { View } from '../../../electron/store/tx.ts'
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
  const expectAll = () => {
    expect(found('phone', '0106')).toEqual(['Harriet Quill 6'])
    expect(found('phone', '(804) 555-0106')).toEqual(['Harriet Quill 6'])
    expect(found('name', 'har qu')).toEqual(['Harriet Quill 6'])
    expect(found('name', 'okaf')).toEqual(['Miles Okafor 7'])
    expect(found('street', '206 s mul')).toEqual(['Harriet Quill 6'])
    for (const text of ['06', 'x', '%', '"', 'rriet']) {
      expect([found('phone', text), found('name', text)]).toEqual([[], []])
    }
  }
  // The lines are found while they are due, by the index, and by the index rows of an earlier version.
  expectAll()
  desk.store.writeIndex((tx) => indexDueLines(tx, 50))
  expectAll()
  desk.store.writeIndex((tx) => {
    tx.sql(`INSERT INTO move_search_fts (move_search_fts) VALUES ('delete-all')`).run()
    tx.sql('INSERT INTO move_search_fts (rowid, doc) SELECT seq, doc FROM move_search').run()
  })
  expectAll()
})

test('`suggestCustomers` leaves out withdrawn bookings, and reads whole rows of the customers with the typed name alone', () => {
  const desk = openDeskStore()
  const named = (number: number, name: string) => ({ customer: { ...pairBooking(number).customer, name } })
  desk.book(pairBooking(39, named(39, 'Camille White')))
  // All these cars are white.
  for (let number = 0; number < 30; number += 1) desk.book(pairBooking(number))
  const withdrawn = desk.book(pairBooking(42, named(42, 'Noel White')))
  valueOf(desk.moves.withdrawBooking(withdrawn.id))
  const rows: string[] = []
  const found = desk.store.read((view) => {
    const counted: View = {
      sql(text) {
        if (text.includes('LEFT JOIN vehicles')) rows.push(text)
        return view.sql(text)
      },
    }
    return suggestCustomers(counted, { field: 'name', text: 'white' })
  })
  expect(found.map(({ name, vehicle }) => [name, vehicle?.color])).toEqual([['Camille White', 'White']])
  expect(rows).toHaveLength(2)
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
