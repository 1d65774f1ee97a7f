import { describe, expect, test } from 'vitest'
import type { PairBooking } from '../../../shared/booking/booking.ts'
import type { OpenPickupQuery } from '../../../shared/booking/open-pickup.ts'
import type { BookedMoves, MoveRole } from '../../../shared/move/move.ts'
import { addMinutes, toLocal } from '../../../shared/time/time.ts'
import { confirmMove } from '../../../electron/store/tables/moves.ts'
import { bringTo } from '../../support/builders/outbox-entries.ts'
import { toldMove } from '../../support/builders/provider-response.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore, type DeskStore } from '../../support/desk/test-store.ts'
import { valueOf } from '../../support/desk/test-desk.ts'

const ZONE = 'America/New_York'
const DAY_MINUTES = 24 * 60

function deskAt() {
  const desk = openDeskStore()
  const inMinutes = (minutes: number) => {
    const utc = addMinutes(desk.clock.now(), minutes)
    return { local: toLocal(utc, ZONE), zone: ZONE, utc }
  }
  const book = (action: 'pickup' | 'return', minutes: number, changes: Partial<PairBooking> = {}) =>
    desk.book(pairBooking(6, { action, appointment: inMinutes(minutes), ...changes }))
  /** Records what the provider says about the cancellation of these moves. */
  const cancel = ({ moves }: BookedMoves, statuses: { readonly [role in MoveRole]?: string }) =>
    desk.store.write((tx) => {
      for (const [index, { id, role }] of moves.entries()) {
        const cancelStatus = statuses[role]
        if (cancelStatus !== undefined) confirmMove(tx, id, toldMove(101 + index, { cancelStatus }), desk.clock.now())
      }
    })
  return { ...desk, book, cancel }
}

function found(desk: Pick<DeskStore, 'moves'>, query: Partial<OpenPickupQuery>) {
  return valueOf(desk.moves.findOpenPickup({ phone: null, vin: null, reference: null, ...query }))?.id ?? null
}

describe('`findOpenPickup`', () => {
  const { customer, vehicle, reference } = pairBooking(6)

  test('A pickup is found by its phone, VIN or repair order until its return is booked', () => {
    const desk = deskAt()
    const pickup = desk.book('pickup', 60)
    const queries = [{ phone: customer.phone }, { vin: vehicle.vin }, { reference: reference?.toLowerCase() ?? null }]
    expect(queries.map((query) => found(desk, query))).toEqual([pickup.id, pickup.id, pickup.id])
    const back = desk.book('return', 400)
    expect(queries.map((query) => found(desk, query))).toEqual([null, null, null])
    valueOf(desk.moves.withdrawBooking(back.id))
    expect(found(desk, { phone: customer.phone })).toBe(pickup.id)
    valueOf(desk.moves.withdrawBooking(pickup.id))
    expect(found(desk, { phone: customer.phone })).toBeNull()
  })

  test('The return of one car leaves the pickup of the other car of the customer open', () => {
    const desk = deskAt()
    const first = desk.book('pickup', 60)
    const second = desk.book('pickup', 90, { vehicle: pairBooking(8).vehicle, reference: 'RO 10008' })
    desk.book('return', 400, { vehicle: pairBooking(8).vehicle, reference: 'RO 10008' })
    expect(second.id).not.toBe(first.id)
    expect(found(desk, { phone: customer.phone })).toBe(first.id)
  })

  test.for([
    [{ customer: 'succeeded' }, false],
    [{ customer: 'canceled', loaner: 'succeeded' }, false],
    [{ customer: 'partial' }, false],
    [{ loaner: 'succeeded' }, true],
    [{ customer: 'pending', loaner: 'pending' }, true],
    [{ customer: 'failed' }, true],
  ] as const)('A pickup whose moves have the cancel statuses %j is found: %s', ([statuses, isFound]) => {
    const desk = deskAt()
    const pickup = desk.book('pickup', 60)
    desk.cancel(pickup, statuses)
    expect(found(desk, { phone: customer.phone })).toBe(isFound ? pickup.id : null)
  })

  test('A canceled or rejected return leaves its pickup open, and a rejected pickup is none', () => {
    const desk = deskAt()
    const pickup = desk.book('pickup', 60)
    const back = desk.book('return', 400)
    desk.cancel(back, { customer: 'succeeded' })
    expect(found(desk, { phone: customer.phone })).toBe(pickup.id)
    bringTo(desk.store, desk.book('return', 400), 'refused')
    expect(found(desk, { phone: customer.phone })).toBe(pickup.id)
    bringTo(desk.store, pickup, 'refused')
    expect(found(desk, { phone: customer.phone })).toBeNull()
  })

  test('A return before the pickup belongs to an earlier visit', () => {
    const desk = deskAt()
    desk.book('return', 60)
    const pickup = desk.book('pickup', 400)
    expect(found(desk, { vin: vehicle.vin })).toBe(pickup.id)
  })

  test('Nothing typed, a half phone, and a pickup of more than thirty days away find nothing', () => {
    const desk = deskAt()
    desk.book('pickup', 31 * DAY_MINUTES)
    for (const query of [{}, { phone: '804 555' }, { reference: ' ' }, { phone: customer.phone }]) {
      expect(found(desk, query)).toBeNull()
    }
  })
})
