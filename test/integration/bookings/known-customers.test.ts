import { describe, expect, test } from 'vitest'
import { bookingRequest } from '../../../electron/provider/build-request.ts'
import type { PairBooking } from '../../../shared/booking/booking.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore, type DeskStore } from '../../support/desk/test-store.ts'
import { valueOf } from '../../support/desk/test-desk.ts'

describe('`knownCustomer`', () => {
  const base = pairBooking(6)
  const place = (street: string): PairBooking['place'] => ({ ...base.place, addressOne: street })
  const notes = (specialInstructions: string | null) => ({ dealerContact: 'Dana R.', specialInstructions })
  const known = (desk: DeskStore, phone = '804 555 0106') => valueOf(desk.moves.knownCustomer(phone))

  test('`knownCustomer` gives the newest name of a phone, and each car and address once, the newest first', () => {
    const desk = openDeskStore()
    const book = (changes: Partial<PairBooking>) => {
      desk.clock.advance(60_000)
      return desk.book(pairBooking(6, changes))
    }
    const second = { ...base.vehicle, vin: '5GZCZ43D13S812715', make: 'Saturn', model: 'Vue' }
    book({ place: place('1 Pear Ct'), action: 'return' })
    book({ place: place('2 Pear Ct'), customerNotes: notes('Ring twice'), loanerNotes: notes('Park behind it') })
    book({ vehicle: second, place: place('2 Pear Ct'), customerNotes: notes(null), loanerNotes: notes('Park there') })
    const last = book({ customer: { name: 'Harriet Quill-Brandt', phone: '+18045550106 ext. 5' } })
    desk.book(pairBooking(7))
    const found = known(desk)
    expect(found).toMatchObject({ name: 'Harriet Quill-Brandt', lastSaved: last.savedAt })
    expect(found?.cars).toEqual([base.vehicle, second])
    expect(found?.places.map(({ place }) => place.addressOne)).toEqual([
      base.place.addressOne,
      '2 Pear Ct',
      '1 Pear Ct',
    ])
    expect(found?.places[0]?.place).toEqual(base.place)
    expect(found?.places.map((one) => [one.customerInstructions, one.loanerInstructions])).toEqual([
      ['Gate code 0417', null],
      // The instructions are the last ones booked there, although a later booking left them out.
      [null, 'Park there'],
      ['Gate code 0417', null],
    ])
  })

  test('`knownCustomer` gives the address of an earlier version once, with the code of its state', () => {
    const desk = openDeskStore()
    const before = desk.book(pairBooking(6))
    desk.store.write((tx) => tx.sql("UPDATE places SET state = 'Virginia'").run())
    desk.clock.advance(60_000)
    desk.book(pairBooking(6))
    expect(known(desk)?.places.map(({ place }) => place)).toEqual([{ ...base.place, state: 'VA' }])
    const stored = valueOf(desk.moves.getBooking(before.id))
    expect(stored.moves.map((move) => [move.pickup.state, move.delivery.state])).toEqual([
      ['VA', 'VA'],
      ['VA', 'VA'],
    ])
    expect(JSON.stringify(bookingRequest(stored, { profile: 'baseline', rooftop: null }))).not.toContain('Virginia')
  })

  test('`knownCustomer` gives null for another phone, for an invalid phone, and after a withdrawal', () => {
    const desk = openDeskStore()
    const booked = desk.book(base)
    expect(known(desk)).not.toBeNull()
    for (const other of ['804 555 0107', '80455501', '', '911', 'Harriet', '%', '+1804555010']) {
      expect(known(desk, other)).toBeNull()
    }
    valueOf(desk.moves.withdrawBooking(booked.id))
    expect(known(desk)).toBeNull()
  })
})
