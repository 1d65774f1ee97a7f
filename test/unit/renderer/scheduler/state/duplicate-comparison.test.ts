import { expect, test } from 'vitest'
import {
  COMPARED_FIELDS,
  fromBooking,
  fromForm,
  isSame,
} from '../../../../../renderer/scheduler/state/duplicate-comparison.ts'
import { addedFact, orderFact } from '../../../../support/builders/added-facts.ts'
import { CONCIERGE, PAIR } from '../../../../support/builders/booked-moves.ts'
import { pairBooking } from '../../../../support/builders/bookings.ts'
import { START } from '../../../../support/fakes/system.ts'

test('The comparison shows an added repair order with the sent one, and each of them counts as the same', () => {
  const other = fromBooking({ ...PAIR, addedFacts: [addedFact(orderFact('RO 501'))] }, START)
  const typed = (reference: string | null) => fromForm(pairBooking(1, { reference }), START)
  expect(other.order).toBe('RO 501 (sent: RO 10412)')
  expect(fromBooking(PAIR, START).order).toBe('RO 10412')
  expect(fromBooking({ ...PAIR, reference: null }, START).order).toBe('none')
  expect(['ro 501', 'RO 10412', 'RO 7', null].map((reference) => isSame('order', typed(reference), other))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(isSame('order', typed(null), fromBooking({ ...PAIR, reference: null }, START))).toBe(false)
})

test('Every equal line but state and number counts as the same', () => {
  const booking = pairBooking(1)
  const typed = fromForm(booking, START)
  const other = { ...fromForm({ ...booking, reference: 'RO 7' }, START), state: typed.state, number: typed.number }
  const same = COMPARED_FIELDS.map(({ key }) => key).filter((key) => isSame(key, typed, other))
  expect(same).toEqual(['what', 'who', 'phone', 'car', 'vin', 'when', 'where'])
  const unknown = { ...typed, car: 'none', where: 'none' }
  expect([isSame('car', unknown, unknown), isSame('where', unknown, unknown)]).toEqual([false, false])
})

test('The comparison says whether a stored pair has a loaner', () => {
  expect([fromBooking(PAIR, START).what, fromBooking(CONCIERGE, START).what]).toEqual([
    'Pickup + loaner',
    'Pickup, no loaner',
  ])
  expect(fromBooking({ ...CONCIERGE, action: 'return' }, START).what).toBe('Return, no loaner')
})
