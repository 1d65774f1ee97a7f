import { describe, expect, test } from 'vitest'
import { handMade } from '../../support/builders/exchanges.ts'
import { createReferee } from '../../support/oracle/referee.ts'

/** Examples made by hand from the facts in provider.md. */

const referee = createReferee('hopdrive')
const breachesIn = (...of: Parameters<typeof handMade>) => referee.judge(handMade(...of))

const address = { name: 'Home', address_one: '212 S Mulberry St', city: 'Richmond', state: 'VA', zip: '23220' }
const lot = { name: 'Lot', address_one: '4100 W Broad St', city: 'Richmond', state: 'VA', zip: '23230' }
const car = { make: 'Ford', model: 'Transit', manual: false }
const resolved = { name: 'Lot', lat: 37.5, lon: -77.4, google_place_id: 'p-1', location_id: 5, full_address: '4100 W' }
const moveFields = {
  status: null,
  cancel_status: 'not cancelled',
  pickup_started: null,
  pickup_arrived: null,
  pickup_successful: null,
  delivery_started: null,
  delivery_arrived: null,
  delivery_successful: null,
  tracking_link: null,
  move_uri: 'https://provider.example/v1/moves/7',
  lane_uri: 'https://provider.example/v1/lanes/3',
  reference_num: 'RO 10412',
  dealer_contact: null,
  special_instructions: null,
  vehicle: { stock: null, vin: null, year: null, ...car, color: null },
}
const single = {
  ready_by_time_utc: '2026-11-24T19:00:00+00: 00',
  earliest_available_time: '2026-11-25T13:00:00Z',
  message: 'Closed on Tuesday evening',
  move: {
    id: 7,
    ...moveFields,
    status: 'dispatched',
    settled: false,
    move_details_url: 'https://portal.example/moves/7',
  },
  pickup_location: resolved,
  delivery_location: resolved,
}
const pair = {
  loaner_move: { move_id: 7, ...moveFields, pickup_location: resolved },
  customer_move: { move_id: 8, ...moveFields, pickup_location: resolved },
}
const oneWay = {
  ready_by_time_utc: '2026-11-24T19:00:00Z',
  duplicate_check: 'reference_num',
  move: { reference_num: 'RO 10412', vehicle: car, pickup_location: address, delivery_location: lot },
}
const pairAsked = {
  rooftop: 12,
  appointment_time_utc: '2026-11-24 19:00:00',
  customer_name: 'Harriet Quill',
  customer_phone: '+18045550134',
  customer_action: 'pickup',
  loaner_move: { vehicle: { stock: 'LN-7' }, pickup_location: lot, config: { hide_service_location: true } },
  customer_move: { reference_num: 'RO 10412', vehicle: car, pickup_location: address },
}
const { loaner_move: _, ...withoutLoaner } = pairAsked
const conciergeAsked = { ...withoutLoaner, customer_move: { ...pairAsked.customer_move, delivery_location: lot } }
const refused = { errors: [{ type: 'invalid_request_error', code: 'MOVE_DUPLICATION', message: 'Already there.' }] }

const TAKEN: readonly (readonly [name: string, ...of: Parameters<typeof handMade>])[] = [
  ['a fetch of a one-way, with a malformed offset', 'GET /v1/moves/7', null, single],
  ['a fetch of a pair', 'GET /v1/moves/7', null, pair],
  ['a one-way with its locations in the move', 'POST /v1/one-way-moves', oneWay, single],
  ['a pair', 'POST /v1/concierge-loaner-moves', pairAsked, pair],
  ['a pair without a loaner', 'POST /v1/concierge-moves', conciergeAsked, { customer_move: pair.customer_move }],
  ['a pair without a loaner, answered as one move', 'POST /v1/concierge-moves', conciergeAsked, single],
  ['a refusal in the envelope', 'POST /v1/one-way-moves', oneWay, refused, { status: 400 }],
  [
    'a refusal without a code',
    'POST /v1/one-way-moves',
    oneWay,
    { errors: [{ type: 'x', message: '' }] },
    { status: 401 },
  ],
  [
    'a request for a token without an authorization header',
    'POST /v1/authorize',
    { client_id: 'c', client_secret: 's' },
    { a: 1 },
    { headers: { 'content-type': 'application/json' } },
  ],
  ['a cancellation request', 'POST /v1/cancelation', { move_id: 7 }, { move_id: 7, cancel_status: 'pending' }],
  [
    'a change request',
    'PATCH /v1/moves/7',
    { ready_by: '2026-11-24T20:00:00Z', vehicle_color: 'Red' },
    { id: 7, ready_by: '2026-11-24T20:00:00Z', vehicle_color: 'Red' },
  ],
]

describe('Exchanges that the HopDrive referee takes', () => {
  test.for(TAKEN)('The HopDrive referee takes %s', ([, ...of]) => {
    expect(breachesIn(...of)).toEqual([])
  })
})

const { move: oneWayMove, ...flat } = oneWay
const REFUSED: readonly (readonly [name: string, line: string, ...of: Parameters<typeof handMade>])[] = [
  [
    'the flat one-way of the description',
    "request: it must have required property 'move', must not have vehicle, must not have pickup_location",
    'POST /v1/one-way-moves',
    { ...flat, vehicle: car, pickup_location: address },
    single,
  ],
  [
    'a one-way without a destination',
    "request: /move must have required property 'delivery_location'",
    'POST /v1/one-way-moves',
    { ...oneWay, move: { ...oneWayMove, delivery_location: undefined } },
    single,
  ],
  [
    'a reference under its name in the baseline profile',
    'request: /move must not have reference_id',
    'POST /v1/one-way-moves',
    { ...oneWay, move: { ...oneWayMove, reference_id: 'RO 1' } },
    single,
  ],
  [
    'a destination in a pair',
    'request: /customer_move must not have delivery_location',
    'POST /v1/concierge-loaner-moves',
    { ...pairAsked, customer_move: { ...pairAsked.customer_move, delivery_location: lot } },
    pair,
  ],
  [
    'a pair without a loaner that has no destination',
    "request: /customer_move must have required property 'delivery_location'",
    'POST /v1/concierge-moves',
    withoutLoaner,
    single,
  ],
  [
    'a loaner in a pair without a loaner',
    'request: it must not have loaner_move',
    'POST /v1/concierge-moves',
    { ...conciergeAsked, loaner_move: pairAsked.loaner_move },
    single,
  ],
  [
    'a duplicate check by an unknown field',
    'request: /duplicate_check must be equal to one of the allowed values: reference_num, vehicle_stock, vehicle_vin',
    'POST /v1/one-way-moves',
    { ...oneWay, duplicate_check: 'vin' },
    single,
  ],
  [
    'a cancellation request with a reason',
    'request: it must not have reason',
    'POST /v1/cancelation',
    { move_id: 7, reason: 'x' },
    { move_id: 7, cancel_status: 'pending' },
  ],
  [
    'a cancellation answered as done at once',
    'answer 200: /cancel_status must be pending',
    'POST /v1/cancelation',
    { move_id: 7 },
    { move_id: 7, cancel_status: 'cancelled' },
  ],
  [
    'a cancellation answered for another move',
    'answer 200: move_id is not what was asked',
    'POST /v1/cancelation',
    { move_id: 7 },
    { move_id: 8, cancel_status: 'pending' },
  ],
  ['an empty change request', 'request: it must NOT have fewer than 1 properties', 'PATCH /v1/moves/7', {}, { id: 7 }],
  [
    'a change request for the customer',
    'request: it must not have customer_phone',
    'PATCH /v1/moves/7',
    { customer_phone: '8045550134' },
    { id: 7 },
  ],
  [
    'an error that is not a list',
    "answer 400: it must have required property 'errors'",
    'GET /v1/moves/7',
    null,
    { error: 'x' },
    { status: 400 },
  ],
  [
    'a fetch without a token',
    'request: the header authorization it must be string',
    'GET /v1/moves/7',
    null,
    single,
    { headers: { 'content-type': 'application/json' } },
  ],
  [
    'a token without its secret',
    "request: it must have required property 'client_secret'",
    'POST /v1/authorize',
    { client_id: 'c' },
    {},
  ],
]

describe('Exchanges that the HopDrive referee reports', () => {
  test.for(REFUSED)('The HopDrive referee reports %s', ([, line, ...of]) => {
    expect(breachesIn(...of)).toEqual([`${of[0]} ${line}`])
  })
})
