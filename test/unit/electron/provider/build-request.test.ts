import { describe, expect, test } from 'vitest'
import { bookingRequest } from '../../../../electron/provider/build-request.ts'
import type { BookedMoves } from '../../../../shared/move/move.ts'
import {
  aMove,
  CAR,
  CUSTOMER_REFERENCE,
  HOME,
  LOANER_REFERENCE,
  LOT,
  ONE_WAY,
  PAIR,
} from '../../../support/builders/booked-moves.ts'
import { proves } from '../../../support/spec-rows.ts'

const HOPDRIVE = { profile: 'hopdrive', rooftop: 42 } as const

const BASELINE = { profile: 'baseline', rooftop: 42 } as const

/** Bodies made by hand from test/spec/service.md#one-way and #pair-request. */

const bodyOf = (booking: BookedMoves) => JSON.parse(bookingRequest(booking, BASELINE).body) as Record<string, unknown>

const FULL: BookedMoves = {
  ...PAIR,
  moves: [
    aMove('customer', {
      dealerContact: 'Dana R.',
      specialInstructions: 'Gate code 0417\nCall on arrival',
      vehicle: {
        stock: 'S-9',
        vin: '1M8GDM9AXKP042788',
        year: '2019',
        make: 'Buick',
        model: 'Enclave',
        color: 'White',
        manual: true,
      },
    }),
    aMove('loaner', {
      dealerContact: 'Lee',
      vehicle: {
        stock: 'LN-12',
        vin: '2T1BURHE0JC000001',
        year: '2022',
        make: 'Toyota',
        model: 'Corolla',
        color: 'Red',
        manual: false,
      },
    }),
  ],
}

describe('The request of a pair', () => {
  test('A pair with every optional field has exactly this body', () => {
    proves(
      '2.2: stock, vin, year, make, model, color, manual',
      '2.3: name, address_one, address_two, city, state, zip',
      '4: json',
      '4.3: call, appointment_time_utc, customer_name, customer_phone, customer_action, loaner_move',
      '4.3: customer_move, reference_id, dealer_contact, special_instructions, vehicle, pickup_location',
      '4.3: vehicle.stock, vehicle.vin, vehicle.year, vehicle.make, vehicle.model, vehicle.color',
      '4.3: vehicle.manual, pickup_location.name, pickup_location.address_one',
      '4.3: pickup_location.address_two, pickup_location.city, pickup_location.state',
      '4.3: pickup_location.zip',
      '6: sms',
      '8: utc',
      '9: prefix',
    )
    const { path, body } = bookingRequest(FULL, BASELINE)
    expect(path).toBe('/v1/concierge-loaner-moves')
    expect(JSON.parse(body)).toEqual({
      appointment_time_utc: '2026-11-24 19:00:00',
      customer_name: 'Harriet Quill',
      customer_phone: '+18045550134',
      customer_action: 'pickup',
      loaner_move: {
        dealer_contact: 'Lee',
        reference_id: LOANER_REFERENCE,
        vehicle: {
          stock: 'LN-12',
          vin: '2T1BURHE0JC000001',
          year: '2022',
          make: 'Toyota',
          model: 'Corolla',
          color: 'Red',
          manual: false,
        },
        pickup_location: {
          name: 'Northside Service lot',
          address_one: '4100 W Broad St',
          city: 'Richmond',
          state: 'VA',
          zip: '23230',
        },
      },
      customer_move: {
        dealer_contact: 'Dana R.',
        special_instructions: 'Gate code 0417\nCall on arrival',
        reference_id: CUSTOMER_REFERENCE,
        vehicle: {
          stock: 'S-9',
          vin: '1M8GDM9AXKP042788',
          year: '2019',
          make: 'Buick',
          model: 'Enclave',
          color: 'White',
          manual: true,
        },
        pickup_location: {
          name: 'Home',
          address_one: '212 S Mulberry St',
          address_two: 'Apt 4',
          city: 'Richmond',
          state: 'VA',
          zip: '23220',
        },
      },
    })
  })

  test('A pair without optional fields leaves them out and never sends null or an empty text', () => {
    proves(
      '1: loaner',
      '4.3: customer_action, dealer_contact, special_instructions, vehicle, vehicle.stock, vehicle.vin',
      '4.3: vehicle.year, vehicle.color, pickup_location.address_two',
    )
    const bare: BookedMoves = {
      ...PAIR,
      action: 'return',
      moves: [
        aMove('customer', {
          vehicle: { stock: null, vin: null, year: null, make: 'Buick', model: 'Enclave', color: null, manual: false },
          pickup: { ...HOME, addressTwo: null, resolved: { known: false } },
        }),
        aMove('loaner', { vehicle: null }),
      ],
    }
    const body = bodyOf(bare)
    expect(body['customer_action']).toBe('return')
    expect(body['loaner_move']).toEqual({
      reference_id: LOANER_REFERENCE,
      pickup_location: { name: LOT.name, address_one: LOT.addressOne, city: LOT.city, state: LOT.state, zip: LOT.zip },
    })
    expect(body['customer_move']).toEqual({
      reference_id: CUSTOMER_REFERENCE,
      vehicle: { make: 'Buick', model: 'Enclave', manual: false },
      pickup_location: { name: 'Home', address_one: '212 S Mulberry St', city: 'Richmond', state: 'VA', zip: '23220' },
    })
    expect(bookingRequest(bare, BASELINE).body).not.toMatch(/null|""/)
  })

  test('A loaner with only a stock number is sent with that number and its transmission', () => {
    proves('4.3: vehicle.make, vehicle.model')
    expect(bodyOf(PAIR)['loaner_move']).toMatchObject({ vehicle: { stock: 'LN-12', manual: false } })
    expect(Object.keys((bodyOf(PAIR)['loaner_move'] as { vehicle: object }).vehicle)).toEqual(['stock', 'manual'])
  })
})

describe('The request of a one-way', () => {
  const NOTES = { dealerContact: 'Dana R.', specialInstructions: 'Keys at the desk' }

  test('A one-way has exactly this flat body, with the destination as the last line of the instructions', () => {
    proves(
      '4.2: call, ready_by_time_utc, dealer_contact, special_instructions, reference_id, stock, vin',
      '4.2: year, make, model, color, manual, name, address_one, address_two, city, state, zip',
      '4.2: not-shown-nesting, not-shown-destination',
      '8: utc',
      '9: prefix',
    )
    const moves = [aMove('single', { ...NOTES, vehicle: { ...CAR, stock: 'S-9' } })]
    const { path, body } = bookingRequest({ ...ONE_WAY, moves }, BASELINE)
    expect(path).toBe('/v1/one-way-moves')
    expect(JSON.parse(body)).toEqual({
      ready_by_time_utc: '2026-11-24 19:00:00',
      dealer_contact: 'Dana R.',
      special_instructions: 'Keys at the desk\nDestination: Northside Service lot, 4100 W Broad St, Richmond, VA 23230',
      reference_id: CUSTOMER_REFERENCE,
      stock: 'S-9',
      vin: '1M8GDM9AXKP042788',
      year: '2019',
      make: 'Buick',
      model: 'Enclave',
      color: 'White',
      manual: false,
      name: 'Home',
      address_one: '212 S Mulberry St',
      address_two: 'Apt 4',
      city: 'Richmond',
      state: 'VA',
      zip: '23220',
    })
  })

  test('A one-way without notes has the destination as its instructions and no null value', () => {
    proves('4.2: dealer_contact, special_instructions, stock, not-shown-destination')
    const { body } = bookingRequest(ONE_WAY, BASELINE)
    expect(JSON.parse(body)).toMatchObject({
      special_instructions: 'Destination: Northside Service lot, 4100 W Broad St, Richmond, VA 23230',
    })
    expect(body).not.toContain('null')
    expect(body).not.toContain('dealer_contact')
  })
})

describe('A booking that cannot be written', () => {
  test.for([
    ['a pair without its loaner move', { ...PAIR, moves: [aMove('customer')] }],
    ['a pair without its customer move', { ...PAIR, moves: [aMove('loaner')] }],
    ['a pair without a customer vehicle', { ...PAIR, moves: [aMove('customer', { vehicle: null }), aMove('loaner')] }],
    ['a one-way without its move', { ...ONE_WAY, moves: [] }],
    ['a one-way without a vehicle', { ...ONE_WAY, moves: [aMove('single', { vehicle: null })] }],
    ['a pair with an invalid time', { ...PAIR, time: { ...PAIR.time, utc: 'soon' } }],
  ] as const)('`bookingRequest` throws for %s', ([, booking]) => {
    expect(() => bookingRequest(booking, BASELINE)).toThrow(/without|soon|Cannot parse/)
  })

  test('The same booking always gives the same bytes', () => {
    expect(bookingRequest(FULL, BASELINE).body).toBe(bookingRequest(structuredClone(FULL), BASELINE).body)
  })
})

describe('A request of the HopDrive profile', () => {
  const written = (booking: BookedMoves) => {
    const { path, body } = bookingRequest(booking, HOPDRIVE)
    return { path, body: JSON.parse(body) as Record<string, unknown> }
  }

  test('A HopDrive one-way holds both places inside its move, the rooftop and the duplicate check', () => {
    const asked = {
      ...ONE_WAY,
      moves: [aMove('single', { dealerContact: 'Dana R.', specialInstructions: 'Keys at the desk' })],
    }
    const { path, body } = written(asked)
    expect(path).toBe('/v1/one-way-moves')
    const flat = JSON.parse(bookingRequest(asked, BASELINE).body) as Record<string, unknown>
    expect(Object.keys(body).sort()).toEqual(['duplicate_check', 'move', 'ready_by_time_utc', 'rooftop'])
    expect(body).toMatchObject({
      rooftop: 42,
      duplicate_check: 'reference_num',
      ready_by_time_utc: flat['ready_by_time_utc'],
      move: {
        reference_num: flat['reference_id'],
        dealer_contact: 'Dana R.',
        special_instructions: 'Keys at the desk',
        vehicle: { make: flat['make'], model: flat['model'], manual: flat['manual'] },
        pickup_location: { name: flat['name'], address_one: flat['address_one'], zip: flat['zip'] },
        delivery_location: { name: asked.moves[0]?.delivery.name, zip: asked.moves[0]?.delivery.zip },
      },
    })
    expect(JSON.stringify(body)).not.toContain('reference_id')
  })

  test('A HopDrive pair differs from the baseline pair in its reference field, rooftop and duplicate check', () => {
    const { body } = written(FULL)
    const baseline = bookingRequest(FULL, BASELINE).body.replaceAll('reference_id', 'reference_num')
    expect(body).toEqual({ rooftop: 42, duplicate_check: 'reference_num', ...(JSON.parse(baseline) as object) })
    expect(JSON.parse(bookingRequest(FULL, { profile: 'hopdrive', rooftop: null }).body)).not.toHaveProperty('rooftop')
  })

  test.for([
    ['pair', FULL],
    ['one-way', ONE_WAY],
  ] as const)('A HopDrive %s names the payer of the booking beside its other fields', ([, booking]) => {
    expect(written({ ...booking, payerNumber: 77 }).body).toEqual({ third_party_payer: 77, ...written(booking).body })
  })

  test.for([
    ['pair', FULL],
    ['one-way', ONE_WAY],
  ] as const)('A baseline %s is the same request with and without a payer', ([, booking]) => {
    expect(bookingRequest({ ...booking, payerNumber: 77 }, BASELINE)).toEqual(bookingRequest(booking, BASELINE))
  })
})
