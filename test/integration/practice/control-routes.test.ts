import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ask, changed, oneWayBody, pairBody, running, type Running } from './running.ts'
import { proves } from '../../support/spec-rows.ts'

let desk: Running
beforeEach(async () => {
  desk = await running({ stepSeconds: 10 })
})
afterEach(async () => {
  expect(desk.events.filter((event) => event.event === 'internal-error')).toEqual([])
  await desk.end()
})

const step = (id: number) => desk.post(`/practice/moves/${id}/step`, {})
const statusOf = async (id: number) => (await desk.get(`/v1/moves/${id}`)).json.move.status

describe('A lane', () => {
  test('A lane lists the moves of a pair at the address that both moves carry', async () => {
    const { json } = await desk.post('/v1/concierge-loaner-moves', pairBody())
    expect(json.loaner_move.lane_uri).toBe(json.customer_move.lane_uri)
    desk.clock.pass(10)
    const lane = await ask(json.loaner_move.lane_uri)
    expect(JSON.parse(lane.text)).toEqual({
      lane_id: 880,
      lane_uri: json.loaner_move.lane_uri,
      ready_by_time_utc: '2026-11-24T18:15:00+00:00',
      moves: [
        {
          move_id: 70001,
          move_uri: json.loaner_move.move_uri,
          status: 'pickup started',
          cancel_status: 'not cancelled',
        },
        { move_id: 70002, move_uri: json.customer_move.move_uri, status: null, cancel_status: 'not cancelled' },
      ],
    })
  })

  test('A lane answers at its own number only, to GET only, and with a token only', async () => {
    await desk.post('/v1/one-way-moves', oneWayBody())
    for (const id of ['879', '881', '0', 'x', '%00']) expect((await desk.get(`/v1/lanes/${id}`)).status).toBe(404)
    const { status, headers } = await ask(desk.at('/v1/lanes/880'), { method: 'POST' })
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
    expect((await ask(desk.at('/v1/lanes/880'), { token: null })).status).toBe(401)
  })
})

describe('The manual steps', () => {
  test('The clock goes on from a manual step', async () => {
    await desk.post('/v1/one-way-moves', oneWayBody())
    desk.clock.pass(12)
    expect((await step(70001)).json).toEqual({
      move_id: 70001,
      status: 'pickup arrived',
      cancel_status: 'not cancelled',
      new_move_id: null,
    })
    desk.clock.pass(9)
    expect(await statusOf(70001)).toBe('pickup arrived')
    desk.clock.pass(1)
    expect((await desk.get('/v1/moves/70001')).json.move).toMatchObject({
      status: 'pickup successful',
      pickup_started: '2026-11-24T12:00:10+00:00',
      pickup_arrived: '2026-11-24T12:00:12+00:00',
      pickup_successful: '2026-11-24T12:00:22+00:00',
      delivery_started: null,
    })
  })

  test('A manual driver takes no other step, and its steps outlast a restart', async () => {
    await desk.restart({ driver: 'manual' })
    await desk.post('/v1/one-way-moves', oneWayBody())
    desk.clock.pass(100_000)
    expect(await statusOf(70001)).toBe(null)
    for (const status of ['pickup started', 'pickup arrived']) expect((await step(70001)).json.status).toBe(status)
    await desk.restart()
    desk.clock.pass(100_000)
    expect(await statusOf(70001)).toBe('pickup arrived')
    for (const status of ['pickup successful', 'delivery started', 'delivery arrived', 'delivery successful']) {
      expect((await step(70001)).json.status).toBe(status)
    }
    const { status, json } = await step(70001)
    expect([status, json.errors[0].code]).toEqual([409, 'move_invalid'])
  })

  test('The driver takes one move of a pair at a time', async () => {
    await desk.restart({ driver: 'manual' })
    await desk.post('/v1/concierge-loaner-moves', pairBody())
    const early = await step(70002)
    expect([early.status, early.json.errors[0].message]).toEqual([409, 'The driver has not ended move 70001 yet.'])
    for (let made = 0; made < 6; made++) await step(70001)
    expect((await step(70002)).json.status).toBe('pickup started')
  })

  test('A first move that is ahead of the clock makes the second move begin earlier', async () => {
    await desk.post('/v1/concierge-loaner-moves', pairBody())
    for (let made = 0; made < 6; made++) await step(70001)
    desk.clock.pass(10)
    expect(await statusOf(70002)).toBe('pickup started')
  })
})

describe('The list of moves', () => {
  test('The list of moves shows the newest first by number and the last part of the reference, and nothing typed', async () => {
    const listed = async () => (await ask(desk.at('/portal/moves'), { token: null })).text
    expect(await listed()).toContain('None yet.')
    await desk.post('/v1/one-way-moves', { ...oneWayBody(), reference_id: 'RO <b>10024 LK-77A0B1C2C' })
    await desk.post('/v1/one-way-moves', { ...oneWayBody(), reference_id: 'Smith' })
    const page = await listed()
    expect([...page.matchAll(/Move (\d+)<\/a>, ([^,]+),/g)].map(([, ...shown]) => shown)).toEqual([
      ['70002', 'no reference of a desk'],
      ['70001', 'LK-77A0B1C2C'],
    ])
    expect(page).not.toMatch(/RO|10024|<b>|Smith/)
  })
})

describe('A lossy connection', () => {
  test('A lossy connection takes one booking and answers nothing, and then answers again', async () => {
    await desk.service.setConnection('lossy')
    expect(desk.service.connection()).toBe('lossy')
    expect((await desk.get('/practice/sms')).status).toBe(200)
    expect((await desk.post('/v1/one-way-moves', {})).status).toBe(422)
    await expect(desk.post('/v1/one-way-moves', oneWayBody())).rejects.toThrow(/socket hang up|ECONNRESET/)
    expect(desk.service.connection()).toBe('up')
    expect(await desk.ledger()).toMatchObject([{ move_ids: [70001] }])
    expect((await desk.post('/v1/one-way-moves', oneWayBody())).status).toBe(200)
    await desk.service.setConnection('lossy')
    await desk.service.setConnection('up')
    expect((await desk.post('/v1/one-way-moves', oneWayBody())).status).toBe(200)
  })
})

describe('The SMS list', () => {
  const texts = async () =>
    (await desk.get('/practice/sms')).json.map((sms: { at: string; move_id: number; text: string }) => [
      sms.at.slice(11, 19),
      sms.move_id,
      sms.text,
    ])

  test('The SMS of a pickup pair come in order, to the customer’s phone as given', async () => {
    proves('6: sms')
    await desk.post('/v1/one-way-moves', oneWayBody())
    await desk.post('/v1/concierge-loaner-moves', pairBody())
    expect((await desk.get('/practice/sms')).json).toEqual([
      {
        at: '2026-11-24T12:00:00+00:00',
        to: '(804) 555-0142',
        move_id: 70003,
        text: 'A driver is booked for your vehicle.',
      },
    ])
    desk.clock.pass(120)
    expect(await texts()).toEqual([
      ['12:00:00', 70003, 'A driver is booked for your vehicle.'],
      ['12:00:40', 70002, 'Your driver is on the way with the loaner.'],
      ['12:00:50', 70002, 'Your driver has arrived.'],
      ['12:01:00', 70002, 'Your driver has delivered the loaner to you and takes yours in.'],
      ['12:02:00', 70003, 'Your driver has delivered your vehicle to the service center.'],
    ])
  })

  test('The SMS of a return pair begin with the customer’s vehicle and stop at a cancellation', async () => {
    await desk.post('/v1/concierge-loaner-moves', changed(pairBody(), 'customer_action', 'return'))
    desk.clock.pass(60)
    expect(await texts()).toEqual([
      ['12:00:00', 70002, 'A driver is booked for your vehicle.'],
      ['12:00:40', 70002, 'Your driver is on the way with your vehicle.'],
      ['12:00:50', 70002, 'Your driver has arrived.'],
      ['12:01:00', 70002, 'Your driver has delivered your vehicle to you.'],
    ])
    await desk.post('/practice/moves/70001/cancel-outcome', { outcome: 'succeeded' })
    desk.clock.pass(100)
    expect(await texts()).toHaveLength(4)
  })

  test('The SMS of two customers are sorted by time and outlast a restart', async () => {
    await desk.post('/v1/concierge-loaner-moves', pairBody())
    desk.clock.pass(45)
    await desk.post('/v1/concierge-loaner-moves', changed(pairBody(), 'customer_phone', '804-555-0177'))
    desk.clock.pass(10)
    const before = (await desk.get('/practice/sms')).json
    expect(before.map((sms: { to: string }) => sms.to.slice(-4))).toEqual(['0142', '0142', '0177', '0142'])
    await desk.restart()
    expect((await desk.get('/practice/sms')).json).toEqual(before)
  })

  test('The page of a move shows the SMS of that move, without a name or a phone', async () => {
    await desk.post('/v1/concierge-loaner-moves', pairBody())
    const pageOf = async (id: number) => (await ask(desk.at(`/portal/moves/${id}`), { token: null })).text
    expect(await pageOf(70001)).toContain('None yet.')
    expect(await pageOf(70002)).toContain('<ol><li>12:00 UTC: A driver is booked for your vehicle.</li></ol>')
    desk.clock.pass(50)
    expect(await pageOf(70001)).toContain('is on the way with the loaner.</li><li>12:00 UTC: Your driver has arrived.')
    await desk.post('/v1/one-way-moves', oneWayBody())
    expect(await pageOf(70003)).not.toContain('Texts to the customer')
  })

  test('The SMS list alone names the customer, and needs the token', async () => {
    await desk.post('/v1/concierge-loaner-moves', pairBody())
    desk.clock.pass(200)
    const { json } = await desk.get('/v1/moves/70002')
    const seen = await Promise.all(
      ['/practice/ledger', '/v1/lanes/880', '/v1/moves/70002'].map(async (path) => (await ask(desk.at(path))).text),
    )
    const pages = [json.move.tracking_link, json.move.move_details_url]
    for (const page of pages) seen.push((await ask(page, { token: null })).text)
    expect(seen.join()).not.toMatch(/Harriet|Quill|555-0142/)
    expect((await ask(desk.at('/practice/sms'), { token: null })).status).toBe(401)
    expect((await ask(desk.at('/practice/sms'), { method: 'POST' })).status).toBe(405)
  })
})
