import { describe, expect, test } from 'vitest'
import { confirmMove } from '../../../electron/store/tables/moves.ts'
import { indexMove } from '../../../electron/store/queries/search.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'
import { START } from '../../support/fakes/system.ts'
import { toldMove } from '../../support/builders/provider-response.ts'

/** Forty bookings, one of which is searched in every way that a person at the desk would use. */
function desk() {
  const { book, moves, store } = openDeskStore()
  const all = Array.from({ length: 40 }, (_, number) =>
    book(number % 5 === 4 ? oneWayBooking(number) : pairBooking(number)),
  )
  const ours = all[27]
  const move = ours?.moves[0]
  if (ours === undefined || move === undefined) throw new Error('no booking')
  store.write((tx) => {
    confirmMove(tx, move.id, toldMove(77_123), START)
    indexMove(tx, move.id)
  })
  const find = (text: string, limit = 200) => {
    const found = moves.findBookings({ text, limit })
    if (!found.ok) throw new Error(found.failure.detail)
    return found.value
  }
  return { find, ours, move, total: all.flatMap((booked) => booked.moves).length }
}

describe('`findBookings`', () => {
  test('`findBookings` finds a move by number, repair order, name, phone, end of the VIN and loaner stock', () => {
    const { find, ours, move } = desk()
    const both = ours.moves.map(({ id }) => id)
    expect(find('77123').moves.map(({ moveId }) => moveId)).toEqual([move.id])
    for (const text of ['RO 10027', '10027', 'ines nunez 27', 'Núñez 27']) {
      expect([
        text,
        find(text)
          .moves.map(({ moveId }) => moveId)
          .sort(),
      ]).toEqual([text, [...both].sort()])
    }
    expect(find('0127').moves.map(({ bookingId }) => bookingId)).toEqual([ours.id, ours.id])
    expect(find('(804) 555-0127').moves.map(({ bookingId }) => bookingId)).toEqual([ours.id, ours.id])
    expect(find('P000027').moves.map(({ moveId }) => moveId)).toEqual([move.id])
    expect(find('LN-27').moves.map(({ role, bookingId }) => [role, bookingId])).toEqual([['loaner', ours.id]])
  })

  test('`findBookings` finds nothing by unknown words, and gives the newest moves for an empty text', () => {
    const { find, total } = desk()
    expect(find('nobody of that name')).toEqual({ moves: [], ids: [], more: false, total, shown: [] })
    const newest = find('', 3)
    expect(newest).toMatchObject({ more: true, total })
    expect(newest.moves.map(({ reference }) => reference)).toEqual(['RO 10039', 'RO 10038', 'RO 10038'])
    expect(find('', 200)).toMatchObject({ more: false })
  })
})
