import { straightKm, type Point } from './geocode.ts'

/*
 * What a driven move costs. The amounts follow from the two places alone, so each fetch and each start tells the same.
 */

const BASE_CENTS = 2_400
const CENTS_PER_MILE = 185
const FUEL_CENTS_PER_MILE = 17
const MILES_PER_KM = 0.621371

/**
 * Returns the charge of a delivered move, or of a move that was stopped on the way, which costs half and no fuel, in
 * the form of test/spec/provider.md#charges. The amounts are dollars, and nothing is ever paid or disputed.
 */
export function chargeOf(from: Point, to: Point, isStopped: boolean) {
  const miles = straightKm(from, to) * MILES_PER_KM
  const transport = Math.round((BASE_CENTS + CENTS_PER_MILE * miles) * (isStopped ? 0.5 : 1))
  const fuel = isStopped ? 0 : Math.round(FUEL_CENTS_PER_MILE * miles)
  const due = (transport + fuel) / 100
  const notes = isStopped ? 'Stopped before the delivery' : null
  return {
    type: 'move',
    status: 'open',
    disputed: false,
    dispute_reason: null,
    discount_amount: 0,
    discount_reason: null,
    due_amount: due,
    paid_amount: 0,
    balance_remaining: due,
    details: [
      { name: 'Transport', amount: transport / 100, notes },
      ...(fuel === 0 ? [] : [{ name: 'Fuel', amount: fuel / 100, notes: null }]),
    ],
  }
}
