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
  return { find, ours, move, total: all.length }
}

describe('`findBookings`', () => {
  test('`findBookings` finds a booking by number, repair order, name, phone, end of the VIN and loaner stock', () => {
    const { find, ours, move } = desk()
    const found = (text: string) => find(text).bookings.map(({ bookingId }) => bookingId)
    for (const text of ['77123', 'RO 10027', '10027', 'ines nunez 27', 'Núñez 27', '0127', '(804) 555-0127']) {
      expect(found(text), text).toEqual([ours.id])
    }
    for (const text of ['P000027', 'LN-27']) expect(found(text), text).toEqual([ours.id])
    expect(find('77123').bookings[0]?.moves.map(({ moveId }) => moveId)).toEqual(ours.moves.map(({ id }) => id))
    expect(move.id).toBe(ours.moves[0]?.id)
  })

  test('`findBookings` finds nothing by unknown words, and lists every booking for an empty text', () => {
    const { find, total } = desk()
    expect(find('nobody of that name')).toMatchObject({ bookings: [], ids: [], more: false, total, shown: [] })
    const first = find('', 3)
    expect(first).toMatchObject({ more: true, total, ids: null, groups: { today: 0, upcoming: total, earlier: 0 } })
    const times = first.bookings.map(({ time }) => time.utc)
    expect(times).toEqual(times.toSorted())
    expect(find('', 200)).toMatchObject({ more: false })
  })
})
