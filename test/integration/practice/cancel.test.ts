import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { authorized, CLIENT, nestedOneWay, numberedPair, type Authorized } from './authorized.ts'
import { ask, oneWayBody, running } from './running.ts'

let remote: Authorized
beforeEach(async () => {
  remote = await authorized({ stepSeconds: 10 })
  await remote.send('POST', '/v1/one-way-moves', nestedOneWay())
})
afterEach(() => remote.desk.end())

const cancel = (id: number) => remote.send('POST', '/v1/cancelation', { move_id: id })
const decide = (id: number, outcome: string) => remote.door('POST', `/practice/moves/${id}/cancel-outcome`, { outcome })
const move = async (id = 70001) => (await remote.send('GET', `/v1/moves/${id}`)).json.move

describe('a cancelation (provider.md 8)', () => {
  // Seconds from the booking; a stage comes each 10.
  test.each([
    [0, null, 'succeeded', null],
    [9, null, 'succeeded', null],
    [10, 'pickup started', 'partial', 'pickup started'],
    [25, 'pickup arrived', 'partial', 'pickup arrived'],
    [30, 'pickup successful', 'failed', 'delivery successful'],
    [50, 'delivery arrived', 'failed', 'delivery successful'],
    [60, 'delivery successful', 'failed', 'delivery successful'],
  ])('asked after %i seconds, at %s: %s', async (seconds, status, outcome, last) => {
    remote.desk.clock.pass(seconds)
    expect(await cancel(70001)).toEqual({ status: 200, json: { move_id: 70001, cancel_status: 'pending' } })
    expect(await move()).toMatchObject({ status, cancel_status: 'pending', cancel_reason: null })
    remote.desk.clock.pass(9)
    expect((await move()).cancel_status).toBe('pending')
    remote.desk.clock.pass(1)
    expect(await move()).toMatchObject({ cancel_status: outcome, cancel_reason: expect.stringMatching(/^\w.+\.$/) })
    remote.desk.clock.pass(100)
    expect(await move()).toMatchObject({ status: last, cancel_status: outcome })
  })

  test('asked again while pending it stays as it is; after failed it is judged anew; after canceled it is refused', async () => {
    remote.desk.clock.pass(5)
    await cancel(70001)
    remote.desk.clock.pass(9)
    expect((await cancel(70001)).status).toBe(200)
    remote.desk.clock.pass(1)
    expect((await move()).cancel_status).toBe('succeeded')
    const { status, json } = await cancel(70001)
    expect([status, json.errors[0].code]).toEqual([400, 'MOVE_INVALID'])

    await remote.send('POST', '/v1/one-way-moves', nestedOneWay())
    await decide(70002, 'failed')
    expect((await move(70002)).cancel_status).toBe('failed')
    expect((await cancel(70002)).json.cancel_status).toBe('pending')
    remote.desk.clock.pass(10)
    expect((await move(70002)).cancel_status).toBe('succeeded')
  })

  test('one move of a pair leaves the other, whose turn then comes', async () => {
    await remote.send('POST', '/v1/concierge-loaner-moves', numberedPair())
    remote.desk.clock.pass(15)
    await cancel(70002)
    remote.desk.clock.pass(10)
    const { json } = await remote.send('GET', '/v1/moves/70003')
    expect(json.loaner_move).toMatchObject({ cancel_status: 'partial', status: 'pickup started' })
    expect(json.customer_move).toMatchObject({ cancel_status: 'not cancelled', status: 'pickup started' })
  })

  test.each([
    [{}, 400, ['FIELD_MISSING', 'move_id']],
    [{ move_id: '70001' }, 400, ['FIELD_INVALID', 'move_id']],
    [{ move_id: 1.5 }, 400, ['FIELD_INVALID', 'move_id']],
    [[], 400, ['REQUEST_INVALID', undefined]],
    [{ move_id: 70009 }, 404, ['MOVE_INVALID', undefined]],
  ])('%j is refused', async (body, status, [code, param]) => {
    const heard = await remote.send('POST', '/v1/cancelation', body)
    expect([heard.status, heard.json.errors[0].code, heard.json.errors[0].param]).toEqual([status, code, param])
    expect((await move()).cancel_status).toBe('not cancelled')
  })
})

describe('by hand', () => {
  test('rescheduled: a new move takes its place in the lane, the old one keeps its status', async () => {
    remote.desk.clock.pass(20)
    const before = await move()
    const { status, json } = await decide(70001, 'rescheduled')
    expect([status, json]).toEqual([
      200,
      { move_id: 70001, status: 'pickup arrived', cancel_status: 'rescheduled', new_move_id: 70002 },
    ])
    remote.desk.clock.pass(30)
    expect(await move()).toEqual({
      ...before,
      cancel_status: 'rescheduled',
      cancel_reason: 'Rescheduled: move 70002 takes its place.',
    })
    const fresh = await move(70002)
    expect(fresh).toMatchObject({
      id: 70002,
      status: 'pickup successful',
      cancel_status: 'not cancelled',
      reference_num: before.reference_num,
      vehicle: before.vehicle,
      lane_uri: before.lane_uri,
      rooftop: 12,
    })
    expect((await remote.send('GET', '/v1/lanes/880')).json.moves).toEqual([
      {
        move_id: 70001,
        move_uri: before.move_uri,
        status: 'pickup arrived',
        cancel_status: 'rescheduled',
      },
      { move_id: 70002, move_uri: fresh.move_uri, status: 'pickup successful', cancel_status: 'not cancelled' },
    ])
    // The ledger is the judge of what was asked for: nobody asked for the new move.
    expect((await remote.desk.ledger()).map((entry) => entry.move_ids)).toEqual([[70001]])
  })

  test('the second move of a pair waits for the one that took the place of the first', async () => {
    await remote.send('POST', '/v1/concierge-loaner-moves', numberedPair())
    remote.desk.clock.pass(20)
    await decide(70002, 'rescheduled')
    const pair = (await remote.send('GET', '/v1/moves/70003')).json
    expect(pair.loaner_move.move_id).toBe(70004)
    expect((await remote.send('GET', '/v1/moves/70002')).json.loaner_move).toMatchObject({
      move_id: 70002,
      cancel_status: 'rescheduled',
    })
    remote.desk.clock.pass(60)
    const later = (await remote.send('GET', '/v1/moves/70003')).json
    expect([later.loaner_move.status, later.customer_move.status]).toEqual(['delivery successful', null])
    remote.desk.clock.pass(10)
    expect((await remote.send('GET', '/v1/moves/70003')).json.customer_move.status).toBe('pickup started')
  })

  test.each(['succeeded', 'partial', 'failed'])('%s wins over what the clock would say', async (outcome) => {
    remote.desk.clock.pass(10)
    await cancel(70001)
    remote.desk.clock.pass(5)
    expect((await decide(70001, outcome)).json.cancel_status).toBe(outcome)
    remote.desk.clock.pass(100)
    expect(await move()).toMatchObject({
      cancel_status: outcome,
      status: outcome === 'failed' ? 'delivery successful' : 'pickup started',
    })
  })

  test('what has ended is left: 409; delivered, only failed is true', async () => {
    await decide(70001, 'succeeded')
    for (const outcome of ['succeeded', 'failed', 'rescheduled']) {
      expect((await decide(70001, outcome)).status).toBe(409)
    }
    await remote.send('POST', '/v1/one-way-moves', nestedOneWay())
    remote.desk.clock.pass(60)
    for (const outcome of ['succeeded', 'partial', 'rescheduled']) {
      expect((await decide(70002, outcome)).status).toBe(409)
    }
    expect((await decide(70002, 'failed')).status).toBe(200)
  })

  test('a driver by hand: pending until somebody decides, and the driver can go on meanwhile', async () => {
    await remote.desk.restart({ profile: 'hopdrive', client: CLIENT, driver: 'manual' })
    await remote.authorize()
    await remote.send('POST', '/v1/one-way-moves', { ...nestedOneWay(), duplicate_check: undefined })
    await cancel(70002)
    remote.desk.clock.pass(500)
    expect(await move(70002)).toMatchObject({ cancel_status: 'pending', status: null })
    expect((await remote.door('POST', '/practice/moves/70002/step')).json.status).toBe('pickup started')
    await decide(70002, 'partial')
    expect(await move(70002)).toMatchObject({ cancel_status: 'partial', status: 'pickup started' })
    expect((await remote.door('POST', '/practice/moves/70002/step')).status).toBe(409)
  })

  test('in the baseline too, which shows the outcome and has no field for the reason', async () => {
    const desk = await running()
    await desk.post('/v1/one-way-moves', oneWayBody())
    expect((await desk.post('/practice/moves/70001/cancel-outcome', { outcome: 'partial' })).status).toBe(200)
    const { json } = await desk.get('/v1/moves/70001')
    expect(json.move.cancel_status).toBe('partial')
    expect(json.move).not.toHaveProperty('cancel_reason')
    const page = await ask(json.move.move_details_url, { token: null })
    expect(page.text).toContain('Cancelation: partial')
    await desk.end()
  })

  test.each([
    ['/practice/moves/70001/cancel-outcome', { outcome: 'lost' }, 422],
    ['/practice/moves/70001/cancel-outcome', {}, 422],
    ['/practice/moves/70009/cancel-outcome', { outcome: 'failed' }, 404],
    ['/practice/moves/x/step', {}, 404],
  ])('POST %s %j: %i', async (path, body, status) => {
    expect((await remote.door('POST', path, body)).status).toBe(status)
    expect((await ask(remote.desk.at(path), { method: 'POST', token: null })).status).toBe(401)
    expect((await ask(remote.desk.at(path))).status).toBe(405)
  })
})

describe('a change (provider.md 7)', () => {
  const patch = (body: unknown, id = 70001) => remote.send('PATCH', `/v1/moves/${id}`, body)

  test('every field, answered flat, and read again', async () => {
    const all = {
      vehicle_year: '2022',
      vehicle_make: 'Kia',
      vehicle_model: 'Niro',
      vehicle_color: 'Red',
      vehicle_stock: 'S-10',
      vehicle_vin: '1M8GDM9AXKP042799',
      ready_by: '2026-11-25T20:30:00Z',
      reference_num: 'RO 2',
    }
    expect(await patch(all)).toEqual({ status: 200, json: { id: 70001, ...all } })
    const { json } = await remote.send('GET', '/v1/moves/70001')
    expect(json).toMatchObject({
      ready_by_time_utc: '2026-11-25T20:30:00+00:00',
      move: {
        reference_num: 'RO 2',
        vehicle: { year: '2022', make: 'Kia', model: 'Niro', color: 'Red', stock: 'S-10', vin: '1M8GDM9AXKP042799' },
      },
    })
  })

  test('what is left out stays; a blank clears', async () => {
    const before = await move()
    const { json } = await patch({ vehicle_color: '' })
    expect(json).toMatchObject({ vehicle_color: null, vehicle_make: 'Ford', ready_by: '2026-11-24T19:00:00Z' })
    expect(await move()).toEqual({ ...before, vehicle: { ...before.vehicle, color: null } })
  })

  test('a ready-by after the appointment of a pair is refused at its field, and nothing changes', async () => {
    await remote.send('POST', '/v1/concierge-loaner-moves', numberedPair())
    const id = 70002
    const before = (await remote.send('GET', `/v1/moves/${id}`)).json
    const late = await patch({ ready_by: '2099-01-01T00:00:00Z', vehicle_color: 'Red' }, id)
    expect(late).toMatchObject({ status: 400, json: { errors: [{ code: 'FIELD_INVALID', param: 'ready_by' }] } })
    expect((await remote.send('GET', `/v1/moves/${id}`)).json).toEqual(before)
    const appointment = before.appointment_time_utc.replace(' ', 'T').replace(/Z?$/, 'Z')
    expect((await patch({ ready_by: appointment }, id)).status).toBe(200)
  })

  test('until the pickup is completed', async () => {
    remote.desk.clock.pass(29)
    expect((await patch({ vehicle_color: 'Red' })).status).toBe(200)
    remote.desk.clock.pass(1)
    const { status, json } = await patch({ vehicle_color: 'Blue' })
    expect([status, json.errors[0].code]).toEqual([400, 'MOVE_INVALID'])
    expect((await move()).vehicle.color).toBe('Red')
  })

  test('not when it is canceled', async () => {
    await cancel(70001)
    expect((await patch({ vehicle_color: 'Red' })).status).toBe(200)
    remote.desk.clock.pass(10)
    expect((await patch({ vehicle_color: 'Blue' })).status).toBe(400)
  })

  test.each([
    [{}, 'REQUEST_INVALID', undefined],
    [{ address_one: '1 Elm St' }, 'REQUEST_INVALID', undefined],
    [{ vehicle_make: '' }, 'FIELD_MISSING', 'vehicle_make'],
    [{ vehicle_year: 2020 }, 'FIELD_INVALID', 'vehicle_year'],
    [{ ready_by: 'soon' }, 'FIELD_INVALID', 'ready_by'],
    [{ ready_by: '2026-11-25 20:30:00' }, 'FIELD_INVALID', 'ready_by'],
    [{ reference_num: 'a\u0000' }, 'FIELD_INVALID', 'reference_num'],
  ])('%j is refused', async (body, code, param) => {
    const before = await move()
    const { status, json } = await patch(body)
    expect([status, json.errors[0].code, json.errors[0].param]).toEqual([400, code, param])
    expect(await move()).toEqual(before)
  })
})
