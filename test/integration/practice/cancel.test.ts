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

describe('A cancellation', () => {
  // Seconds from the booking; a stage comes each 10.
  test.each([
    [0, null, 'succeeded', null],
    [9, null, 'succeeded', null],
    [10, 'pickup started', 'partial', 'pickup started'],
    [25, 'pickup arrived', 'partial', 'pickup arrived'],
    [30, 'pickup successful', 'failed', 'delivery successful'],
    [50, 'delivery arrived', 'failed', 'delivery successful'],
    [60, 'delivery successful', 'failed', 'delivery successful'],
  ])('A cancellation after %i seconds, at the status %s, ends as %s', async (seconds, status, outcome, last) => {
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

  test('A repeated cancellation changes nothing while pending, is judged anew after a failure, and is refused at last', async () => {
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

  test('A cancellation of one move of a pair leaves the other move, which is driven next', async () => {
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
  ])('The cancellation body %j gets %i', async (body, status, [code, param]) => {
    const heard = await remote.send('POST', '/v1/cancelation', body)
    expect([heard.status, heard.json.errors[0].code, heard.json.errors[0].param]).toEqual([status, code, param])
    expect((await move()).cancel_status).toBe('not cancelled')
  })
})

describe('A manual outcome', () => {
  test('A rescheduled move is replaced by a new move in its lane and keeps its status', async () => {
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
      cancel_reason: 'Rescheduled: a new move takes its place.',
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
    // The ledger lists requested moves only, so the new move is not in it.
    expect((await remote.desk.ledger()).map((entry) => entry.move_ids)).toEqual([[70001]])
  })

  test('The second move of a pair waits for the replacement of the first one', async () => {
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

  test.each(['succeeded', 'partial', 'failed'])(
    'The manual outcome %s wins over the outcome by the clock',
    async (outcome) => {
      remote.desk.clock.pass(10)
      await cancel(70001)
      remote.desk.clock.pass(5)
      expect((await decide(70001, outcome)).json.cancel_status).toBe(outcome)
      remote.desk.clock.pass(100)
      expect(await move()).toMatchObject({
        cancel_status: outcome,
        status: outcome === 'failed' ? 'delivery successful' : 'pickup started',
      })
    },
  )

  test('A manual outcome gets a 409 for a canceled move, and for a delivered one unless the outcome is failed', async () => {
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

  test('A cancellation under a manual driver stays pending until a decision, and the driver can go on', async () => {
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

  test('A manual outcome works in the baseline profile, which has no field for the reason', async () => {
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
  ])('A POST to %s with %j gets %i', async (path, body, status) => {
    expect((await remote.door('POST', path, body)).status).toBe(status)
    expect((await ask(remote.desk.at(path), { method: 'POST', token: null })).status).toBe(401)
    expect((await ask(remote.desk.at(path))).status).toBe(405)
  })
})

describe('A change', () => {
  const patch = (body: unknown, id = 70001) => remote.send('PATCH', `/v1/moves/${id}`, body)

  test('A change of every field is answered flat and shown by the next fetch', async () => {
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

  test('A change keeps a missing field and clears a blank one', async () => {
    const before = await move()
    const { json } = await patch({ vehicle_color: '' })
    expect(json).toMatchObject({ vehicle_color: null, vehicle_make: 'Ford', ready_by: '2026-11-24T19:00:00Z' })
    expect(await move()).toEqual({ ...before, vehicle: { ...before.vehicle, color: null } })
  })

  test('A change to a ready-by after the appointment of a pair is refused at its field and changes nothing', async () => {
    await remote.send('POST', '/v1/concierge-loaner-moves', numberedPair())
    const id = 70002
    const before = (await remote.send('GET', `/v1/moves/${id}`)).json
    const late = await patch({ ready_by: '2099-01-01T00:00:00Z', vehicle_color: 'Red' }, id)
    expect(late).toMatchObject({ status: 400, json: { errors: [{ code: 'FIELD_INVALID', param: 'ready_by' }] } })
    expect((await remote.send('GET', `/v1/moves/${id}`)).json).toEqual(before)
    const appointment = before.appointment_time_utc.replace(' ', 'T').replace(/Z?$/, 'Z')
    expect((await patch({ ready_by: appointment }, id)).status).toBe(200)
  })

  test('A change is accepted until the pickup is completed', async () => {
    remote.desk.clock.pass(29)
    expect((await patch({ vehicle_color: 'Red' })).status).toBe(200)
    remote.desk.clock.pass(1)
    const { status, json } = await patch({ vehicle_color: 'Blue' })
    expect([status, json.errors[0].code]).toEqual([400, 'MOVE_INVALID'])
    expect((await move()).vehicle.color).toBe('Red')
  })

  test('A change is refused once the move is canceled', async () => {
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
  ])('The change body %j is refused with %s', async (body, code, param) => {
    const before = await move()
    const { status, json } = await patch(body)
    expect([status, json.errors[0].code, json.errors[0].param]).toEqual([400, code, param])
    expect(await move()).toEqual(before)
  })
})
