import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startPractice } from '../../../electron/practice/service.ts'
import { chargeOf } from '../../../electron/practice/domain/charge.ts'
import { authorized, CLIENT, nestedOneWay, numberedPair, type Authorized } from './authorized.ts'
import { ask, changed, oneWayBody, pairBody, post, running, testClock, testRandom, TOKEN } from './running.ts'

let remote: Authorized
beforeEach(async () => {
  remote = await authorized()
})
afterEach(async () => {
  expect(remote.desk.events.filter((event) => event.event === 'internal-error')).toEqual([])
  await remote.desk.end()
})

const PAIR = '/v1/concierge-loaner-moves'
const ONE_WAY = '/v1/one-way-moves'

/** The two places of `nestedOneWay`. */
const FROM = { lat: 37.5921, lon: -77.4952 }
const TO = { lat: 37.4955, lon: -77.471 }

describe('Tokens', () => {
  test('The response to a sign-in names the token, its kind and its lifetime', async () => {
    const asked = { client_id: CLIENT.id, client_secret: CLIENT.secret }
    const { status, text } = await post(remote.desk.at('/v1/authorize'), asked, { token: null })
    expect(status).toBe(200)
    expect(JSON.parse(text)).toEqual({
      access_token: expect.stringMatching(/^[0-9a-f]{48}$/),
      token_type: 'Bearer',
      expires_in: 600,
    })
  })

  test('Several tokens are valid at once, and each ends after its own lifetime', async () => {
    const status = async (token: string) => (await ask(remote.desk.at('/v1/moves/1'), { token })).status
    const first = await remote.authorize()
    remote.desk.clock.pass(300)
    const second = await remote.authorize()
    expect(second).not.toBe(first)
    expect([await status(first), await status(second)]).toEqual([404, 404])
    remote.desk.clock.pass(299)
    expect([await status(first), await status(second)]).toEqual([404, 404])
    remote.desk.clock.pass(1)
    expect([await status(first), await status(second)]).toEqual([401, 404])
    remote.desk.clock.pass(300)
    expect([await status(first), await status(second)]).toEqual([401, 401])
  })

  test.each([
    [{ client_id: 'lakeside', client_secret: 'wrong' }],
    [{ client_id: 'wrong', client_secret: CLIENT.secret }],
  ])('The credentials %j get a 401', async (asked) => {
    const { status, text } = await post(remote.desk.at('/v1/authorize'), asked, { token: null })
    expect([status, JSON.parse(text).errors[0].code]).toEqual([401, 'ACCESS_DENIED'])
  })

  test('A sign-in with bad fields gets a 400 that names them with codes in upper case', async () => {
    const { status, text } = await post(remote.desk.at('/v1/authorize'), { client_id: 5 }, { token: null })
    const errors = JSON.parse(text).errors.map((error: { code: string; param: string }) => [error.code, error.param])
    expect(status).toBe(400)
    expect(errors).toEqual([
      ['FIELD_INVALID', 'client_id'],
      ['FIELD_MISSING', 'client_secret'],
    ])
  })

  test('The service token opens only the practice doors, and a client token opens only /v1', async () => {
    const token = await remote.authorize()
    const status = async (path: string, with_: string) => (await ask(remote.desk.at(path), { token: with_ })).status
    expect(await status('/practice/ledger', TOKEN)).toBe(200)
    expect(await status('/practice/ledger', token)).toBe(401)
    expect(await status('/v1/moves/1', TOKEN)).toBe(401)
    expect(await status('/v1/moves/1', token)).toBe(404)
  })

  test('A restarted service knows no earlier token', async () => {
    await remote.desk.restart({ profile: 'hopdrive', client: CLIENT })
    expect((await remote.send('GET', '/v1/moves/1')).status).toBe(401)
    await remote.authorize()
    expect((await remote.send('GET', '/v1/moves/1')).status).toBe(404)
  })

  test.each([
    [undefined, 'client id'],
    [{ ...CLIENT, secret: '' }, 'client secret'],
    [{ ...CLIENT, tokenSeconds: 0 }, 'above 0'],
  ])('The client %j is refused at the start with the words "%s"', async (client, words) => {
    const start = startPractice({
      file: `${remote.desk.file}.other`,
      port: 0,
      token: TOKEN,
      clock: testClock(),
      random: testRandom(),
      log: () => undefined,
      profile: 'hopdrive',
      ...(client === undefined ? {} : { client }),
    })
    await expect(start).rejects.toThrow(words)
  })
})

describe('A one-way move', () => {
  test('A one-way move has every field when created and when fetched', async () => {
    const { url } = remote.desk.service
    const created = await remote.send('POST', ONE_WAY, nestedOneWay())
    expect(created.status).toBe(200)
    expect(created.json).toEqual({
      ready_by_time_utc: '2026-11-24T19:00:00+00:00',
      earliest_available_time: '2026-11-24T19:00:00+00:00',
      move: {
        id: 70001,
        status: null,
        rooftop: 12,
        settled: false,
        driver_name: null,
        pickup_started: null,
        pickup_arrived: null,
        pickup_successful: null,
        delivery_started: null,
        delivery_arrived: null,
        delivery_successful: null,
        cancel_status: 'not cancelled',
        cancel_reason: null,
        dealer_contact: 'Dana R.',
        special_instructions: 'Keys at the desk',
        reference_num: 'RO 10024 LK-77A0B1C2C',
        move_details_url: `${url}/portal/moves/70001`,
        tracking_link: null,
        move_uri: `${url}/v1/moves/70001`,
        lane_uri: `${url}/v1/lanes/880`,
        vehicle: nestedOneWay().move.vehicle,
      },
      pickup_location: {
        name: 'Northside Service lot',
        lat: 37.5921,
        lon: -77.4952,
        google_place_id: expect.stringMatching(/^practice-/),
        location_id: 3001,
        full_address: '4100 W Broad St, Bay 2, Richmond, VA 23230, USA',
      },
      delivery_location: {
        name: 'Body shop',
        lat: 37.4955,
        lon: -77.471,
        google_place_id: expect.stringMatching(/^practice-/),
        location_id: 3002,
        full_address: '12 Hull St, Unit 3, Richmond, VA 23224, USA',
      },
    })
    expect((await remote.send('GET', '/v1/moves/70001')).json).toEqual(created.json)
    expect((await remote.send('GET', '/moves/70001')).json).toEqual(created.json)
  })

  test('A one-way move is settled seven days after its delivery', async () => {
    await remote.send('POST', ONE_WAY, nestedOneWay())
    const settled = async () => (await remote.send('GET', '/v1/moves/70001')).json.move.settled
    remote.desk.clock.pass(120 + 7 * 24 * 3600 - 1)
    await remote.authorize()
    expect(await settled()).toBe(false)
    remote.desk.clock.pass(1)
    expect(await settled()).toBe(true)
  })

  test('A one-way move has a driver from the first stage on, and a charge from its delivery on', async () => {
    await remote.send('POST', ONE_WAY, nestedOneWay())
    const told = async () => {
      const { json } = await remote.send('GET', '/v1/moves/70001')
      return [json.move.driver_name, json.charge]
    }
    expect(await told()).toEqual([null, undefined])
    remote.desk.clock.pass(20)
    const [driver, none] = await told()
    expect([driver, none]).toEqual([expect.stringMatching(/^\w+ \w+$/), undefined])
    remote.desk.clock.pass(100)
    const delivered = await told()
    expect(delivered).toEqual([driver, chargeOf(FROM, TO, false)])
    expect(delivered[1]).toMatchObject({ type: 'move', disputed: false, paid_amount: 0, details: { length: 2 } })
    await remote.desk.restart({ profile: 'hopdrive', client: CLIENT })
    await remote.authorize()
    expect(await told()).toEqual(delivered)
  })

  test('A move that was stopped on the way has a charge of its own and is settled seven days later', async () => {
    await remote.send('POST', ONE_WAY, nestedOneWay())
    remote.desk.clock.pass(20)
    await remote.door('POST', '/practice/moves/70001/cancel-outcome', { outcome: 'partial' })
    const read = async () => (await remote.send('GET', '/v1/moves/70001')).json
    const { move, charge } = await read()
    expect([move.cancel_status, move.settled, charge]).toEqual(['partial', false, chargeOf(FROM, TO, true)])
    remote.desk.clock.pass(7 * 24 * 3600)
    await remote.authorize()
    expect((await read()).move.settled).toBe(true)
  })

  test('A move that was canceled free of charge or replaced has no charge', async () => {
    for (const [number, outcome] of [
      [70001, 'succeeded'],
      [70002, 'rescheduled'],
    ] as const) {
      await remote.send('POST', ONE_WAY, nestedOneWay())
      await remote.door('POST', `/practice/moves/${number}/cancel-outcome`, { outcome })
      const { json } = await remote.send('GET', `/v1/moves/${number}`)
      expect([json.move.cancel_status, json.charge]).toEqual([outcome, undefined])
    }
  })

  test('A flat one-way body gets a 400 that names `move`', async () => {
    const { status, json } = await remote.send('POST', ONE_WAY, oneWayBody())
    expect(status).toBe(400)
    expect(json.errors).toEqual([
      { type: 'invalid_request_error', code: 'field_missing', message: 'move is required.', param: 'move' },
    ])
  })
})

describe('A pair', () => {
  test('A fetch of either move of a pair gives the response of its creation', async () => {
    const { url } = remote.desk.service
    const created = await remote.send('POST', PAIR, numberedPair())
    expect(created.status).toBe(200)
    const resolved = { google_place_id: expect.stringMatching(/^practice-/) }
    const lot = { ...pairBody().loaner_move.pickup_location, lat: 37.5921, lon: -77.4952, ...resolved }
    const home = { ...pairBody().customer_move.pickup_location, lat: 37.5498, lon: -77.4588, ...resolved }
    const lotAnswer = { ...lot, location_id: 3001, full_address: '4100 W Broad St, Bay 2, Richmond, VA 23230, USA' }
    const homeAnswer = { ...home, location_id: 3002, full_address: '210 S Mulberry St, Apt 4, Richmond, VA 23220, USA' }
    expect(created.json).toEqual({
      ready_by_time_utc: '2026-11-24T18:15:00Z',
      earliest_available_time: '2026-11-24T18:15:00Z',
      appointment_time_utc: '2026-11-24 19:00:00',
      customer_name: 'Harriet Quill',
      customer_phone: '(804) 555-0142',
      customer_action: 'pickup',
      loaner_move: {
        move_id: 70001,
        status: null,
        rooftop: 12,
        settled: false,
        driver_name: null,
        pickup_started: null,
        pickup_arrived: null,
        pickup_successful: null,
        delivery_started: null,
        delivery_arrived: null,
        delivery_successful: null,
        cancel_status: null,
        cancel_reason: null,
        dealer_contact: 'Dana R.',
        special_instructions: 'Keys at the desk\nAsk for Dana',
        reference_num: 'RO 10023 LK-3FA9C1D2L',
        move_details_url: `${url}/portal/moves/70001`,
        tracking_link: null,
        move_uri: `${url}/v1/moves/70001`,
        lane_uri: `${url}/v1/lanes/880`,
        vehicle: pairBody().loaner_move.vehicle,
        pickup_location: lotAnswer,
        delivery_location: homeAnswer,
      },
      customer_move: {
        ...created.json.customer_move,
        move_id: 70002,
        reference_num: 'RO 10023 LK-3FA9C1D2C',
        lane_uri: `${url}/v1/lanes/880`,
        vehicle: pairBody().customer_move.vehicle,
        pickup_location: homeAnswer,
        delivery_location: lotAnswer,
      },
    })
    const fetched = structuredClone(created.json)
    fetched.loaner_move.cancel_status = 'not cancelled'
    fetched.customer_move.cancel_status = 'not cancelled'
    expect((await remote.send('GET', '/v1/moves/70001')).json).toEqual(fetched)
    expect((await remote.send('GET', '/v1/moves/70002')).json).toEqual(fetched)
  })

  test('One driver drives both moves of a pair, and each delivered move has a charge of its own', async () => {
    await remote.send('POST', PAIR, numberedPair())
    remote.desk.clock.pass(120)
    const loanerOnly = (await remote.send('GET', '/v1/moves/70002')).json
    expect([loanerOnly.loaner_move.charge.type, loanerOnly.customer_move.charge]).toEqual(['move', undefined])
    remote.desk.clock.pass(120)
    const { loaner_move: loaner, customer_move: customer } = (await remote.send('GET', '/v1/moves/70002')).json
    expect(customer.driver_name).toBe(loaner.driver_name)
    expect(customer.charge).toEqual(loaner.charge)
  })

  test('A move booked under one profile is readable in the form of the other profile', async () => {
    await remote.desk.restart({})
    await remote.desk.post(PAIR, pairBody())
    await remote.desk.restart({ profile: 'hopdrive', client: CLIENT })
    await remote.authorize()
    await remote.send('POST', ONE_WAY, nestedOneWay())
    const { json } = await remote.send('GET', '/v1/moves/70001')
    expect(json.customer_move).toMatchObject({ move_id: 70002, reference_num: 'RO 10023 LK-3FA9C1D2C', rooftop: null })
    await remote.desk.restart({})
    expect((await remote.desk.get('/v1/moves/70003')).json).toMatchObject({
      move: { reference_id: 'RO 10024 LK-77A0B1C2C' },
      delivery_location: { name: 'Body shop' },
    })
  })
})

describe('`duplicate_check`', () => {
  const duplicate = (param: string) => ({
    status: 400,
    json: {
      errors: [
        {
          type: 'invalid_request_error',
          code: 'move_duplication',
          message: `${param} is that of a move in progress.`,
          param,
        },
      ],
    },
  })

  test.each([
    ['reference_num', 'move.reference_num', { ...nestedOneWay().move.vehicle, vin: 'X1', stock: 'X1' }, {}],
    ['vehicle_stock', 'move.vehicle.stock', { ...nestedOneWay().move.vehicle, vin: 'X1' }, { reference_num: 'X1' }],
    ['vehicle_vin', 'move.vehicle.vin', { ...nestedOneWay().move.vehicle, stock: 'X1' }, { reference_num: 'X1' }],
  ])(
    '`duplicate_check` by %s refuses a duplicate of a move in progress and stores nothing',
    async (field, param, vehicle, more) => {
      const first = nestedOneWay()
      expect((await remote.send('POST', ONE_WAY, first)).status).toBe(200)
      const again = { ...first, duplicate_check: field, move: { ...first.move, ...more, vehicle } }
      expect(await remote.send('POST', ONE_WAY, again)).toEqual(duplicate(param))
      expect(await remote.desk.ledger()).toHaveLength(1)
      const { duplicate_check: _, ...unchecked } = again
      expect((await remote.send('POST', ONE_WAY, unchecked)).status).toBe(200)
    },
  )

  test('`duplicate_check` ignores delivered and canceled moves, and counts a failed or pending cancellation', async () => {
    const body = nestedOneWay()
    await remote.send('POST', ONE_WAY, body)
    remote.desk.clock.pass(119)
    expect((await remote.send('POST', ONE_WAY, body)).status).toBe(400)
    remote.desk.clock.pass(1)
    expect((await remote.send('POST', ONE_WAY, body)).status).toBe(200)
    await remote.send('POST', '/v1/cancelation', { move_id: 70002 })
    expect((await remote.send('POST', ONE_WAY, body)).status).toBe(400)
    await remote.door('POST', '/practice/moves/70002/cancel-outcome', { outcome: 'failed' })
    expect((await remote.send('POST', ONE_WAY, body)).status).toBe(400)
    await remote.door('POST', '/practice/moves/70002/cancel-outcome', { outcome: 'partial' })
    expect((await remote.send('POST', ONE_WAY, body)).status).toBe(200)
  })

  test('`duplicate_check` compares both moves of a pair and does not match missing values', async () => {
    const body = numberedPair()
    expect((await remote.send('POST', PAIR, body)).status).toBe(200)
    const { status, json } = await remote.send('POST', PAIR, body)
    expect(status).toBe(400)
    expect(json.errors.map((error: { param: string }) => error.param)).toEqual([
      'loaner_move.vehicle.vin',
      'customer_move.vehicle.vin',
    ])
    const bare = changed(changed(body, 'loaner_move.vehicle', undefined), 'customer_move.vehicle.vin', '')
    expect((await remote.send('POST', PAIR, bare)).status).toBe(200)
    expect((await remote.send('POST', PAIR, bare)).status).toBe(200)
  })
})

test('The baseline profile has none of the newer endpoints', async () => {
  const desk = await running()
  await desk.post(ONE_WAY, oneWayBody())
  expect((await desk.post('/v1/authorize', { client_id: 'x', client_secret: 'y' })).status).toBe(404)
  expect((await desk.post('/v1/cancelation', { move_id: 70001 })).status).toBe(404)
  expect((await ask(desk.at('/v1/moves/70001'), { method: 'PATCH' })).status).toBe(405)
  await desk.end()
})

test.each([
  ['PUT', '/v1/cancelation', 405, 'REQUEST_INVALID'],
  ['GET', '/v1/authorize', 405, 'REQUEST_INVALID'],
  ['DELETE', '/v1/moves/70001', 405, 'request_invalid'],
  ['GET', '/v1/moves/70001', 404, 'move_invalid'],
  ['PATCH', '/v1/moves/70001', 404, 'MOVE_INVALID'],
  ['PATCH', '/v1/moves/x', 400, 'MOVE_INVALID'],
])('A %s of %s gets %i with the code %s', async (method, path, status, code) => {
  const heard = await remote.send(method, path, method.startsWith('P') ? {} : undefined)
  expect([heard.status, heard.json.errors[0].code]).toEqual([status, code])
})
