import { describe, expect, test } from 'vitest'
import {
  asReturn,
  rebookForm,
  formOf,
  returnTripForm,
} from '../../../../../renderer/scheduler/state/form-from-booking.ts'
import { toBooking } from '../../../../../renderer/scheduler/state/form.ts'
import { parseBooking, type Booking } from '../../../../../shared/booking/booking.ts'
import { instantsOf } from '../../../../../shared/time/time.ts'
import { addedFact, KIA, loanerFact, orderFact } from '../../../../support/builders/added-facts.ts'
import { oneWayBooking, pairBooking } from '../../../../support/builders/bookings.ts'
import { openDeskStore, REMOTE } from '../../../../support/desk/test-store.ts'

const ZONE = 'America/New_York'
/** On this night the clocks go back, so 1:30 AM comes twice. */
const [FIRST = '', SECOND = ''] = instantsOf('2027-11-07T01:30', ZONE)
const twice = (utc: string) => ({ local: '2027-11-07T01:30', zone: ZONE, utc })
const LOANER = {
  stock: 'LN-4',
  vin: '1M8GDM9AXKP900001',
  year: '2024',
  make: 'Buick',
  model: 'Encore',
  color: 'Red',
  manual: true,
}
const EMPTY_NOTES = { dealerContact: null, specialInstructions: null }
const NOTES = { dealerContact: 'Dana R.', specialInstructions: 'Gate code 0417\nRing twice' }
const WITHOUT_LOANER = pairBooking(4, { withLoaner: false, loaner: null, loanerNotes: EMPTY_NOTES })

describe('`formOf`', () => {
  test.each<[string, Booking]>([
    ['a pickup', pairBooking(2)],
    ['a return', pairBooking(1)],
    [
      'a pair with its loaner and every note',
      pairBooking(4, { loaner: LOANER, customerNotes: NOTES, loanerNotes: NOTES }),
    ],
    [
      'a pair at a place with a name and a unit',
      pairBooking(6, { place: { ...pairBooking(6).place, addressTwo: 'Apt 4' } }),
    ],
    ['a pickup without a loaner', WITHOUT_LOANER],
    ['a return without a loaner', { ...WITHOUT_LOANER, action: 'return' }],
    ['a one-way', oneWayBooking(3)],
    ['a one-way without a reference', oneWayBooking(5, { reference: null, notes: NOTES })],
    ['a one-way for another payer', oneWayBooking(5, { payerNumber: 77 })],
    ['a pair at the first 1:30 AM of that night', pairBooking(8, { appointment: twice(FIRST) })],
    ['a pair at the second 1:30 AM of that night', pairBooking(8, { appointment: twice(SECOND) })],
  ])('The form of %s is read back as the same booking', (_, booking) => {
    const kept = openDeskStore({ remote: { ...REMOTE, profile: 'hopdrive' } }).book(booking)
    const form = formOf(kept, ZONE)
    expect(form.changes).toBe(kept.id)
    expect(parseBooking(toBooking(form, ZONE))).toEqual({ ok: true, value: booking })
  })

  test('The form of a booking shows the phone in its usual form', () => {
    const form = formOf(openDeskStore().book(pairBooking(2)), ZONE)
    expect(form.customerPhone).toMatch(/^\(\d{3}\) 555-01\d\d$/)
  })

  test('The form of a booking keeps its instant when the zone of the rooftop has changed', () => {
    const booking = pairBooking(2)
    const form = formOf(openDeskStore().book(booking), 'America/Chicago')
    const again = parseBooking(toBooking(form, 'America/Chicago'))
    expect(again).toMatchObject({
      ok: true,
      value: { appointment: { zone: 'America/Chicago', utc: booking.appointment.utc } },
    })
  })
})

describe('A new booking from an earlier booking', () => {
  const kept = () => openDeskStore().book(pairBooking(4, { loaner: LOANER, customerNotes: NOTES, loanerNotes: NOTES }))
  const BLANK = { changes: '', date: '', time: '', occurrence: '' }

  test('`rebookForm` takes all of a booking except its time and changes no booking', () => {
    const booking = kept()
    expect(rebookForm(booking, ZONE)).toEqual({ ...formOf(booking, ZONE), ...BLANK })
  })

  test('The window of the old time stays behind, and a return takes the window that is typed for it', () => {
    const notes = { dealerContact: null, specialInstructions: 'Gate code 0417\nTime window: 9–11 AM' }
    const booking = openDeskStore().book(pairBooking(4, { customerNotes: notes }))
    expect(rebookForm(booking, ZONE).customerInstructions).toBe('Gate code 0417')
    const typed = { ...rebookForm(booking, ZONE), customerInstructions: 'Time window: 2–4 PM' }
    expect(asReturn(booking, typed, ZONE).customerInstructions).toBe('Gate code 0417\nTime window: 2–4 PM')
  })

  test('`formOf` has the repair order and the loaner that were added after the booking had left', () => {
    const addedFacts = [addedFact(orderFact('RO 501')), addedFact(loanerFact())]
    const booking = { ...openDeskStore().book(pairBooking(4, { loaner: null })), addedFacts }
    expect(formOf(booking, ZONE)).toMatchObject({
      reference: 'RO 501',
      loanerChoice: 'now',
      loanerVin: KIA.vin,
      loanerStock: KIA.stock,
    })
  })

  test('`returnTripForm` makes the same trip in the other direction', () => {
    const booking = kept()
    const form = { ...returnTripForm(booking, ZONE), date: '2099-06-08', time: '10:00' }
    const read = parseBooking(toBooking(form, ZONE))
    if (!read.ok) throw new Error(read.failure.detail)
    const back = openDeskStore().book(read.value)
    expect(back.action).toBe('return')
    expect(back.moves.map((move) => move.vehicle)).toEqual(booking.moves.map((move) => move.vehicle))
    for (const [at, move] of back.moves.entries()) {
      expect([move.pickup, move.delivery]).toEqual([booking.moves[at]?.delivery, booking.moves[at]?.pickup])
    }
  })
})
