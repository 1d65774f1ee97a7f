import { duplicateQuery } from '../../../shared/booking/duplicates.ts'
import { describe, expect, test } from 'vitest'
import { hasLoaner } from '../../../shared/move/move.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore, REMOTE } from '../../support/desk/test-store.ts'

const HOPDRIVE = { remote: { ...REMOTE, profile: 'hopdrive' } }
const NONE = { withLoaner: false, loaner: null } as const

describe('A pair without a loaner', () => {
  test.for(['pickup', 'return'] as const)("A %s without a loaner is the customer's move alone", (action) => {
    const { book, moves } = openDeskStore(HOPDRIVE)
    const wanted = pairBooking(3, { action, ...NONE })
    const { id } = book(wanted)
    const read = moves.getBooking(id)
    if (!read.ok) throw new Error(read.failure.detail)
    const ends = ['Home', 'Northside Service lot']
    const [from, to] = action === 'pickup' ? ends : ends.toReversed()
    expect(read.value.moves).toMatchObject([
      { role: 'customer', pickup: { name: from }, delivery: { name: to }, vehicle: { vin: wanted.vehicle.vin } },
    ])
    expect(hasLoaner(read.value)).toBe(false)
    expect(moves.findBookings({ text: wanted.customer.name, limit: 10 })).toMatchObject({
      value: { bookings: [{ bookingId: id, kind: 'pair', moves: [{ role: 'customer' }] }] },
    })
  })

  test('A pair without a loaner is refused by field where the provider takes none, and nothing is saved', () => {
    const { moves } = openDeskStore()
    const refused = {
      ok: false,
      failure: { code: 'invalid', issues: [{ path: 'withLoaner', code: 'concierge-not-taken' }] },
    }
    const booking = pairBooking(2, NONE)
    expect(moves.bookMove(booking)).toMatchObject(refused)
    expect(moves.bookDespiteDuplicates({ booking, alike: ['another'], who: 'Dana R.' })).toMatchObject(refused)
    expect(moves.findBookings({ text: '', limit: 10 })).toMatchObject({ value: { bookings: [] } })
  })

  test('A change of a pair without a loaner keeps its one move and the unique part of its reference', () => {
    const { book, moves } = openDeskStore(HOPDRIVE)
    const [move] = book(pairBooking(2, NONE)).moves
    const { id } = book(pairBooking(4, NONE))
    const before = moves.getBooking(id)
    const changed = moves.changeBooking(id, pairBooking(6, { ...NONE, reference: 'RO 7' }))
    if (!before.ok || !changed.ok) throw new Error('not read')
    expect(changed.value.moves).toHaveLength(1)
    expect(changed.value.moves[0]?.id).toBe(before.value.moves[0]?.id)
    expect(changed.value.moves[0]?.id).not.toBe(move?.id)
    expect(changed.value.moves[0]?.reference).toMatch(/^RO 7 LK-.{10}C$/)
  })

  test.for([
    ['gain', pairBooking(2, NONE), pairBooking(2)],
    ['lose', pairBooking(2), pairBooking(2, NONE)],
  ] as const)('A pair cannot %s its loaner by a change, and nothing is changed', ([, booked, wanted]) => {
    const { book, moves } = openDeskStore(HOPDRIVE)
    const { id } = book(booked)
    const before = moves.getBooking(id)
    expect(moves.changeBooking(id, wanted)).toMatchObject({ failure: { code: 'not-possible', detail: 'other-kind' } })
    expect(moves.getBooking(id)).toEqual(before)
  })

  test('A pair without a loaner is found as a duplicate of a pair with one', () => {
    const { book, moves } = openDeskStore(HOPDRIVE)
    const { id } = book(pairBooking(2, NONE))
    expect(moves.findDuplicates(duplicateQuery(pairBooking(2), null))).toMatchObject({ value: [{ booking: { id } }] })
  })
})
