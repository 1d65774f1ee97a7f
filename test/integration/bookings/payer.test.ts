import { describe, expect, test } from 'vitest'
import { bookingRequest } from '../../../electron/provider/build-request.ts'
import { parseBooking } from '../../../shared/booking/booking.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore, REMOTE } from '../../support/desk/test-store.ts'

const HOPDRIVE = { ...REMOTE, profile: 'hopdrive' }
const payerOf = (booking: BookedMoves) =>
  (JSON.parse(bookingRequest(booking, { profile: 'hopdrive', rooftop: null }).body) as { third_party_payer?: number })
    .third_party_payer

describe('The payer of a booking', () => {
  test.for([
    ['pair', pairBooking(1)],
    ['one-way', oneWayBooking(2)],
  ] as const)('A %s keeps its own payer, or the payer of the settings when it was saved', ([, booking]) => {
    let usual: number | null = null
    const { book, moves } = openDeskStore({ remote: HOPDRIVE, defaultPayer: () => usual })
    const ids = [book(booking).id]
    usual = 7
    ids.push(book(booking).id, book({ ...booking, payerNumber: 9 }).id)
    usual = 8
    const stored = ids.map((id) => {
      const read = moves.getBooking(id)
      if (!read.ok) throw new Error(read.failure.detail)
      return read.value
    })
    expect(stored.map(({ payerNumber }) => payerNumber)).toEqual([null, 7, 9])
    expect(stored.map(payerOf)).toEqual([undefined, 7, 9])
  })

  test('A change of a booking stores the new payer, and a cleared payer means that of the settings', () => {
    const { book, moves } = openDeskStore({ remote: HOPDRIVE, defaultPayer: () => 7 })
    const { id } = book({ ...pairBooking(1), payerNumber: 9 })
    expect(moves.changeBooking(id, { ...pairBooking(1), payerNumber: 11 })).toMatchObject({
      value: { payerNumber: 11 },
    })
    expect(moves.changeBooking(id, pairBooking(1))).toMatchObject({ value: { payerNumber: 7 } })
  })

  test('A payer for a provider that takes none is refused by field, and nothing is saved or changed', () => {
    const { book, moves } = openDeskStore()
    const { id } = book(pairBooking(1))
    const refused = {
      ok: false,
      failure: { code: 'invalid', issues: [{ path: 'payerNumber', code: 'payer-not-taken' }] },
    }
    const wrong = { ...pairBooking(1), payerNumber: 9 }
    expect(moves.bookMove(wrong)).toMatchObject(refused)
    expect(moves.changeBooking(id, wrong)).toMatchObject(refused)
    expect(moves.getBooking(id)).toMatchObject({ value: { payerNumber: null } })
    expect(moves.findBookings({ text: '', limit: 10 })).toMatchObject({ value: { bookings: { length: 1 } } })
  })

  test.for([0, -1, 1.5, 2 ** 53, 'nine'])('A payer number of %s is refused by field', (payerNumber) => {
    expect(parseBooking({ ...oneWayBooking(1), payerNumber })).toMatchObject({
      failure: { issues: [{ path: 'payerNumber', code: 'not-a-positive-number' }] },
    })
  })
})
