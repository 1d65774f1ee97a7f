import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changed, oneWayBody, pairBody, running, type Running, type Parsed } from './running.ts'
import { proves } from '../../support/spec-rows.ts'

let desk: Running
beforeEach(async () => {
  desk = await running()
})
afterEach(() => desk.end())

// Written down by hand from the service description.
const PROGRESS = [
  'pickup_started',
  'pickup_arrived',
  'pickup_successful',
  'delivery_started',
  'delivery_arrived',
  'delivery_successful',
]
const FETCHED_MOVE = [
  'id',
  'status',
  'cancel_status',
  ...PROGRESS,
  'tracking_link',
  'move_uri',
  'lane_uri',
  'move_details_url',
  'reference_id',
  'dealer_contact',
  'special_instructions',
  'vehicle',
]
const CREATED_MOVE = [
  'move_id',
  'status',
  'cancel_status',
  ...PROGRESS,
  'tracking_link',
  'move_uri',
  'lane_uri',
  'reference_id',
  'dealer_contact',
  'special_instructions',
  'vehicle',
  'pickup_location',
]
const VEHICLE = ['stock', 'vin', 'year', 'make', 'model', 'color', 'manual']
const RESOLVED = ['lat', 'lon', 'google_place_id', 'location_id', 'full_address']
const ASKED_PLACE = ['name', 'address_one', 'city', 'state', 'zip']

function keys(value: object): string[] {
  return Object.keys(value).sort()
}

function sorted(...names: string[]): string[] {
  return [...names].sort()
}

describe('The response to a pair booking', () => {
  test('The response to a pair booking has every field', async () => {
    proves(
      '2.1: id, status, cancel_status, pickup_started, pickup_arrived, pickup_successful',
      '2.1: delivery_started, delivery_arrived, delivery_successful, tracking_link, move_uri, lane_uri',
      '2.1: reference_id, dealer_contact, special_instructions, vehicle, pickup_location',
      '2.2: stock, vin, year, make, model, color, manual',
      '2.3: echo, name, address_one, address_two, city, state, zip, lat, lon, google_place_id',
      '2.3: location_id, full_address',
      '2.5: loaner_move, customer_move, ready_by_time_utc, appointment_time_utc, customer_name',
      '2.5: customer_phone, customer_action',
      '4: status-200',
      '4.3: call, answer, ready-by',
      '9: uris',
    )
    const { status, json } = await desk.post('/v1/concierge-loaner-moves', pairBody())
    const { url } = desk.service
    expect(status).toBe(200)
    expect(keys(json)).toEqual(
      sorted(
        'loaner_move',
        'customer_move',
        'ready_by_time_utc',
        'appointment_time_utc',
        'customer_name',
        'customer_phone',
        'customer_action',
      ),
    )
    for (const half of ['loaner_move', 'customer_move']) {
      expect(keys(json[half])).toEqual(sorted(...CREATED_MOVE))
      expect(keys(json[half].vehicle)).toEqual(sorted(...VEHICLE))
      expect(keys(json[half].pickup_location)).toEqual(sorted(...ASKED_PLACE, 'address_two', ...RESOLVED))
    }
    expect(json).toEqual({
      loaner_move: {
        move_id: 70001,
        status: null,
        cancel_status: null,
        pickup_started: null,
        pickup_arrived: null,
        pickup_successful: null,
        delivery_started: null,
        delivery_arrived: null,
        delivery_successful: null,
        tracking_link: null,
        move_uri: `${url}/v1/moves/70001`,
        lane_uri: `${url}/v1/lanes/880`,
        reference_id: 'RO 10023 LK-3FA9C1D2L',
        dealer_contact: 'Dana R.',
        special_instructions: 'Keys at the desk\nAsk for Dana',
        vehicle: pairBody().loaner_move.vehicle,
        pickup_location: {
          ...pairBody().loaner_move.pickup_location,
          lat: 37.5921,
          lon: -77.4952,
          google_place_id: expect.stringMatching(/^practice-[0-9a-f]{24}$/),
          location_id: 3001,
          full_address: '4100 W Broad St, Bay 2, Richmond, VA 23230, USA',
        },
      },
      customer_move: {
        move_id: 70002,
        status: null,
        cancel_status: null,
        pickup_started: null,
        pickup_arrived: null,
        pickup_successful: null,
        delivery_started: null,
        delivery_arrived: null,
        delivery_successful: null,
        tracking_link: null,
        move_uri: `${url}/v1/moves/70002`,
        lane_uri: `${url}/v1/lanes/880`,
        reference_id: 'RO 10023 LK-3FA9C1D2C',
        dealer_contact: 'Sam P.',
        special_instructions: 'Gate code 0417',
        vehicle: pairBody().customer_move.vehicle,
        pickup_location: {
          ...pairBody().customer_move.pickup_location,
          lat: 37.5498,
          lon: -77.4588,
          google_place_id: expect.stringMatching(/^practice-[0-9a-f]{24}$/),
          location_id: 3002,
          full_address: '210 S Mulberry St, Apt 4, Richmond, VA 23220, USA',
        },
      },
      // 19:00 less 30 minutes and the drive of about 10 minutes, which counts as 15.
      ready_by_time_utc: '2026-11-24T18:15:00Z',
      appointment_time_utc: '2026-11-24 19:00:00',
      customer_name: 'Harriet Quill',
      customer_phone: '(804) 555-0142',
      customer_action: 'pickup',
    })
  })

  test('The response to a pair booking has null for a missing field, no missing address_two, and manual as false', async () => {
    proves(
      '1: loaner',
      '2.1: reference_id, dealer_contact, special_instructions',
      '2.2: vin, year, make, model, color, manual',
      '2.3: address_two',
      '4.3: reference_id, dealer_contact, special_instructions, vehicle, pickup_location.address_two',
    )
    let body: Parsed = pairBody()
    for (const path of ['dealer_contact', 'special_instructions', 'reference_id', 'vehicle']) {
      body = changed(body, `loaner_move.${path}`, undefined)
    }
    body = changed(body, 'loaner_move.pickup_location.address_two', undefined)
    const { status, json } = await desk.post('/v1/concierge-loaner-moves', body)
    expect(status).toBe(200)
    expect(json.loaner_move).toMatchObject({
      reference_id: null,
      dealer_contact: null,
      special_instructions: null,
      vehicle: { stock: null, vin: null, year: null, make: null, model: null, color: null, manual: false },
    })
    expect(keys(json.loaner_move.pickup_location)).toEqual(sorted(...ASKED_PLACE, ...RESOLVED))
    expect(json.loaner_move.pickup_location.full_address).toBe('4100 W Broad St, Richmond, VA 23230, USA')
  })

  test('A loaner with only a stock number has null for its blank fields and manual as false', async () => {
    proves('2.2: vin, year, make, model, color, manual', '4.3: vehicle.make, vehicle.model, vehicle.manual')
    const body = changed(pairBody(), 'loaner_move.vehicle', { stock: 'LN-7', make: '', model: ' ' })
    const { json } = await desk.post('/v1/concierge-loaner-moves', body)
    expect(json.loaner_move.vehicle).toEqual({
      stock: 'LN-7',
      vin: null,
      year: null,
      make: null,
      model: null,
      color: null,
      manual: false,
    })
  })

  test('An unlisted field is accepted and ignored', async () => {
    const body: Parsed = { ...pairBody(), sla_id: 4, __proto__: null }
    body.customer_move.vehicle.trim_level = ['x']
    const { status, json } = await desk.post('/v1/concierge-loaner-moves', body)
    expect(status).toBe(200)
    expect(JSON.stringify(json)).not.toMatch(/sla_id|trim_level/)
  })

  test.each([
    ['2026-11-24 19:00:00', '2026-11-24T18:15:00Z'],
    ['2026-11-24T19:00:00Z', '2026-11-24T18:15:00Z'],
    ['2026-11-24T14:00:00-05:00', '2026-11-24T18:15:00Z'],
    ['2026-11-24T19:00:00.987Z', '2026-11-24T18:15:00Z'],
    ['2026-11-24 19:00:00.5', '2026-11-24T18:15:00Z'],
    ['2026-03-01T00:10:00+00:00', '2026-02-28T23:25:00Z'],
  ])('The appointment %s is echoed unchanged and gives the ready-by %s', async (given, ready) => {
    proves('2.5: appointment_time_utc, ready_by_time_utc', '4.3: appointment_time_utc, ready-by', '8: utc')
    const { json } = await desk.post('/v1/concierge-loaner-moves', changed(pairBody(), 'appointment_time_utc', given))
    expect(json.appointment_time_utc).toBe(given)
    expect(json.ready_by_time_utc).toBe(ready)
  })
})

describe('The response to a fetch', () => {
  test('The response to a fetch has every field, and each move of a pair ends where the other begins', async () => {
    proves(
      '2.1: id, status, cancel_status, pickup_started, pickup_arrived, pickup_successful',
      '2.1: delivery_started, delivery_arrived, delivery_successful, tracking_link, move_uri, lane_uri',
      '2.1: move_details_url, reference_id, dealer_contact, special_instructions, vehicle',
      '2.1: pickup_location, delivery_location',
      '2.3: fetch',
      '2.4: ready_by_time_utc, move, pickup_location, delivery_location',
      '3: not-cancelled',
      '4: status-200',
      '4.1: call, answer, pair',
      '9: uris',
    )
    const created = (await desk.post('/v1/concierge-loaner-moves', pairBody())).json
    const { url } = desk.service
    const loaner = await desk.get('/v1/moves/70001')
    const customer = await desk.get('/v1/moves/70002')
    for (const { status, json } of [loaner, customer]) {
      expect(status).toBe(200)
      expect(keys(json)).toEqual(sorted('ready_by_time_utc', 'move', 'pickup_location', 'delivery_location'))
      expect(keys(json.move)).toEqual(sorted(...FETCHED_MOVE))
      expect(keys(json.move.vehicle)).toEqual(sorted(...VEHICLE))
      expect(keys(json.pickup_location)).toEqual(sorted('name', ...RESOLVED))
      expect(keys(json.delivery_location)).toEqual(sorted('name', ...RESOLVED))
    }
    expect(loaner.json).toEqual({
      ready_by_time_utc: '2026-11-24T18:15:00+00:00',
      move: {
        id: 70001,
        status: null,
        cancel_status: 'not cancelled',
        pickup_started: null,
        pickup_arrived: null,
        pickup_successful: null,
        delivery_started: null,
        delivery_arrived: null,
        delivery_successful: null,
        tracking_link: null,
        move_uri: `${url}/v1/moves/70001`,
        lane_uri: `${url}/v1/lanes/880`,
        move_details_url: `${url}/portal/moves/70001`,
        reference_id: 'RO 10023 LK-3FA9C1D2L',
        dealer_contact: 'Dana R.',
        special_instructions: 'Keys at the desk\nAsk for Dana',
        vehicle: pairBody().loaner_move.vehicle,
      },
      pickup_location: {
        name: 'Northside Service lot',
        lat: 37.5921,
        lon: -77.4952,
        google_place_id: created.loaner_move.pickup_location.google_place_id,
        location_id: 3001,
        full_address: '4100 W Broad St, Bay 2, Richmond, VA 23230, USA',
      },
      delivery_location: {
        name: 'Home',
        lat: 37.5498,
        lon: -77.4588,
        google_place_id: created.customer_move.pickup_location.google_place_id,
        location_id: 3002,
        full_address: '210 S Mulberry St, Apt 4, Richmond, VA 23220, USA',
      },
    })
    expect(customer.json.move).toMatchObject({ id: 70002, lane_uri: loaner.json.move.lane_uri })
    expect(customer.json.pickup_location).toEqual(loaner.json.delivery_location)
    expect(customer.json.delivery_location).toEqual(loaner.json.pickup_location)
  })

  test('The address without the version gives the same response', async () => {
    proves('4.1: no-version', '9: no-prefix')
    await desk.post('/v1/concierge-loaner-moves', pairBody())
    expect(await desk.get('/moves/70002')).toEqual(await desk.get('/v1/moves/70002'))
  })
})

describe('The response to a one-way booking', () => {
  test('The response to a one-way booking equals a fetch of the move', async () => {
    proves('1: one-way', '4: status-200', '4.1: as-created', '4.2: call, not-shown-answer, not-shown-destination')
    const { status, json } = await desk.post('/v1/one-way-moves', oneWayBody())
    const { url } = desk.service
    expect(status).toBe(200)
    expect(json).toEqual({
      ready_by_time_utc: '2026-11-24T19:00:00+00:00',
      move: {
        id: 70001,
        status: null,
        cancel_status: 'not cancelled',
        pickup_started: null,
        pickup_arrived: null,
        pickup_successful: null,
        delivery_started: null,
        delivery_arrived: null,
        delivery_successful: null,
        tracking_link: null,
        move_uri: `${url}/v1/moves/70001`,
        lane_uri: `${url}/v1/lanes/880`,
        move_details_url: `${url}/portal/moves/70001`,
        reference_id: 'RO 10024 LK-77A0B1C2C',
        dealer_contact: 'Dana R.',
        special_instructions: oneWayBody().special_instructions,
        vehicle: {
          stock: 'S-9',
          vin: '1M8GDM9AXKP042790',
          year: '2021',
          make: 'Ford',
          model: 'Transit',
          color: 'Grey',
          manual: true,
        },
      },
      pickup_location: {
        name: 'Northside Service lot',
        lat: 37.5921,
        lon: -77.4952,
        google_place_id: expect.stringMatching(/^practice-[0-9a-f]{24}$/),
        location_id: 3001,
        full_address: '4100 W Broad St, Bay 2, Richmond, VA 23230, USA',
      },
      delivery_location: {
        name: 'Body shop',
        lat: 37.4955,
        lon: -77.471,
        google_place_id: expect.stringMatching(/^practice-[0-9a-f]{24}$/),
        location_id: 3002,
        full_address: '12 Hull St, Unit 3, Richmond, VA 23224, USA',
      },
    })
    expect((await desk.get('/v1/moves/70001')).json).toEqual(json)
  })

  test('A one-way with required fields only has null for the others and returns to its pickup place', async () => {
    proves(
      '2.2: vin, year, color',
      '4.2: dealer_contact, special_instructions, reference_id, stock, vin, year, color, address_two',
    )
    const { ready_by_time_utc, make, model, manual, name, address_one, city, state, zip } = oneWayBody()
    const body = { ready_by_time_utc, make, model, manual, name, address_one, city, state, zip }
    const { status, json } = await desk.post('/v1/one-way-moves', body)
    expect(status).toBe(200)
    expect(json.move).toMatchObject({ reference_id: null, dealer_contact: null, special_instructions: null })
    expect(json.move.vehicle).toEqual({
      stock: null,
      vin: null,
      year: null,
      make: 'Ford',
      model: 'Transit',
      color: null,
      manual: true,
    })
    expect(json.delivery_location).toEqual(json.pickup_location)
  })
})
