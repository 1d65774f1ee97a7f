import { describe, expect, test } from 'vitest'
import { handMade } from '../../support/builders/exchanges.ts'
import { createReferee } from '../../support/oracle/referee.ts'

const referee = createReferee('baseline')

const vehicle = { stock: 'S-1', vin: null, year: null, make: 'Ford', model: 'Transit', color: null, manual: false }
const place = {
  name: 'Home',
  lat: 37.5,
  lon: -77.4,
  google_place_id: 'p-1',
  location_id: 5,
  full_address: '212 S Mulberry St, Richmond, VA 23220',
}
const nothingYet = {
  status: null,
  pickup_started: null,
  pickup_arrived: null,
  pickup_successful: null,
  delivery_started: null,
  delivery_arrived: null,
  delivery_successful: null,
  tracking_link: null,
  reference_id: null,
  dealer_contact: null,
  special_instructions: null,
}
const fetched = {
  ready_by_time_utc: '2026-11-24T19:00:00+00:00',
  move: {
    id: 7,
    ...nothingYet,
    cancel_status: 'not cancelled',
    move_uri: 'https://provider.example/v1/moves/7',
    lane_uri: 'https://provider.example/v1/lanes/3',
    move_details_url: 'https://portal.example/moves/7',
    vehicle,
  },
  pickup_location: place,
  delivery_location: place,
}
const move = (changes: object) => ({ ...fetched, move: { ...fetched.move, ...changes } })

const breachesIn = (...of: Parameters<typeof handMade>) => referee.judge(handMade(...of))

describe('The baseline referee and a fetched move', () => {
  test('The baseline referee takes a fetched move as the description shows it', () => {
    expect(breachesIn('GET /v1/moves/7', null, fetched)).toEqual([])
    expect(breachesIn('GET /moves/7', null, move({ status: 'new', cancel_status: null, driver_name: 'x' }))).toEqual([])
  })

  test.for([
    ['the other identifier', move({ move_id: 7 }), '/move/move_id must not be there'],
    ['an identifier that is text', move({ id: '7' }), '/move/id must be integer'],
    ['no stage', move({ pickup_started: undefined }), "/move must have required property 'pickup_started'"],
    ['an address without the version', move({ move_uri: 'https://p.example/moves/7' }), '/move/move_uri must match'],
    ['a gearbox that is null', move({ vehicle: { ...vehicle, manual: null } }), '/move/vehicle/manual must be boolean'],
    [
      'a year that is a number',
      move({ vehicle: { ...vehicle, year: 2019 } }),
      '/move/vehicle/year must be string,null',
    ],
    ['a street', { ...fetched, pickup_location: { ...place, zip: '23220' } }, '/pickup_location/zip must not be'],
    ['no coordinates', { ...fetched, pickup_location: { ...place, lat: null } }, '/pickup_location/lat must be number'],
    ['no destination', { ...fetched, delivery_location: undefined }, "must have required property 'delivery_location'"],
    ['a time with a Z', { ...fetched, ready_by_time_utc: '2026-11-24T19:00:00Z' }, '/ready_by_time_utc must match'],
    ['a day that is none', { ...fetched, ready_by_time_utc: '2026-02-30T19:00:00+00:00' }, '/ready_by_time_utc must'],
  ] as const)('The baseline referee reports a fetched move with %s', ([, answer, line]) => {
    const lines = breachesIn('GET /v1/moves/7', null, answer)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(`GET /v1/moves/7 answer 200: `)
    expect(lines[0]).toContain(line)
  })
})

describe('The baseline referee and a call', () => {
  test.for([
    ['DELETE /v1/moves/7', 'request: the document has no such call'],
    ['GET /v1/moves', 'request: the document has no such call'],
    ['GET /v1/moves/abc', 'request: move_id it must be integer'],
    ['GET /v1/moves/7?full=1', 'request: no query is described'],
  ] as const)('The baseline referee reports the call %s as not described', ([call, line]) => {
    expect(breachesIn(call, null, fetched)).toEqual([`${call} ${line}`])
  })

  test('The baseline referee reports a call without its headers and a fetch with a body', () => {
    expect(breachesIn('GET /v1/moves/7', null, fetched, { headers: {} })).toEqual([
      'GET /v1/moves/7 request: the header authorization it must be string',
      'GET /v1/moves/7 request: the header content-type it must be application/json',
    ])
    expect(breachesIn('GET /v1/moves/7', {}, fetched)).toEqual([
      'GET /v1/moves/7 request: a body where none is described',
    ])
  })

  test('The baseline referee reports a success with another status than 200 or another type than JSON', () => {
    expect(breachesIn('GET /v1/moves/7', null, fetched, { status: 201 })).toEqual([
      'GET /v1/moves/7 answer 201: this status is not described',
    ])
    const page = { status: 200, type: 'text/html', body: '<html>' }
    expect(breachesIn('GET /v1/moves/7', null, null, { answer: page })).toEqual([
      'GET /v1/moves/7 answer 200: the content type is text/html',
    ])
  })

  test('The baseline referee takes any answer with an error status', () => {
    for (const status of [400, 401, 404, 422, 500, 503]) {
      expect(breachesIn('GET /v1/moves/7', null, 'no', { status })).toEqual([])
    }
  })
})
