import fc from 'fast-check'
import { expect, test } from 'vitest'
import { effectiveReference, effectiveVehicle } from '../../../shared/booking/added-facts.ts'
import { findLoanerConflict } from '../../../shared/booking/loaner-state.ts'
import { groupLoaners, type LoanerVisit } from '../../../shared/booking/loaners.ts'
import { planTrip } from '../../../shared/booking/trip.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { addMinutes, dateOf, dayOfDate, toLocal } from '../../../shared/time/time.ts'
import { orderFact } from '../../support/builders/added-facts.ts'
import { WHO } from '../../support/builders/amendment.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { bringTo } from '../../support/builders/outbox-entries.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'
import { valueOf } from '../../support/desk/test-desk.ts'

const ZONE = 'America/New_York'
const BEGIN = '2099-06-01T14:00:00Z'
const LEAVES = addMinutes(BEGIN, 5 * 24 * 60)

const NO_PARTS = { stock: null, vin: null, year: null, make: null, model: null, color: null }

const VINS = ['1M8GDM9AXKP042781', '1M8GDM9AXKP042782', '1M8GDM9AXKP042783']
const CARS = ['1M8GDM9AXKP000001', '1M8GDM9AXKP000002', '1M8GDM9AXKP000003', '1M8GDM9AXKP000004']

const loanerParts = fc.record({
  stock: fc.option(fc.constantFrom('LN-1', 'ln 1 Encore', 'LN2', 'LN-03', 'LN-4', 'LN-4A', 'LN-5'), { freq: 8 }),
  vin: fc.option(fc.constantFrom(...VINS), { freq: 2 }),
})
const reference = fc.option(fc.constantFrom('RO 1', 'ro 1', 'RO 2', 'ro 2', 'RO 3', 'RO 4'), { freq: 2 })

/** A pickup or return of one of six customers on one of eight days, with facts that were added later. */
const aVisit = fc.record({
  customer: fc.integer({ min: 1, max: 6 }),
  action: fc.constantFrom('pickup' as const, 'return' as const),
  hours: fc.integer({ min: 0, max: 8 * 24 }),
  loaner: fc.option(loanerParts),
  reference,
  vin: fc.option(fc.constantFrom(...CARS), { freq: 2 }),
  addedLoaner: fc.option(
    loanerParts.filter(({ stock, vin }) => stock !== null || vin !== null),
    { freq: 1 },
  ),
  addedReference: fc.option(fc.constantFrom('RO 1', 'RO 2', 'RO 3', 'RO 4'), { freq: 2 }),
})

function visitOf(booking: BookedMoves): readonly LoanerVisit[] {
  const { id, action, customerName, customerPhone, moves, time, readyBy } = booking
  const loaner = moves.find(({ role }) => role === 'loaner')
  const car = moves.find(({ role }) => role === 'customer')
  if (action === null || loaner === undefined || car === undefined) return []
  return [
    {
      bookingId: id,
      action,
      customerName,
      phone: customerPhone,
      time: time.utc,
      leaves: readyBy.utc < time.utc ? readyBy.utc : time.utc,
      vin: car.vehicle?.vin ?? null,
      reference: effectiveReference(booking),
      loaner: effectiveVehicle(booking, loaner),
      backAt: () => planTrip({ kind: 'pair', time: time.utc, readyBy: readyBy.utc, miles: null }).returns,
    },
  ]
}

function bookAll(visits: readonly (typeof aVisit extends fc.Arbitrary<infer Visit> ? Visit : never)[]) {
  const desk = openDeskStore()
  const ids: string[] = []
  for (const { customer, action, hours, addedLoaner, addedReference, ...visit } of visits) {
    const utc = addMinutes(BEGIN, hours * 60)
    const { customer: who, vehicle } = pairBooking(customer)
    const loaner = visit.loaner === null ? null : { ...NO_PARTS, ...visit.loaner, manual: false }
    const booking = pairBooking(customer, {
      action,
      customer: who,
      appointment: { local: toLocal(utc, ZONE), zone: ZONE, utc },
      vehicle: { ...vehicle, vin: visit.vin },
      loaner,
      reference: visit.reference,
    })
    const saved = valueOf(desk.moves.bookDespiteDuplicates({ booking, alike: [], promised: ids, who: WHO }))
    ids.push(saved.id)
    if (addedLoaner === null && addedReference === null) continue
    bringTo(desk.store, saved, 'in-doubt')
    if (addedLoaner !== null)
      valueOf(desk.moves.addFact(saved.id, { kind: 'loaner', loaner: { ...NO_PARTS, ...addedLoaner } }, WHO))
    if (addedReference !== null) valueOf(desk.moves.addFact(saved.id, orderFact(addedReference), WHO))
  }
  return { desk, bookings: ids.map((id) => valueOf(desk.moves.getBooking(id))) }
}

test('`checkLoaner` answers from the bookings of one loaner, in the store and in memory, as from all bookings', () => {
  const asked = fc.record({
    stock: fc.option(fc.constantFrom('ln1', 'LN-2', 'LN.3', 'LN_4 Enclave', 'ln#005')),
    vin: fc.option(fc.constantFrom(...VINS)),
    /** The place of the booking that is about to be changed. */
    changed: fc.option(fc.nat({ max: 11 })),
  })
  let conflicts = 0
  fc.assert(
    fc.property(
      fc.array(aVisit, { minLength: 12, maxLength: 30 }),
      fc.array(asked, { minLength: 24, maxLength: 24 }),
      (visits, all) => {
        const { desk, bookings } = bookAll(visits)
        // Of two visits at one time the store reads the booking that was saved last first.
        const known = bookings.toReversed().flatMap(visitOf)
        const { to } = dayOfDate(dateOf(LEAVES, ZONE), ZONE)
        for (const [nth, { changed, ...one }] of [...all, ...all].entries()) {
          // The second half asks the memory, the first half the store.
          if (nth === all.length) valueOf(desk.moves.readLoaners(LEAVES, null))
          const except = changed === null ? null : (bookings[changed]?.id ?? null)
          const loaners = groupLoaners(known.filter(({ bookingId }) => bookingId !== except))
          const check = {
            ...one,
            leaves: LEAVES,
            returns: null,
            name: null,
            phone: null,
            reference: null,
            except,
          }
          const expected = one.stock === null && one.vin === null ? null : findLoanerConflict(loaners, check, to)
          if (expected !== null) conflicts += 1
          const found = expected === null ? null : { ...expected, desk: null }
          expect(valueOf(desk.moves.checkLoaner(check)), nth < all.length ? 'store' : 'memory').toEqual(found)
        }
        desk.store.close()
      },
    ),
    { numRuns: 25, endOnFailure: true },
  )
  expect(conflicts).toBeGreaterThan(10)
})
