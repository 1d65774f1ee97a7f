import { describe, expect, test } from 'vitest'
import {
  moveNumbersIn,
  parseErrors,
  parseFetched,
  parseObject,
  parsePair,
  parseSingle,
} from '../../../../electron/provider/parse-response.ts'
import {
  CAR,
  CUSTOMER_REFERENCE,
  LOANER_REFERENCE,
  pairAnswer,
  singleAnswer,
} from '../../../support/builders/booked-moves.ts'
import { proves } from '../../../support/spec-rows.ts'
import { STAGES } from '../../../../shared/move/move.ts'

const pair = (...of: Parameters<typeof pairAnswer>) => parsePair(JSON.stringify(pairAnswer(...of)))
const single = (...of: Parameters<typeof singleAnswer>) => parseSingle(JSON.stringify(singleAnswer(...of)))

const NONE = Object.fromEntries(STAGES.map((stage) => [stage, null]))

describe('`parsePair`', () => {
  test('`parsePair` reads both moves and the ready-by time', () => {
    proves('2.1: id, reference_id', '2.2: vin', '2.5: loaner_move, customer_move, ready_by_time_utc', '4.3: answer')
    expect(pair()).toMatchObject({
      customer: { number: 90_001, reference: CUSTOMER_REFERENCE, vin: CAR.vin, status: null },
      loaner: { number: 90_002, reference: LOANER_REFERENCE, vin: null },
      readyBy: '2026-11-24T18:10:00Z',
    })
  })

  test('`parsePair` refuses an answer without one of its moves or a number', () => {
    expect(parsePair('{}')).toBeNull()
    expect(parsePair(JSON.stringify({ customer_move: { move_id: 1 } }))).toBeNull()
    expect(parsePair(JSON.stringify({ customer_move: { move_id: 1 }, loaner_move: [] }))).toBeNull()
  })
})

describe('`parseSingle`', () => {
  test('`parseSingle` reads a status of any type, and a blank one as none', () => {
    proves('2.1: not-shown-types')
    const read = (status: unknown) => single({ status })?.move.status
    expect([3, true, { code: 'new' }, 'new'].map(read)).toEqual(['3', 'true', '{"code":"new"}', 'new'])
    for (const none of [null, '', '  ']) expect(read(none)).toBeNull()
    expect(read('x'.repeat(4_001))).toBe('x'.repeat(4_000))
  })

  test('`parseSingle` reads a move with the places beside that move', () => {
    proves(
      '2.1: id',
      '2.3: lat, lon, location_id, full_address',
      '2.4: ready_by_time_utc, move, pickup_location, delivery_location',
      '3: not-cancelled',
      '4.1: answer',
    )
    expect(single({ cancel_status: 'not cancelled', move_details_url: 'https://p.example/moves/90001' })).toEqual({
      readyBy: '2026-11-24T19:00:00Z',
      bookingValues: {},
      move: {
        number: 90_001,
        reference: CUSTOMER_REFERENCE,
        vin: CAR.vin,
        vehicle: { stock: null, vin: CAR.vin, year: null, make: null, model: null, color: null },
        status: null,
        cancelStatus: 'not cancelled',
        cancelReason: null,
        stages: {
          pickup_started: null,
          pickup_arrived: null,
          pickup_successful: null,
          delivery_started: null,
          delivery_arrived: null,
          delivery_successful: null,
        },
        trackingLink: null,
        moveUri: null,
        laneUri: null,
        detailsUrl: 'https://p.example/moves/90001',
        pickup: { lat: 37.5, lon: -77.4, googlePlaceId: null, locationId: 5, fullAddress: '212 S Mulberry St' },
        delivery: { lat: null, lon: null, googlePlaceId: null, locationId: null, fullAddress: null },
        values: {
          reference: CUSTOMER_REFERENCE,
          vin: CAR.vin,
          pickupName: 'Home',
          deliveryName: 'Northside Service lot',
        },
        news: {},
      },
    })
  })

  test('`parseSingle` reads each text of a vehicle, and null for a text that the response leaves out', () => {
    proves('2.1: vehicle', '2.2: stock, vin, year, make, model, color')
    const texts = { stock: 'S-9', vin: CAR.vin, year: '2019', make: 'Buick', model: 'Enclave', color: 'White' }
    const read = (vehicle: object) => single({ vehicle: { ...vehicle, manual: true } })?.move.vehicle
    expect(read(texts)).toEqual(texts)
    for (const left of Object.keys(texts)) {
      const { [left as 'stock']: _, ...others } = texts
      expect(read(others)).toEqual({ ...texts, [left]: null })
      expect(read({ ...texts, [left]: null })).toEqual({ ...texts, [left]: null })
    }
  })

  test('`parseSingle` reads the same move whatever a response shows of its lane', () => {
    proves('2.1: not-shown-lane')
    const { laneUri: _, ...usual } = single({ lane_uri: 'https://p.example/v1/lanes/880' })?.move ?? {}
    for (const lane of [undefined, null, '', 'urn:lane:880', 'https://p.example/v1/lanes/north', 880, { id: 880 }]) {
      const { laneUri: shown, ...move } = single({ lane_uri: lane, lane: { id: 880, moves: [1] } })?.move ?? {}
      expect([move, typeof shown === 'string' || shown === null]).toEqual([usual, true])
    }
  })

  test('`parseSingle` reads every stored field unchanged', () => {
    proves(
      '2.1: status, cancel_status, pickup_started, pickup_arrived, pickup_successful, delivery_started',
      '2.1: delivery_arrived, delivery_successful, tracking_link, move_uri, lane_uri, move_details_url',
      '2.1: reference_id, pickup_location, delivery_location',
      '2.3: lat, lon, google_place_id, location_id, full_address',
      '3: fields, progress',
    )
    const at = (minute: number) => `2026-11-24T19:0${minute}:00Z`
    const place = {
      name: 'Lot',
      lat: 37.6,
      lon: -77.5,
      google_place_id: 'p-2',
      location_id: 6,
      full_address: '4100 W',
    }
    const body = {
      ...singleAnswer({
        status: 'pickup arrived',
        cancel_status: 'not cancelled',
        pickup_started: at(1),
        pickup_arrived: at(2),
        pickup_successful: at(3),
        delivery_started: at(4),
        delivery_arrived: at(5),
        delivery_successful: at(6),
        tracking_link: 'https://p.example/track/1',
        move_uri: 'https://p.example/v1/moves/90001',
        lane_uri: 'https://p.example/v1/lanes/77',
        move_details_url: 'https://p.example/moves/90001',
      }),
      pickup_location: place,
      delivery_location: { ...place, location_id: 7 },
    }
    const resolved = { lat: 37.6, lon: -77.5, googlePlaceId: 'p-2', locationId: 6, fullAddress: '4100 W' }
    expect(parseSingle(JSON.stringify(body))?.move).toMatchObject({
      reference: CUSTOMER_REFERENCE,
      status: 'pickup arrived',
      cancelStatus: 'not cancelled',
      stages: {
        pickup_started: at(1),
        pickup_arrived: at(2),
        pickup_successful: at(3),
        delivery_started: at(4),
        delivery_arrived: at(5),
        delivery_successful: at(6),
      },
      trackingLink: 'https://p.example/track/1',
      moveUri: 'https://p.example/v1/moves/90001',
      laneUri: 'https://p.example/v1/lanes/77',
      detailsUrl: 'https://p.example/moves/90001',
      pickup: resolved,
      delivery: { ...resolved, locationId: 7 },
    })
  })

  test('`parseSingle` reads a move whose fields stand at the top level', () => {
    proves('4.2: not-shown-answer')
    expect(parseSingle('{"id":7,"status":"new"}')).toMatchObject({ move: { number: 7, status: 'new' }, readyBy: null })
  })

  test('`parseSingle` distinguishes a missing portal page from a null portal page', () => {
    proves('2.1: move_details_url')
    expect(single()?.move.detailsUrl).toBeUndefined()
    expect(single({ move_details_url: null })?.move.detailsUrl).toBeNull()
  })

  const AT = '2026-11-24T19:05:00Z'
  const times = [
    '2026-11-24T19:05:00Z',
    '2026-11-24T19:05:00+00:00',
    '2026-11-24T19:05:00+00: 00',
    '2026-11-24T19:05:00+0000',
    '2026-11-24T14:05:00-05:00',
    '2026-11-24 19:05:00',
    '2026-11-24 14:05:00-05:00',
    '2026-11-24T19:05Z',
    '2026-11-24 19:05',
    '2026-11-24T19:05:00.123Z',
    'Tue, 24 Nov 2026 19:05:00 GMT',
    'Tue, 24 Nov 2026 14:05:00 -0500',
  ]
  test.for(times)('A stamp of %j is read as its time', (text) => {
    proves('2.1: not-shown-types', '3: progress')
    expect(single({ pickup_arrived: text })?.move.stages).toEqual({ ...NONE, pickup_arrived: AT })
  })

  const untimed = [
    true,
    1_795_546_800,
    1_795_546_800_000,
    '1795546800',
    'yes',
    'soon',
    'Tue, 31 Feb 2026 19:05:00 GMT',
    {},
  ]
  test.for(untimed)('A stamp of %j is read as reached without a time', (value) => {
    proves('2.1: not-shown-types')
    expect(single({ pickup_arrived: value })?.move.stages).toEqual({ ...NONE, pickup_arrived: true })
  })

  test.for([null, undefined, false, 0, '', ' \n'])('A stamp of %j is read as not set', (value) => {
    proves('3: progress')
    expect(single({ pickup_arrived: value })?.move.stages).toEqual(NONE)
  })

  test.for(STAGES)(
    'A status that names the stage %s is a second witness of that stage and of all before it',
    (stage) => {
      const implied = STAGES.slice(0, STAGES.indexOf(stage) + 1)
      const reached = { ...NONE, ...Object.fromEntries(implied.map((one) => [one, true])) }
      for (const word of [stage.replace('_', ' '), stage.replace('_', '.'), stage, ` ${stage.toUpperCase()} `])
        expect(single({ status: word })?.move.stages).toEqual(reached)
      expect(single({ status: stage, pickup_started: AT })?.move.stages).toEqual({ ...reached, pickup_started: AT })
    },
  )

  test.for([null, 'new', 'dispatched', 'planned', 'on a ferry', 'pickup', 7])(
    'The status %j implies no stage',
    (status) => {
      expect(single({ status })?.move.stages).toEqual(NONE)
    },
  )
})

describe('A value of the wrong type', () => {
  const fields = ['status', 'cancel_status', 'tracking_link', 'move_uri', 'lane_uri', 'reference_id'] as const
  test.for(fields)('A value of the wrong type in the field %s is ignored', (field) => {
    proves('2.1: not-shown-types')
    for (const wrong of [7, true, [], {}, 'x'.repeat(4001), '\ud800']) {
      const told = single({ [field]: wrong })
      expect(told?.move.number).toBe(90_001)
      expect(Object.values(told?.move ?? {})).not.toContain(wrong)
    }
  })

  test('Places and vehicles of the wrong type are ignored', () => {
    for (const wrong of [7, 'x', [], null]) {
      expect(single({ vehicle: wrong, pickup_location: wrong })?.move).toMatchObject({ vin: null })
    }
    const lat = single({ pickup_location: { lat: '37.5', lon: Infinity, location_id: 'x' } })?.move.pickup
    expect(lat).toEqual({ lat: null, lon: null, googlePlaceId: null, locationId: null, fullAddress: null })
  })

  test('Undescribed fields are ignored', () => {
    expect(single({ driver_name: 'x', charge: { amount: 5 }, __proto__: null })?.move.number).toBe(90_001)
  })
})

describe('A move number', () => {
  test.for(['"90001"', '90001.5', '-1', '0', '9007199254740992', '1e400', 'null', 'true', '[90001]', '{}', '"9e4"'])(
    'The JSON value %s is not read as a move number',
    (json) => {
      expect(parseSingle(`{"move":{"id":${json}}}`)).toBeNull()
      expect(moveNumbersIn(`{"move":{"id":${json}}}`)).toEqual([])
    },
  )

  test.for(['1', '9007199254740991', '9e4', '90001.0'])('The JSON value %s is read as a move number', (json) => {
    expect(parseSingle(`{"move":{"id":${json}}}`)?.move.number).toBe(Number(json))
  })

  test('`moveNumbersIn` finds a number at each of its places, each number once', () => {
    const body = JSON.stringify({ id: 5, move: { id: 6 }, customer_move: { move_id: 7 }, loaner_move: { move_id: 5 } })
    expect(moveNumbersIn(body)).toEqual([5, 6, 7])
    expect(moveNumbersIn('<html>90001</html>')).toEqual([])
  })
})

describe('`parseErrors`', () => {
  test('`parseErrors` reads the error envelope with its codes in lower case', () => {
    proves('7: not-shown-errors')
    const body = {
      errors: [{ type: 't', code: 'ADDRESS_INVALID', message: 'No such street.', param: 'zip' }, { code: 'x' }],
    }
    expect(parseErrors(JSON.stringify(body))).toEqual([
      { code: 'address_invalid', message: 'No such street.', param: 'zip' },
      { code: 'x', message: '', param: null },
    ])
  })

  test.for([
    '',
    '[]',
    '{}',
    '{"errors":{}}',
    '{"errors":[]}',
    '{"errors":["x"]}',
    '{"errors":[{"code":5}]}',
    '{"error":{"code":"x"}}',
    '<html>',
    '{"errors":[{"code":"x"}]',
  ])('`parseErrors` refuses %j', (body) => {
    expect(parseErrors(body)).toBeNull()
  })
})

describe('`parseObject`', () => {
  test('`parseObject` refuses a body that is too deep, without a stack overflow', () => {
    for (const depth of [65, 10_000, 400_000]) {
      expect(parseObject(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)).toBeNull()
      expect(parseObject('{"a":'.repeat(depth) + '1' + '}'.repeat(depth))).toBeNull()
      expect(parseSingle(`{"move":{"id":1},"x":${'['.repeat(depth)}`)).toBeNull()
    }
    expect(parseObject(`{"a":${'['.repeat(60)}${']'.repeat(60)}}`)).not.toBeNull()
  })

  test('`parseObject` does not count brackets inside text as depth', () => {
    expect(parseObject(JSON.stringify({ a: '[{'.repeat(200), b: '\\"[[' }))).not.toBeNull()
  })

  test('A key `__proto__` in a body changes no prototype', () => {
    expect(parseSingle('{"__proto__":{"spoilt":1},"move":{"id":3,"__proto__":{"id":9}}}')?.move.number).toBe(3)
    expect('spoilt' in {}).toBe(false)
  })
})

describe('`parseFetched` of a pair', () => {
  const half = (id: number, reference: string) => ({
    move_id: id,
    reference_num: reference,
    status: 'dispatched',
    vehicle: {},
  })
  const pair = JSON.stringify({
    ready_by_time_utc: '2026-11-24T18:00:00Z',
    customer_move: half(7, 'RO 1 C'),
    loaner_move: half(8, 'RO 1 L'),
  })

  test('`parseFetched` gives the requested move of a pair', () => {
    expect(parseFetched(pair, 8)).toMatchObject({
      move: { number: 8, reference: 'RO 1 L', status: 'dispatched' },
      readyBy: '2026-11-24T18:00:00Z',
    })
    expect(parseFetched(pair, 7)?.move.number).toBe(7)
  })

  test('`parseFetched` gives null for a move that the pair does not hold', () => {
    expect(parseFetched(pair, 9)).toBeNull()
  })

  test('`parseFetched` reads a single move in the form of the baseline profile', () => {
    const single = JSON.stringify({ move: { id: 9, reference_id: 'RO 2' } })
    expect(parseFetched(single, 9)).toMatchObject({ move: { number: 9, reference: 'RO 2' } })
  })
})
