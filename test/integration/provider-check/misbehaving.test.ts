import { describe, expect, test } from 'vitest'
import { startFaultServer } from '../../support/faults/fault-server.ts'
import { numberedPair } from '../practice/authorized.ts'
import { ask, post, TOKEN, type Parsed } from '../practice/running.ts'
import { cell, checkOf, linesOf, remoteOf, reportOf } from './checked.ts'
import { crooked, type Came, type Crookedness, type CrookedAnswer } from './crooked.ts'

const ONE_WAYS = '/v1/one-way-moves'
const PAIRS = '/v1/concierge-loaner-moves'
const PAGE: CrookedAnswer = { status: 200, text: '<!doctype html><h1>Welcome</h1>', type: 'text/html' }

const isCreation = ({ method, path }: Came) => method === 'POST' && (path === PAIRS || path === ONE_WAYS)

/** A hopdrive remote with a crookedness in front of it, checked with --create. */
async function hopdrive(crookedness: Crookedness, options: Parameters<typeof reportOf>[1] = {}) {
  const { desk, signIn } = await remoteOf('hopdrive')
  const road = await crooked(desk.service.url, crookedness)
  const report = await reportOf(road.url, { ...signIn, create: true, ...options })
  return { desk, road, report, creations: road.came.filter(isCreation) }
}

/** A copy of an answer, changed where its path says so. */
function editing(edit: (json: Parsed, came: Came) => void): Crookedness {
  return {
    answer(came, from) {
      if (from.json === undefined || from.status !== 200) return from
      const json = structuredClone(from.json)
      edit(json, came)
      return { status: from.status, json }
    },
  }
}

describe('A remote that is no provider', () => {
  test('The check books nothing at a remote that answers every request with an HTML page', async () => {
    const { desk } = await remoteOf('baseline')
    const road = await crooked(desk.service.url, { answer: () => PAGE })
    const report = await reportOf(road.url, { create: true })
    expect(cell(report, '5', 'a request without a token')).toBe('no: 200, no JSON')
    expect(cell(report, '5', 'the token that was given')).toBe('no: 200, no JSON')
    expect(report.fits).toBeNull()
    expect(road.came.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('The check follows no redirect', async () => {
    const goal = await startFaultServer({
      onRequest: (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'),
    })
    const moved = `HTTP/1.1 302 Found\r\nlocation: ${goal.url.href}\r\ncontent-length: 0\r\n\r\n`
    const remote = await startFaultServer({ onRequest: (socket) => socket.end(moved) })
    const report = await reportOf(remote.url.origin, { create: true })
    expect(cell(report, '5', 'the token that was given')).toBe('no: 302, a redirect')
    expect([report.fits, goal.received]).toEqual([null, []])
  })

  test('A remote that takes the connection and never answers is reported as unreachable', async () => {
    const remote = await startFaultServer({})
    expect(await checkOf(remote.url.origin, { timeoutMs: 300 })).toEqual({ kind: 'unreachable', code: 'timeout' })
  })
})

describe('A creation whose outcome is unclear', () => {
  const cases: readonly (readonly [name: string, answer: CrookedAnswer | null, found: string])[] = [
    ['a page with 200', PAGE, '200, no JSON: perhaps booked'],
    ['JSON without a number', { status: 200, json: { ok: true } }, '200: perhaps booked'],
    ['a redirect', { status: 302, text: '' }, '302, a redirect: perhaps booked'],
    ['a fault of the server', { status: 503, json: {} }, '503: perhaps booked'],
    ['no answer', null, 'no answer (timeout): perhaps booked'],
    [
      'an answer without end',
      { status: 200, text: `{"a":"${' '.repeat(2 ** 20)}"}` },
      '200, longer than 1 MB: perhaps booked',
    ],
  ]
  test.for(cases)(
    'The check sends a booking that ends with %s once, books nothing after it, and lists it',
    async ([, given, found]) => {
      const crookedness: Crookedness = { answer: (came, from) => (isCreation(came) ? given : from) }
      const { report, creations } = await hopdrive(crookedness, given === null ? { timeoutMs: 1500 } : {})
      const bookings = creations.filter(({ json }) => Object.keys(json ?? {}).length > 1)
      expect(bookings).toHaveLength(1)
      expect(cell(report, '4.3', 'POST /v1/concierge-loaner-moves, pickup')).toBe(`other: ${found}`)
      expect(cell(report, '4.2', 'POST /v1/one-way-moves, flat')).toContain('not tried')
      const { loaner_move: loaner, customer_move: customer } = bookings[0]?.json ?? {}
      expect(report.leftovers.uncertain).toEqual([loaner.reference_num, customer.reference_num])
      expect(linesOf(report).join('\n')).toContain('perhaps booked, as no clear answer came')
      expect([report.fits, report.guarantee?.honored]).toEqual([null, false])
    },
  )
})

describe('A remote that answers for another move', () => {
  test('The check neither changes nor cancels an external move whose number the remote answered', async () => {
    const { desk, signIn } = await remoteOf('hopdrive')
    const externalMoves = numberedPair()
    const body = { client_id: signIn.clientId, client_secret: signIn.secret }
    const { access_token: token } = JSON.parse((await post(desk.at('/v1/authorize'), body, { token: null })).text)
    await post(desk.at(PAIRS), externalMoves, { token })
    const before = (await ask(desk.at('/v1/moves/70001'), { token })).text
    const road = await crooked(
      desk.service.url,
      editing((json, came) => {
        if (came.path === PAIRS) [json.loaner_move.move_id, json.customer_move.move_id] = [70001, 70002]
        if (came.path === ONE_WAYS) json.move.id = 70001
      }),
    )
    const report = await reportOf(road.url, { ...signIn, create: true })
    const acts = road.came.filter(({ method, path }) => method === 'PATCH' || path === '/v1/cancelation')
    expect(acts.filter(({ path, json }) => path.includes('7000') || json?.move_id !== undefined)).toEqual([])
    expect((await ask(desk.at('/v1/moves/70001'), { token })).text).toBe(before)
    expect(report.leftovers.booked).toContain(70001)
    expect(cell(report, 'hopdrive 7', 'PATCH /v1/moves/<id>')).toBe('not tried: the move does not show our reference')
    expect(report.fits).toBeNull()
  })

  test('The check finds a fetch that shows another move', async () => {
    const { report } = await hopdrive(
      editing((json, came) => {
        if (came.method === 'GET' && json.move?.id !== undefined) json.move.id = 71234
      }),
    )
    expect(cell(report, '2.4', 'move.id')).toBe('other: the number of another move (1 of 2)')
    expect(cell(report, '4.1', 'the move that was asked for')).toBe('other: another (1 of 5)')
    expect(report.fits).toBeNull()
  })

  test('The check finds a pair whose moves share one number or stand on two lanes', async () => {
    const { report } = await hopdrive(
      editing((json) => {
        if (json.loaner_move === undefined) return
        json.loaner_move.move_id = json.customer_move.move_id
        json.loaner_move.lane_uri = `${json.customer_move.lane_uri}9`
      }),
    )
    expect(cell(report, '2.1', 'numbers of both moves of a pair')).toContain('other: the same')
    expect(cell(report, '2.1', 'lane_uri of both moves of a pair')).toContain('other: not the same')
    expect(report.fits).toBeNull()
  })
})

describe('A remote that breaks its promises', () => {
  test('The check reports a remote that ignores duplicate_check, and books no more than shows it', async () => {
    const { report, creations } = await hopdrive({ request: ({ json }) => ({ ...json, duplicate_check: undefined }) })
    expect(cell(report, 'hopdrive 5.2', 'the same one-way again')).toBe('no: 200, booked')
    expect(cell(report, 'hopdrive 5.2', 'duplicate_check')).toBe('no: not honored')
    expect(report.guarantee?.honored).toBe(false)
    expect(report.fits).toBeNull()
    expect(creations.filter(({ json }) => json?.duplicate_check !== undefined)).toHaveLength(2)
  })

  test('The check accepts neither another refusal code nor a refusal that ends the first booking as a guarantee', async () => {
    const other = await hopdrive({
      answer: (_, from) =>
        from.text?.includes('move_duplication') === true ? { status: 409, json: { errors: [{ code: 'busy' }] } } : from,
    })
    expect(other.report.guarantee?.honored).toBe(false)
    const seen: number[] = []
    const gone = await hopdrive({
      answer(came, from) {
        if (came.json?.duplicate_check !== undefined && from.status === 200) seen.push(from.json.move?.id)
        const isSeen = seen.some((id) => came.method === 'GET' && came.path === `/v1/moves/${id}`)
        return isSeen ? { status: 404, json: { errors: [{ code: 'move_invalid' }] } } : from
      },
    })
    expect(cell(gone.report, 'hopdrive 5.2', 'the first one-way stands')).toBe('other: not there, or canceled')
    expect(gone.report.guarantee?.honored).toBe(false)
  })

  test('The check finds a changed reference, and leaves the move that carries it alone', async () => {
    const { report, road } = await hopdrive({
      answer: (_, from) => ({ ...from, text: from.text?.replaceAll(/"check \w+"/gi, '"RO 1"') ?? '' }),
    })
    expect(cell(report, 'hopdrive 6.1', 'customer_move.reference_num')).toContain('other: string, other than was sent')
    expect(report.fits).toBeNull()
    expect(report.leftovers.booked.length).toBeGreaterThan(4)
    expect(road.posts('/v1/cancelation').filter(({ json }) => json?.move_id !== undefined)).toEqual([])
  })

  test('The check sends no more incomplete bodies to a remote that booked three of them', async () => {
    const { report, desk } = await hopdrive({
      request: ({ json, path }) =>
        path === PAIRS && json.customer_name === undefined && json.customer_move ? good(json) : json,
    })
    expect(cell(report, '4.3', 'without customer_name')).toBe('no: 200, booked')
    expect(cell(report, '4.3', 'without customer_phone')).toBe('yes: 400 field_missing, names it')
    expect(await desk.ledger()).toHaveLength(7)
    const { report: lax, desk: full } = await hopdrive({
      request: ({ json, path }) => (path === PAIRS && json.loaner_move !== undefined ? good(json) : json),
    })
    expect(cell(lax, '4.3', 'without customer_move')).toContain('not tried: 3 such bodies were booked')
    expect(lax.rows.filter(({ section, found }) => section === '4.3' && found === '200, booked')).toHaveLength(3)
    expect(await full.ledger()).toHaveLength(9)
  })

  test('The check finds fields that are missing, null, of another kind or in another place', async () => {
    const { report } = await hopdrive(
      editing((json, { method }) => {
        if (json.move?.vehicle === undefined) return
        delete json.move.lane_uri
        json.move.status = 7
        json.move.vehicle.manual = 'no'
        json.move.pickup_started = 'soon'
        json.move.cancel_status = { is: 'none' }
        json.pickup_location.lat = null
        json.delivery_location.location_id = 'L1'
        json.move.move_uri = 'https://other.example/v1/moves/1'
        json.ready_by_time_utc = method === 'GET' ? '2026-11-24 19:00:00' : json.ready_by_time_utc
        json.move.extra = { deep: 1 }
        json.move.settled = 'later'
        json.delivery_location.lat = 95
      }),
    )
    expect(cell(report, '2.4', 'move.lane_uri')).toBe('no: absent')
    expect(cell(report, '2.4', 'move.status')).toBe('other: integer, must be string or null')
    expect(cell(report, '2.4', 'move.vehicle.manual')).toBe('other: string, other than was sent')
    expect(cell(report, '2.4', 'move.pickup_started')).toBe('other: string, no time')
    expect(cell(report, '2.4', 'move.cancel_status')).toBe('other: object, must be string or null')
    expect(cell(report, '2.4', 'pickup_location.lat')).toBe('other: null')
    expect(cell(report, '2.4', 'delivery_location.location_id')).toBe('other: string, must be integer')
    expect(cell(report, '2.4', 'move.move_uri')).toBe('other: link, another host, not ending in /v1/moves/<id>')
    expect(cell(report, '2.4', 'ready_by_time_utc')).toBe('other: another time than was sent, space (1 of 2)')
    expect(cell(report, '2.4', 'delivery_location.lat')).toBe('other: integer, must be <= 90')
    expect(cell(report, 'hopdrive 6.1', 'move.settled')).toBe('other: string, must be boolean or null')
    expect(cell(report, '2.4', 'fields that are not listed')).toBe('other: move.cancel_status.is, move.extra.deep')
    expect(report.fits).toBeNull()
  })
})

describe('The words of a remote', () => {
  test('The table strikes out a token that the remote repeats, and prints no control character', async () => {
    const { desk, signIn } = await remoteOf('hopdrive')
    let granted = ''
    const road = await crooked(desk.service.url, {
      answer(_, from) {
        if (typeof from.json?.access_token === 'string') granted = from.json.access_token
        const secrets = `${signIn.secret} ${granted} ${TOKEN}`
        const json = structuredClone(from.json)
        if (json?.errors !== undefined) json.errors[0].code = secrets
        if (json?.move !== undefined) {
          json.move.status = `\u001b[31m${signIn.secret}\u202e`
          json.move[granted] = 1
        }
        return json === undefined ? from : { status: from.status, json }
      },
    })
    const report = await reportOf(road.url, { ...signIn, create: true })
    const printed = `${linesOf(report).join('\n')}${JSON.stringify(report)}`
    expect(granted).not.toBe('')
    expect(printed).toContain('[secret]')
    expect(printed).not.toContain(granted)
    expect(printed).not.toContain(signIn.secret)
    expect(cell(report, '2.4', 'move.status')).toBe('yes: string "?[31m[secret]?"')
  })

  test('The check follows no link to another host', async () => {
    const goal = await startFaultServer({
      onRequest: (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'),
    })
    const { report } = await hopdrive(
      editing((json) => {
        for (const move of [json.move, json.customer_move]) {
          if (move === undefined) continue
          move.lane_uri = `${goal.url.origin}/v1/lanes/1`
          move.tracking_link = `${goal.url.origin}/track/1`
        }
      }),
    )
    expect(cell(report, '2.1', 'GET of lane_uri')).toBe('not tried: another host')
    expect(cell(report, '2.1', 'GET of tracking_link')).toBe('not tried: another host')
    expect(goal.received).toEqual([])
  })
})

test('A check that is ended early cancels its moves and lists the booking without a clear answer', async () => {
  const { desk, signIn } = await remoteOf('hopdrive')
  const stop = new AbortController()
  const road = await crooked(desk.service.url, {
    answer(came, from) {
      if (isCreation(came) && came.path === ONE_WAYS) stop.abort()
      return from
    },
  })
  const checked = await checkOf(road.url, { ...signIn, create: true, stop: stop.signal })
  const reference = road.posts(ONE_WAYS)[0]?.json.reference_id
  expect(checked).toEqual({
    kind: 'ended',
    code: 'stopped',
    leftovers: { canceled: [], pending: [70001, 70002, 70003, 70004], booked: [], uncertain: [reference] },
  })
})

/** The body of the check's own pair, whole, whatever it left out. */
function good(json: Parsed): Parsed {
  const { loaner_move: loaner, customer_move: customer, ...whole } = numberedPair()
  const reference = JSON.stringify(json).match(/CHECK \w+/)?.[0]
  return {
    ...whole,
    duplicate_check: undefined,
    loaner_move: { ...loaner, reference_num: reference },
    customer_move: { ...customer, reference_num: reference },
  }
}
