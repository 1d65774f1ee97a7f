import { describe, expect, test } from 'vitest'
import { parseFetched, parsePair, parseSingle } from '../../../../electron/provider/parse-response.ts'
import { parseNews } from '../../../../electron/provider/parse-values.ts'
import { CAR, CUSTOMER_REFERENCE, pairAnswer, singleAnswer } from '../../../support/builders/booked-moves.ts'
import { proves } from '../../../support/spec-rows.ts'

const single = (move: object, top: object = {}) =>
  parseSingle(JSON.stringify({ ...singleAnswer(move), ...top }))?.move.values

describe('The values in a response', () => {
  test('A response’s contact, instructions, vehicle, gearbox and place names are read as the provider has them', () => {
    proves('2.1: dealer_contact, special_instructions', '2.2: manual', '2.3: name')
    const values = single({
      dealer_contact: 'Ann, bay 4',
      special_instructions: 'Ring twice',
      vehicle: { stock: 'S-1', vin: CAR.vin, year: 2019, make: 'Buick', model: 'Enclave', color: null, manual: true },
    })
    expect(values).toEqual({
      reference: CUSTOMER_REFERENCE,
      dealerContact: 'Ann, bay 4',
      specialInstructions: 'Ring twice',
      stock: 'S-1',
      vin: CAR.vin,
      year: '2019',
      make: 'Buick',
      model: 'Enclave',
      color: null,
      gearbox: 'manual',
      pickupName: 'Home',
      deliveryName: 'Northside Service lot',
    })
  })

  test('A value that a response carries empty differs from a value that the response does not carry', () => {
    const carried = single({ dealer_contact: null, vehicle: { color: null } })
    expect(carried).toMatchObject({ dealerContact: null, color: null })
    const absent = single({ vehicle: { vin: CAR.vin } }) ?? {}
    expect(Object.keys(absent)).toEqual(['reference', 'vin', 'pickupName', 'deliveryName'])
    expect(single({ vehicle: null, reference_id: undefined, reference_num: null })).toMatchObject({ reference: null })
  })

  test('A place with a street and without a unit has no unit, and a place without a street says nothing of a unit', () => {
    proves('2.3: echo, fetch')
    const place = { name: 'Home', address_one: '212 S Mulberry St', city: 'Richmond', state: 'VA', zip: '23220' }
    const customer = parsePair(JSON.stringify(pairAnswer({ pickup_location: place })))?.customer.values
    expect(customer).toMatchObject({ pickupName: 'Home', pickupStreet: '212 S Mulberry St', pickupUnit: null })
    const withUnit = parsePair(JSON.stringify(pairAnswer({ pickup_location: { ...place, address_two: 'Apt 4' } })))
    expect(withUnit?.customer.values?.pickupUnit).toBe('Apt 4')
    expect(single({})).toMatchObject({ pickupName: 'Home' })
    for (const part of ['Street', 'Unit', 'City', 'Zip']) expect(single({})).not.toHaveProperty(`pickup${part}`)
  })

  test('A pair’s customer, phone, action and appointment are read beside its moves', () => {
    proves('2.5: appointment_time_utc, customer_name, customer_phone, customer_action')
    const top = { customer_name: 'Harriet Q', customer_phone: null, customer_action: 'return' }
    const body = JSON.stringify({ ...pairAnswer(), ...top })
    const values = { customerName: 'Harriet Q', customerPhone: null, action: 'return' }
    expect(parsePair(body)?.bookingValues).toEqual({ ...values, appointment: '2026-11-24T19:00:00Z' })
    expect(parseFetched(body, 90_002)?.bookingValues).toMatchObject(values)
    const unreadable = JSON.stringify({ ...pairAnswer(), appointment_time_utc: 'Tuesday' })
    expect(parsePair(unreadable)?.bookingValues).toEqual({ appointment: 'Tuesday' })
  })
})

describe('`parseNews`', () => {
  const LATER = '2026-11-25T16:00:00Z'
  test.for([
    ['null alone', [{ earliest_available_time: null, message: null }], {}],
    ['a time without words', [{ earliest_available_time: LATER, message: null }], { message: null }],
    [
      'words of each leg',
      [{ message: null }, { message: 'Closed until nine.' }, { message: 'Ice.' }],
      { message: 'Closed until nine. Ice.' },
    ],
    [
      'the latest of two times',
      [{ earliest_available_time: LATER }, { earliest_available_time: '2026-11-25T15:00:00Z' }],
      {},
    ],
    [
      'the latest of two times in the other order',
      [{ earliest_available_time: '2026-11-25T15:00:00Z' }, { earliest_available_time: LATER }],
      {},
    ],
    ['the same words twice', [{ message: 'Ice.' }, { message: 'Ice.' }], { message: 'Ice.' }],
  ] as const)('`parseNews` reads %s', ([, carriers, values]) => {
    const time = carriers.some((one) => 'earliest_available_time' in one && one.earliest_available_time !== null)
    expect(parseNews(carriers)).toEqual({ ...values, ...(time ? { earliest: LATER, unreadableEarliest: null } : {}) })
  })
})
