import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { KnownCustomer } from '../../../../../shared/booking/customer.ts'
import {
  customerFields,
  clearedFields,
  isPrefilled,
  otherVehicleFields,
  townFields,
  type PrefilledFields,
} from '../../../../../renderer/scheduler/state/prefill-rules.ts'
import {
  emptyForm,
  FIELDS,
  restoreForm,
  type BookingForm,
  type FieldName,
} from '../../../../../renderer/scheduler/state/form.ts'
import { seedOf } from '../../../../support/fakes/system.ts'

const SEED = seedOf('fills')
const RICHMOND = { city: 'Richmond', state: 'VA' }
const CHICAGO = { city: 'Chicago', state: 'IL' }

const car = (vin: string | null, make: string) => ({
  vin,
  make,
  model: 'Enclave',
  year: '2019',
  color: null,
  stock: null,
  manual: make === 'Volvo',
})
const place = (street: string, name = 'Harriet Quill', gate: string | null = 'Gate code 0417') => ({
  place: { name, addressOne: street, addressTwo: null, city: 'Glen Allen', state: 'VA', zip: '23220' },
  customerInstructions: gate,
  loanerInstructions: null,
})
const QUILL: KnownCustomer = {
  name: 'Harriet Quill',
  since: '2024-01-02T15:00:00Z',
  latest: [],
  lastSaved: '2026-11-01T12:00:00Z',
  cars: [car('1M8GDM9AXKP042788', 'Buick'), car(null, 'Volvo')],
  places: [place('1 Pear Ct'), place('2 Hull St', 'Work', null)],
}
const FIRST = { car: 0, place: 0 }

const note = (filled: PrefilledFields, values: Partial<BookingForm>, from: 'zip' | 'customer'): PrefilledFields => ({
  ...filled,
  ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, from }])),
})

describe('The prefill from a ZIP', () => {
  test('A ZIP fills empty fields and its own fields, and no field that a person typed', () => {
    const form = restoreForm({ placeZip: '23220', placeState: 'Virginia' })
    const values = townFields(form, {}, 'place', RICHMOND)
    expect(values).toEqual({ placeCity: 'Richmond' })
    const filled = note({}, values, 'zip')
    const next = { ...form, ...values, placeZip: '60601' }
    expect(townFields(next, filled, 'place', CHICAGO)).toEqual({ placeCity: 'Chicago' })
    expect(townFields(next, filled, 'place', null)).toEqual({ placeCity: '' })
    expect(townFields({ ...next, placeCity: 'Bon Air' }, filled, 'place', CHICAGO)).toEqual({})
  })

  test("A ZIP leaves the city of a known customer's address until the ZIP changes", () => {
    const values = customerFields(emptyForm(), {}, QUILL, FIRST)
    const filled = note({}, values, 'customer')
    const form = { ...emptyForm(), ...values }
    expect(townFields(form, filled, 'place', RICHMOND)).toEqual({})
    expect(townFields({ ...form, placeZip: '60601' }, filled, 'place', CHICAGO)).toEqual({
      placeCity: 'Chicago',
      placeState: 'IL',
    })
  })
})

describe('The prefill from a known customer', () => {
  test('A known customer fills name, car and address, and another choice replaces the first', () => {
    const values = customerFields(emptyForm(), {}, QUILL, FIRST)
    expect(values).toMatchObject({
      customerName: 'Harriet Quill',
      vehicleMake: 'Buick',
      vehicleGearbox: 'automatic',
      placeName: '',
      placeStreet: '1 Pear Ct',
      placeCity: 'Glen Allen',
      customerInstructions: 'Gate code 0417',
      loanerInstructions: '',
    })
    const filled = note({}, values, 'customer')
    const form = { ...emptyForm(), ...values }
    expect(customerFields(form, filled, QUILL, { car: 1, place: 1 })).toMatchObject({
      vehicleVin: '',
      vehicleMake: 'Volvo',
      vehicleGearbox: 'manual',
      placeName: 'Work',
      placeStreet: '2 Hull St',
      // The gate code of one address must not stay with another address.
      customerInstructions: '',
    })
  })

  test('A known customer never fills a part of a car or of an address', () => {
    const form = restoreForm({ vehicleColor: 'Red', placeUnit: 'Apt 4' })
    expect(customerFields(form, {}, QUILL, FIRST)).toEqual({ customerName: 'Harriet Quill' })
  })

  test('A known customer fills no instructions without its address and overwrites no instructions', () => {
    const typed = restoreForm({ customerInstructions: 'Ring twice', placeStreet: '9 Pear Ct' })
    expect(customerFields(typed, {}, QUILL, FIRST)).not.toHaveProperty('customerInstructions')
    const values = customerFields({ ...typed, placeStreet: '' }, {}, QUILL, FIRST)
    expect(values).toMatchObject({ placeStreet: '1 Pear Ct' })
    expect(values).not.toHaveProperty('customerInstructions')
  })

  test('A different VIN typed over the known VIN clears the filled facts of the known car', () => {
    const values = customerFields(emptyForm(), {}, QUILL, FIRST)
    const filled = note({}, values, 'customer')
    const form = { ...emptyForm(), ...values, vehicleColor: 'Red' }
    const other = { ...form, vehicleVin: '5GZCZ43D13S812715' }
    const { vehicleYear, vehicleMake, vehicleModel } = emptyForm()
    expect(otherVehicleFields(other, filled)).toEqual({ vehicleYear, vehicleMake, vehicleModel })
    for (const same of ['1m8gdm9axkp042788', '042788', '']) {
      expect(otherVehicleFields({ ...form, vehicleVin: same }, filled)).toEqual({})
    }
  })

  test('A VIN typed for a known car without a VIN keeps the facts of that car', () => {
    const values = customerFields(emptyForm(), {}, QUILL, { car: 1, place: 0 })
    const form = { ...emptyForm(), ...values, vehicleVin: '5GZCZ43D13S812715' }
    expect(otherVehicleFields(form, note({}, values, 'customer'))).toEqual({})
  })

  test('`clearedFields` removes the fields of a known customer except later edits', () => {
    const values = customerFields(emptyForm(), {}, QUILL, FIRST)
    const filled = note({}, values, 'customer')
    const form = { ...emptyForm(), ...values, vehicleColor: 'Red', placeStreet: '1 Pear Court' }
    const after = { ...form, ...clearedFields(form, filled, 'customer') }
    expect(after).toEqual({ ...emptyForm(), vehicleColor: 'Red', placeStreet: '1 Pear Court' })
  })
})

test('A prefill never overwrites a field that a person typed, in any form', () => {
  const text = fc.constantFrom('', ' ', 'x', '23220', 'Richmond', 'VA', 'Buick')
  const some = fc.dictionary(fc.constantFrom(...FIELDS), text, { maxKeys: 20 })
  const ours = fc.subarray([...FIELDS])
  let filledOnce = 0
  fc.assert(
    fc.property(some, ours, fc.boolean(), (typed, byDesk, known) => {
      const form = restoreForm(typed)
      const filled: PrefilledFields = Object.fromEntries(
        byDesk.map((name) => [name, { value: form[name], from: 'zip' as const }]),
      )
      const values = known ? customerFields(form, filled, QUILL, FIRST) : townFields(form, filled, 'place', RICHMOND)
      for (const name of Object.keys(values) as FieldName[]) {
        filledOnce += 1
        const mine = form[name].trim() === '' || form[name] === emptyForm()[name] || byDesk.includes(name)
        expect(mine).toBe(true)
        expect(isPrefilled({ ...form, ...values }, note(filled, values, 'zip'), name)).toBe(
          values[name] !== emptyForm()[name],
        )
      }
    }),
    { seed: SEED, numRuns: 500 },
  )
  expect(filledOnce).toBeGreaterThan(100)
})
