import { describe, expect, test } from 'vitest'
import { bookingDifferences, moveDifferences } from '../../../../shared/move/provider-differences.ts'
import { addDestination } from '../../../../shared/move/destination-line.ts'
import type { ProviderMoveValues } from '../../../../shared/move/provider-values.ts'
import { aMove, LOT, ONE_WAY, PAIR } from '../../../support/builders/booked-moves.ts'

const BASELINE = { supportsDestination: false }
const NESTED = { supportsDestination: true }

const sent = { dealerContact: 'Ann, bay 4', specialInstructions: 'Ring twice at the side door' }
const differences = (providerValues: ProviderMoveValues, profile = BASELINE) =>
  moveDifferences(aMove('single', { ...sent, providerValues }), profile)

describe('`moveDifferences`', () => {
  test('`moveDifferences` is empty before a response, and for what was sent in another spelling', () => {
    expect(differences({})).toEqual([])
    expect(
      differences({
        dealerContact: 'ANN,  BAY 4',
        specialInstructions: addDestination(sent.specialInstructions, LOT),
        vin: '1m8gdm9a-xkp042788',
        color: 'WHITE',
        gearbox: 'automatic',
        pickupName: 'home',
        pickupUnit: 'Apt 4',
        deliveryName: 'Northside Service lot',
      }),
    ).toEqual([])
  })

  test('`moveDifferences` names a destination that the provider dropped of a pair without a loaner alone', () => {
    const move = aMove('customer', { providerValues: { deliveryStreet: null } })
    expect(moveDifferences(move, NESTED, { withLoaner: false })).toEqual([{ name: 'deliveryStreet', has: null }])
    expect(moveDifferences(move, NESTED)).toEqual([])
  })

  test('`moveDifferences` names a changed, a cut and a dropped value', () => {
    expect(
      differences({
        dealerContact: null,
        specialInstructions: addDestination('Ring twice', LOT),
        color: 'Green',
        make: null,
        gearbox: 'manual',
        pickupUnit: null,
        pickupName: 'Mulberry St',
      }),
    ).toEqual([
      { name: 'dealerContact', has: null },
      { name: 'make', has: null },
      { name: 'color', has: 'Green' },
      { name: 'gearbox', has: 'manual' },
      { name: 'pickupName', has: 'Mulberry St' },
      { name: 'pickupUnit', has: null },
      { name: 'specialInstructions', has: 'Ring twice' },
    ])
  })

  test('`moveDifferences` names a value that the provider has and the desk never sent, and no empty one', () => {
    expect(differences({ stock: 'S-9' })).toEqual([{ name: 'stock', has: 'S-9' }])
    expect(differences({ stock: null })).toEqual([])
    expect(moveDifferences(aMove('loaner', { vehicle: null, providerValues: { stock: 'LN-3' } }), BASELINE)).toEqual([
      { name: 'stock', has: 'LN-3' },
    ])
  })

  test('`moveDifferences` sets the destination in the last line of a one-way’s instructions apart', () => {
    expect(differences({ specialInstructions: addDestination(sent.specialInstructions, CAR_LOT) })).toEqual([
      { name: 'destination', has: 'Other lot, 9 Elm St, Richmond, VA 23230' },
    ])
    expect(differences({ specialInstructions: sent.specialInstructions })).toEqual([{ name: 'destination', has: null }])
    expect(differences({ specialInstructions: null })).toEqual([
      { name: 'specialInstructions', has: null },
      { name: 'destination', has: null },
    ])
    // With a field for the destination, the instructions hold no destination.
    expect(differences({ specialInstructions: sent.specialInstructions }, NESTED)).toEqual([])
  })

  test('`moveDifferences` misses a destination only where the request has a field for a destination', () => {
    expect(differences({ deliveryName: null })).toEqual([])
    expect(differences({ deliveryName: null }, NESTED)).toEqual([{ name: 'deliveryName', has: null }])
    expect(differences({ deliveryName: 'Elsewhere' })).toEqual([{ name: 'deliveryName', has: 'Elsewhere' }])
  })
})

const CAR_LOT = { ...LOT, name: 'Other lot', addressOne: '9 Elm St' }

describe('`bookingDifferences`', () => {
  const of = (providerValues: (typeof PAIR)['providerValues']) => bookingDifferences({ ...PAIR, providerValues })

  test('`bookingDifferences` is empty for the same customer, phone, kind and appointment', () => {
    expect(of({})).toEqual([])
    expect(
      of({
        customerName: 'Harriet  Quill',
        customerPhone: '(804) 555-0134',
        action: 'pickup',
        appointment: '2026-11-24T19:00:00Z',
      }),
    ).toEqual([])
  })

  test('`bookingDifferences` names a cut phone, a cut name, another kind and another appointment', () => {
    expect(
      of({ customerName: 'Harriet', customerPhone: '555-0134', action: 'return', appointment: '2026-11-24T20:00:00Z' }),
    ).toEqual([
      { name: 'customerName', has: 'Harriet' },
      { name: 'customerPhone', has: '555-0134' },
      { name: 'action', has: 'return' },
      { name: 'appointment', has: '2026-11-24T20:00:00Z' },
    ])
    expect(of({ customerPhone: null })).toEqual([{ name: 'customerPhone', has: null }])
    expect(bookingDifferences(ONE_WAY)).toEqual([])
  })
})
