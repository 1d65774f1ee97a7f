import { expect, test } from 'vitest'
import { effectiveVehicle } from '../../shared/booking/added-facts.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { changeSchema } from '../../shared/outbox/amendment.ts'
import { moveDifferences } from '../../shared/move/provider-differences.ts'
import { KIA, loanerFact, orderFact } from '../support/builders/added-facts.ts'
import { WHO } from '../support/builders/amendment.ts'
import { pairBooking } from '../support/builders/bookings.ts'
import { behindProxy, numbersOf, read, type BehindProxy } from '../support/desk/hopdrive-desk.ts'
import { valueOf } from '../support/desk/test-desk.ts'

/* A loaner that is chosen after the booking has left, at a practice service of the profile `hopdrive`. */

const loanerOf = (booking: BookedMoves) => {
  const move = booking.moves.find(({ role }) => role === 'loaner')
  if (move === undefined) throw new Error('a pair without a loaner move')
  return move
}
/** Waits until the provider has shown both moves again. */
async function shown(at: BehindProxy): Promise<void> {
  at.clock.moveOn(7 * 60)
  await at.later(2)
}

test('A loaner that is added while the provider takes changes arrives there as a change of the loaner move alone', async () => {
  const at = await behindProxy()
  const booked = await at.booked(pairBooking(2, { loaner: null }))
  valueOf(at.desk.addFact(booked.id, loanerFact(), WHO))
  valueOf(at.desk.addFact(booked.id, orderFact('RO 501'), WHO))
  expect(await at.facts.next('amendment-closed')).toMatchObject({ state: 'completed' })
  expect(at.applied('change')).toBe(1)
  expect(at.arrived('change').map((body) => JSON.parse(body) as unknown)).toEqual([
    Object.fromEntries(Object.entries(KIA).map(([part, value]) => [`vehicle_${part}`, value])),
  ])
  await shown(at)
  const after = read(at, booked.id)
  const move = loanerOf(after)
  expect(move.providerVehicle).toMatchObject(KIA)
  expect(moveDifferences(move, { supportsDestination: true })).toEqual([])
  expect(move.reference).toBe(loanerOf(booked).reference)
  expect(after.moves.find(({ role }) => role === 'customer')?.amendments).toEqual([])
  expect([after.reference, effectiveVehicle(after, move)]).toMatchObject([booked.reference, KIA])
  const red = changeSchema.parse({ color: 'Red' })
  valueOf(at.desk.requestChange(move.id, red, WHO))
  expect(await at.facts.next('amendment-closed')).toMatchObject({ state: 'completed' })
  const changed = read(at, booked.id)
  expect(effectiveVehicle(changed, loanerOf(changed))).toMatchObject({ ...KIA, color: 'Red' })
  expect(valueOf(at.desk.findBookings({ text: 'kia soul', limit: 5 })).bookings).toMatchObject([
    { moves: [{ role: 'customer' }, { vin: KIA.vin }] },
  ])
})

test('A loaner that is added after its vehicle was collected stays on the desk, and the provider is asked nothing', async () => {
  const at = await behindProxy()
  const booked = await at.booked(pairBooking(2, { loaner: null }))
  const [, number = 0] = numbersOf(booked)
  for (let step = 0; step < 3; step += 1) await at.service.step(number)
  await shown(at)
  valueOf(at.desk.addFact(booked.id, loanerFact(), WHO))
  await shown(at)
  const after = read(at, booked.id)
  expect(after.addedFacts).toMatchObject([{ loaner: KIA, amendmentId: null, keptBecause: 'collected' }])
  expect([loanerOf(after).amendments, at.arrived('change')]).toEqual([[], []])
})
