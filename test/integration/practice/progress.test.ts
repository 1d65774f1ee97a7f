import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { progressOf, STAGES, legsOf } from '../../../electron/practice/domain/driver.ts'
import { ask, changed, oneWayBody, pairBody, running, START, type Running } from './running.ts'
import { proves } from '../../support/spec-rows.ts'

describe('The driver as a function of the time', () => {
  const trip = { acceptedAt: START, leg: 0, stepSeconds: 20 } as const

  test('The driver reaches one stage every step, in order, with the status word of the last stage', () => {
    proves('3: progress, not-shown-status, not-shown-transitions')
    const seen = [19, 20, 40, 60, 80, 100, 119, 120, 9999].map((seconds) => {
      const { status, times } = progressOf(trip, after(seconds))
      return [seconds, status, STAGES.filter((stage) => times[stage] !== null).length]
    })
    expect(seen).toEqual([
      [19, null, 0],
      [20, 'pickup started', 1],
      [40, 'pickup arrived', 2],
      [60, 'pickup successful', 3],
      [80, 'delivery started', 4],
      [100, 'delivery arrived', 5],
      [119, 'delivery arrived', 5],
      [120, 'delivery successful', 6],
      [9999, 'delivery successful', 6],
    ])
  })

  test('The stage times are those of the steps, however late they are read', () => {
    expect(progressOf(trip, after(9999)).times).toEqual({
      pickup_started: '2026-11-24T12:00:20+00:00',
      pickup_arrived: '2026-11-24T12:00:40+00:00',
      pickup_successful: '2026-11-24T12:01:00+00:00',
      delivery_started: '2026-11-24T12:01:20+00:00',
      delivery_arrived: '2026-11-24T12:01:40+00:00',
      delivery_successful: '2026-11-24T12:02:00+00:00',
    })
  })

  test('The second move of a pair begins after the first one has ended', () => {
    const second = { ...trip, leg: 1 } as const
    expect(progressOf(second, after(139)).status).toBe(null)
    expect(progressOf(second, after(140)).times.pickup_started).toBe('2026-11-24T12:02:20+00:00')
    expect(progressOf(second, after(240)).status).toBe('delivery successful')
  })

  test('Steps shorter than a second stay in order', () => {
    const times = Object.values(progressOf({ ...trip, stepSeconds: 0.3 }, after(2)).times)
    expect(times).not.toContain(null)
    expect([...times].sort()).toEqual(times)
  })

  test('The loaner goes first on a pickup, and the customer’s vehicle goes first on a return', () => {
    proves('1: pickup, return')
    expect(legsOf('pickup')).toEqual({ loaner: 0, customer: 1 })
    expect(legsOf('return')).toEqual({ loaner: 1, customer: 0 })
  })
})

describe('The driver over HTTP', () => {
  let desk: Running
  beforeEach(async () => {
    desk = await running({ stepSeconds: 10 })
  })
  afterEach(() => desk.end())

  test.each([
    ['pickup', 70001, 70002],
    ['return', 70002, 70001],
  ])('The driver of a %s pair drives move %i first, then move %i', async (action, first, second) => {
    proves(`1: ${action}`)
    await desk.post('/v1/concierge-loaner-moves', changed(pairBody(), 'customer_action', action))
    desk.clock.pass(10)
    expect((await desk.get(`/v1/moves/${first}`)).json.move.status).toBe('pickup started')
    expect((await desk.get(`/v1/moves/${second}`)).json.move.status).toBe(null)
    desk.clock.pass(60)
    expect((await desk.get(`/v1/moves/${first}`)).json.move.status).toBe('delivery successful')
    expect((await desk.get(`/v1/moves/${second}`)).json.move.status).toBe('pickup started')
  })

  test.each(['pickup', 'return'])(
    'The driver of a %s pair collects the first vehicle at the service center',
    async (action) => {
      proves('1: first')
      const { loaner_move: loaner, customer_move: customer } = pairBody()
      const [lot, home] = [loaner.pickup_location, customer.pickup_location]
      const away = action === 'pickup' ? { loaner: lot, customer: home } : { loaner: home, customer: lot }
      await desk.post('/v1/concierge-loaner-moves', {
        ...pairBody(),
        customer_action: action,
        loaner_move: { ...loaner, pickup_location: away.loaner },
        customer_move: { ...customer, pickup_location: away.customer },
      })
      desk.clock.pass(10)
      const legs = await Promise.all([70001, 70002].map(async (number) => (await desk.get(`/v1/moves/${number}`)).json))
      const started = legs.filter(({ move }) => move.status !== null)
      expect(started.map(({ pickup_location: place }) => place.name)).toEqual([lot.name])
    },
  )

  test('A driver with a lead sets out that long before the ready time, also after a start without a lead', async () => {
    await desk.restart({ stepSeconds: 10, leadMinutes: 120 })
    await desk.post('/v1/one-way-moves', oneWayBody())
    const status = async () => (await desk.get('/v1/moves/70001')).json.move.status
    desk.clock.set('2026-11-24T17:00:00Z')
    expect(await status()).toBe(null)
    await desk.restart({ stepSeconds: 10 })
    expect(await status()).toBe(null)
    desk.clock.pass(10)
    expect(await status()).toBe('pickup started')
  })

  test('The status follows the driver, and the cancel status stays `not cancelled`', async () => {
    proves('3: fields, not-cancelled')
    await desk.post('/v1/one-way-moves', oneWayBody())
    const states = []
    for (const seconds of [0, 10, 50]) {
      desk.clock.pass(seconds)
      const { move } = (await desk.get('/v1/moves/70001')).json
      states.push([move.status, move.cancel_status])
    }
    expect(states).toEqual([
      [null, 'not cancelled'],
      ['pickup started', 'not cancelled'],
      ['delivery successful', 'not cancelled'],
    ])
  })

  test('The tracking link comes with the first stage and leads to a page without personal data', async () => {
    proves('2.1: tracking_link, pickup_started, pickup_arrived')
    await desk.post('/v1/concierge-loaner-moves', pairBody())
    expect((await desk.get('/v1/moves/70001')).json.move.tracking_link).toBe(null)
    desk.clock.pass(25)
    const { move } = (await desk.get('/v1/moves/70001')).json
    expect(move).toMatchObject({
      status: 'pickup arrived',
      pickup_started: '2026-11-24T12:00:10+00:00',
      pickup_arrived: '2026-11-24T12:00:20+00:00',
      pickup_successful: null,
    })
    expect(move.tracking_link).toMatch(new RegExp(`^${desk.service.url}/track/70001-[0-9a-f]{16}$`))
    for (const address of [move.tracking_link, move.move_details_url]) {
      const page = await ask(address, { token: null })
      expect(page.status).toBe(200)
      expect(page.headers['content-type']).toMatch(/^text\/html/)
      expect(page.headers['content-security-policy']).toContain("default-src 'none'")
      expect(page.text).toContain('pickup arrived')
      expect(page.text).not.toMatch(/<script|Harriet|Quill|804|Mulberry|Broad|Buick|1M8G|RO 10023|Gate|Dana/)
    }
  })

  test('A wrong tracking code and an unknown move number get a 404', async () => {
    await desk.post('/v1/concierge-loaner-moves', pairBody())
    for (const path of [
      '/track/70001-0000000000000000',
      '/track/70001',
      '/track/x',
      '/portal/moves/1',
      '/portal/moves/x',
    ]) {
      const page = await ask(desk.at(path), { token: null })
      expect([page.status, JSON.parse(page.text).errors[0].code]).toEqual([404, 'move_invalid'])
    }
  })

  test('A reported stage time stays the same under another speed after a restart', async () => {
    await desk.post('/v1/concierge-loaner-moves', pairBody())
    desk.clock.pass(35)
    const before = (await desk.get('/v1/moves/70001')).json.move
    await desk.restart({ stepSeconds: 500 })
    const after = (await desk.get('/v1/moves/70001')).json.move
    for (const stage of STAGES) expect(after[stage]).toBe(before[stage])
    expect(after.status).toBe('pickup successful')
  })
})

function after(seconds: number): string {
  return new Date(Date.parse(START) + seconds * 1000).toISOString().replace('.000Z', 'Z')
}
