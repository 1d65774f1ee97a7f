import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { authorized, CLIENT, conciergeBody, type Authorized } from './authorized.ts'
import { changed, running } from './running.ts'

const PATH = '/v1/concierge-moves'

let remote: Authorized
beforeEach(async () => {
  remote = await authorized({ stepSeconds: 10 })
})
afterEach(async () => {
  expect(remote.desk.events.filter((event) => event.event === 'internal-error')).toEqual([])
  await remote.desk.end()
})

describe('A pair without a loaner', () => {
  test('A fetch of a pair without a loaner gives the response of its creation', async () => {
    const { url } = remote.desk.service
    const { pickup_location: home, delivery_location: lot, vehicle } = conciergeBody().customer_move
    const created = await remote.send('POST', PATH, conciergeBody())
    expect(created.status).toBe(200)
    expect(created.json).toEqual({
      ready_by_time_utc: '2026-11-24T18:15:00Z',
      earliest_available_time: '2026-11-24T18:15:00Z',
      appointment_time_utc: '2026-11-24 19:00:00',
      customer_name: 'Harriet Quill',
      customer_phone: '(804) 555-0142',
      customer_action: 'pickup',
      customer_move: {
        ...created.json.customer_move,
        move_id: 70001,
        cancel_status: null,
        rooftop: 12,
        reference_num: 'RO 10023 LK-3FA9C1D2C',
        move_uri: `${url}/v1/moves/70001`,
        vehicle,
        pickup_location: { ...created.json.customer_move.pickup_location, ...home, location_id: 3001 },
        delivery_location: { ...created.json.customer_move.delivery_location, name: lot.name, location_id: 3002 },
      },
    })
    const fetched = structuredClone(created.json)
    fetched.customer_move.cancel_status = 'not cancelled'
    expect((await remote.send('GET', '/v1/moves/70001')).json).toEqual(fetched)
    expect(await remote.desk.ledger()).toMatchObject([
      { kind: 'concierge', references: ['RO 10023 LK-3FA9C1D2C'], move_ids: [70001] },
    ])
  })

  test.for([
    ['customer_move.delivery_location', undefined, 'field_missing'],
    ['customer_move.delivery_location.zip', 'none', 'field_invalid'],
    ['customer_move.vehicle.make', '', 'field_missing'],
    ['customer_phone', '555-0142', 'field_invalid'],
    ['customer_action', 'swap', 'field_invalid'],
  ] as const)('A wrong %s gets a 400 that names it, and nothing is stored', async ([param, value, code]) => {
    const { status, json } = await remote.send('POST', PATH, changed(conciergeBody(), param, value))
    const errors = json.errors.map((error: { code: string; param: string }) => [error.code, error.param])
    expect([status, errors]).toEqual([400, [[code, param]]])
    expect(await remote.desk.ledger()).toEqual([])
  })

  test('`duplicate_check` refuses a pair without a loaner whose car is in progress', async () => {
    await remote.send('POST', PATH, conciergeBody())
    const { status, json } = await remote.send('POST', PATH, conciergeBody())
    expect([status, json.errors[0]]).toMatchObject([
      400,
      { code: 'move_duplication', param: 'customer_move.vehicle.vin' },
    ])
  })

  test.for([
    [
      'pickup',
      [
        ['12:00:00', 'A driver is booked for your vehicle.'],
        ['12:00:10', 'Your driver is on the way to you.'],
        ['12:00:20', 'Your driver has arrived.'],
        ['12:01:00', 'Your driver has delivered your vehicle to the service center.'],
      ],
    ],
    [
      'return',
      [
        ['12:00:00', 'A driver is booked for your vehicle.'],
        ['12:00:40', 'Your driver is on the way with your vehicle.'],
        ['12:00:50', 'Your driver has arrived.'],
        ['12:01:00', 'Your driver has delivered your vehicle to you.'],
      ],
    ],
  ] as const)('The customer of a %s without a loaner gets these SMS', async ([action, texts]) => {
    await remote.send('POST', PATH, changed(conciergeBody(), 'customer_action', action))
    remote.desk.clock.pass(200)
    const { json } = await remote.door('GET', '/practice/sms')
    expect(json.map((sms: { at: string; text: string }) => [sms.at.slice(11, 19), sms.text])).toEqual(texts)
  })

  test('A pair without a loaner is changed, canceled and rescheduled like any move', async () => {
    await remote.send('POST', PATH, conciergeBody())
    const change = { vehicle_color: 'Red', ready_by: '2026-11-24T18:30:00Z' }
    expect((await remote.send('PATCH', '/v1/moves/70001', change)).json).toMatchObject({ id: 70001, ...change })
    const late = await remote.send('PATCH', '/v1/moves/70001', { ready_by: '2026-11-24T19:30:00Z' })
    expect(late.status).toBe(400)
    await remote.door('POST', '/practice/moves/70001/cancel-outcome', { outcome: 'rescheduled' })
    const after = (await remote.send('GET', '/v1/moves/70002')).json
    expect(after.customer_move).toMatchObject({ move_id: 70002, cancel_status: 'not cancelled' })
    await remote.send('POST', '/v1/cancelation', { move_id: 70002 })
    remote.desk.clock.pass(10)
    const canceled = (await remote.send('GET', '/v1/moves/70002')).json
    expect(canceled.customer_move).toMatchObject({ cancel_status: 'succeeded' })
  })

  test('A pair without a loaner is readable in the baseline profile, which takes none', async () => {
    await remote.send('POST', PATH, conciergeBody())
    await remote.desk.restart({})
    expect((await remote.desk.get('/v1/moves/70001')).json).toMatchObject({
      move: { id: 70001, reference_id: 'RO 10023 LK-3FA9C1D2C' },
      delivery_location: { name: conciergeBody().customer_move.delivery_location.name },
    })
    expect((await remote.desk.post(PATH, conciergeBody())).status).toBe(404)
    await remote.desk.restart({ profile: 'hopdrive', client: CLIENT })
  })
})

test('The baseline profile answers a pair without a loaner as any unknown address', async () => {
  const desk = await running()
  const [concierge, unknown] = [await desk.post(PATH, conciergeBody()), await desk.post('/v1/no-moves', {})]
  expect(concierge).toEqual(unknown)
  expect(concierge.status).toBe(404)
  await desk.end()
})
