import { describe, expect, test } from 'vitest'
import { decisionsOn } from '../../../electron/store/tables/decisions.ts'
import { confirmMove } from '../../../electron/store/tables/moves.ts'
import { entryOfBooking } from '../../../electron/store/tables/outbox.ts'
import { duplicateQuery, type DuplicateQuery } from '../../../shared/booking/duplicates.ts'
import type { Booking, PairBooking } from '../../../shared/booking/booking.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { instantsOf } from '../../../shared/time/time.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore, type DeskStore } from '../../support/desk/test-store.ts'
import { valueOf } from '../../support/desk/test-desk.ts'
import { START } from '../../support/fakes/system.ts'
import { toldMove } from '../../support/builders/provider-response.ts'

const ZONE = 'America/New_York'
const at = (local: string) => ({ local, zone: ZONE, utc: instantsOf(local, ZONE)[0] ?? '' })

describe('Duplicate candidates', () => {
  const evening = at('2099-06-07T23:30')
  const base = pairBooking(6, { appointment: at('2099-06-07T00:30') })
  const other = (changes: Partial<PairBooking>) =>
    pairBooking(13, { action: 'pickup', appointment: evening, ...changes })
  const alike = (desk: DeskStore, booking: Booking, except: string | null = null) =>
    valueOf(desk.moves.findDuplicates(duplicateQuery(booking, except))).map((one) => one.booking.id)

  test.for<[string, Booking]>([
    ['the repair order', other({ reference: base.reference?.toLowerCase() ?? null })],
    ['the phone', other({ customer: { name: 'Somebody', phone: base.customer.phone } })],
    ['the phone with an extension', other({ customer: { name: 'Somebody', phone: `${base.customer.phone} ext. 9` } })],
    ['the name', other({ customer: { name: base.customer.name.toUpperCase(), phone: '804 555 0199' } })],
    ['the VIN', other({ vehicle: base.vehicle })],
    ['the VIN in a one-way', oneWayBooking(14, { readyBy: evening, vehicle: base.vehicle })],
    ['the VIN as a loaner', other({ loaner: base.vehicle })],
  ])('`findDuplicates` finds a booking of the same day that shares %s', ([, booking]) => {
    const desk = openDeskStore()
    const { id } = desk.book(base)
    desk.book(pairBooking(21))
    expect(alike(desk, booking)).toEqual([id])
    expect(alike(desk, booking, id)).toEqual([])
  })

  test('`findDuplicates` ignores a booking of another day and a booking that shares nothing', () => {
    const desk = openDeskStore()
    desk.book(base)
    desk.book(oneWayBooking(5, { readyBy: evening, reference: null, vehicle: { ...base.vehicle, vin: null } }))
    expect(alike(desk, pairBooking(6, { appointment: at('2099-06-08T00:00') }))).toEqual([])
    expect(alike(desk, pairBooking(6, { appointment: at('2099-06-06T23:59') }))).toEqual([])
    expect(alike(desk, other({}))).toEqual([])
    const bare = oneWayBooking(9, { readyBy: evening, reference: null, vehicle: { ...base.vehicle, vin: null } })
    expect(alike(desk, bare)).toEqual([])
  })

  test('`findDuplicates` ignores withdrawn bookings and bookings with every move canceled', () => {
    const desk = openDeskStore()
    const taken = desk.book(base)
    const canceled = desk.book(base)
    const half = desk.book(base)
    expect(alike(desk, base)).toEqual([taken.id, canceled.id, half.id])
    valueOf(desk.moves.withdrawBooking(taken.id))
    cancel(desk, canceled, canceled.moves.length)
    cancel(desk, half, 1)
    expect(alike(desk, base)).toEqual([half.id])
  })

  test.for<[string, Booking, unknown]>([
    ['the same car at the same time', base, { kind: 'same', likenesses: ['vehicle', 'repair-order', 'phone', 'name'] }],
    [
      'the same customer at the same time with another car',
      pairBooking(13, { action: 'pickup', appointment: base.appointment, customer: base.customer }),
      { kind: 'same', likenesses: ['phone', 'name'] },
    ],
    ['the same car at another time', pairBooking(6, { appointment: evening }), { kind: 'alike' }],
    [
      'the same car at the same time in a one-way',
      oneWayBooking(14, { readyBy: base.appointment, vehicle: base.vehicle }),
      { kind: 'alike', likenesses: ['vehicle'] },
    ],
    [
      'a loaner that is the car of the other at the same time',
      pairBooking(13, { action: 'pickup', appointment: base.appointment, loaner: base.vehicle }),
      { kind: 'alike', likenesses: ['loaner'] },
    ],
  ])('`findDuplicates` asks only about the same direction, time and car or customer: %s', ([, booking, expected]) => {
    const desk = openDeskStore()
    desk.book(base)
    expect(valueOf(desk.moves.findDuplicates(duplicateQuery(booking, null)))).toMatchObject([expected])
  })

  test('A pickup and a return of one car, repair order and customer are no duplicates of one another', () => {
    for (const [first, second] of [
      ['pickup', 'return'],
      ['return', 'pickup'],
    ] as const) {
      const desk = openDeskStore()
      desk.book(pairBooking(6, { action: first, appointment: at('2099-06-07T09:00') }))
      for (const local of ['2099-06-07T09:00', '2099-06-07T17:00']) {
        expect(alike(desk, pairBooking(6, { action: second, appointment: at(local) }))).toEqual([])
      }
    }
  })

  test('`findDuplicates` works on what is typed so far, and ignores text that is no phone yet', () => {
    const desk = openDeskStore()
    const { id } = desk.book(base)
    const blank = { kind: 'pair', action: 'pickup', reference: null, name: null, vin: null, loanerVin: null } as const
    const query = { ...blank, utc: evening.utc, phone: null, except: null }
    const found = (typed: Partial<DuplicateQuery>) =>
      valueOf(desk.moves.findDuplicates({ ...query, ...typed })).map((one) => [one.booking.id, one.kind])
    expect(found({ phone: '(804) 555-0106' })).toEqual([[id, 'alike']])
    expect(found({ vin: ` vin: ${base.vehicle.vin?.toLowerCase()} ` })).toEqual([[id, 'alike']])
    expect(found({ phone: '804 555 0106', utc: base.appointment.utc })).toEqual([[id, 'same']])
    for (const nothing of [
      {},
      { phone: '804 555' },
      { name: ' ' },
      { vin: '' },
      { phone: '(804) 555-0106', utc: null },
    ]) {
      expect(found(nothing)).toEqual([])
    }
  })

  test('The booking of the same time comes first, however many others the day has', () => {
    const desk = openDeskStore()
    for (let hour = 1; hour <= 12; hour += 1) {
      desk.book(pairBooking(6, { appointment: at(`2099-06-07T${String(hour).padStart(2, '0')}:00`) }))
    }
    const [first, ...others] = valueOf(
      desk.moves.findDuplicates(duplicateQuery(pairBooking(6, { appointment: at('2099-06-07T12:00') }), null)),
    )
    expect([first?.kind, others.length, others.some(({ kind }) => kind === 'same')]).toEqual(['same', 9, false])
  })

  test('`bookDespiteDuplicates` saves the booking with the person and the duplicates', () => {
    const desk = openDeskStore()
    const first = desk.book(base)
    const saved = valueOf(desk.moves.bookDespiteDuplicates({ booking: base, alike: [first.id], who: 'Dana R.' }))
    expect(saved.id).not.toBe(first.id)
    const decided = desk.store.read((view) => decisionsOn(view, entryOfBooking(view, saved.id)?.id ?? ''))
    expect(decided).toMatchObject([{ kind: 'booked-despite-duplicates', who: 'Dana R.', detail: first.id }])
    expect(desk.store.read((view) => decisionsOn(view, entryOfBooking(view, first.id)?.id ?? ''))).toEqual([])
    const late = { ...base, appointment: at('2001-01-01T10:00') }
    expect(desk.moves.bookDespiteDuplicates({ booking: late, alike: [first.id], who: null }).ok).toBe(false)
  })
})

function cancel(desk: DeskStore, booking: BookedMoves, moves: number): void {
  for (const [place, move] of booking.moves.slice(0, moves).entries()) {
    const number = Number.parseInt(booking.id.replace(/\D/g, '').slice(-6), 10) * 10 + place
    const said = toldMove(number, { cancelStatus: 'canceled' })
    desk.store.write((tx) => confirmMove(tx, move.id, said, START))
  }
}
