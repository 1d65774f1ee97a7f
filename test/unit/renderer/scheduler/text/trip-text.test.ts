import { expect, test } from 'vitest'
import { restoreForm } from '../../../../../renderer/scheduler/state/form.ts'
import { tripStops } from '../../../../../renderer/scheduler/text/trip-text.ts'

const CAR = { vehicleModel: 'Enclave', placeStreet: '210 S Mulberry St', placeUnit: 'Apt 4' }
const LOANER = { loanerChoice: 'now', loanerStock: 'LN-14', loanerModel: 'Encore' }
const words = (typed: Record<string, string>) => tripStops(restoreForm(typed), 'Service lot').map(({ deed }) => deed)

test('The driver of a pickup brings the loaner and takes the car, and the driver of a return the reverse', () => {
  expect(words({ ...CAR, ...LOANER, kind: 'pickup' })).toEqual([
    'Picks up LN-14 Encore',
    'Hands over LN-14 Encore, takes the Enclave',
    'Drops off the Enclave',
  ])
  expect(words({ ...CAR, ...LOANER, kind: 'return' })).toEqual([
    'Picks up the Enclave',
    'Hands over the Enclave, takes LN-14 Encore',
    'Drops off LN-14 Encore',
  ])
})

test('A trip without a loaner has two stops, and begins at the customer for a pickup', () => {
  const stops = tripStops(restoreForm({ ...CAR, loanerChoice: 'none' }), 'Service lot')
  expect(stops.map(({ place }) => place)).toEqual(['210 S Mulberry St, Apt 4', 'Service lot'])
  expect(words({ ...CAR, kind: 'return', loanerChoice: 'none' })).toEqual([
    'Picks up the Enclave',
    'Drops off the Enclave',
  ])
})

test('Vehicles and places without a name are called by what they are', () => {
  expect(words({ kind: 'pickup' })).toEqual([
    'Picks up the loaner',
    "Hands over the loaner, takes the customer's car",
    "Drops off the customer's car",
  ])
  expect(words({ kind: 'one-way' })).toEqual(['Picks up the vehicle', 'Drops off the vehicle'])
})
