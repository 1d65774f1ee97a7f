import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ask,
  changed,
  ONE_WAY_OPTIONAL,
  ONE_WAY_REQUIRED,
  oneWayBody,
  PAIR_OPTIONAL,
  PAIR_REQUIRED,
  pairBody,
  post,
  running,
  TOKEN,
  type Answer,
  type Running,
  type Parsed,
} from './running.ts'
import { proves } from '../../support/spec-rows.ts'

const PAIR = '/v1/concierge-loaner-moves'
const ONE_WAY = '/v1/one-way-moves'

let desk: Running
beforeAll(async () => {
  desk = await running()
})
afterAll(async () => {
  // This file sends only refused requests, so the store stays empty.
  expect(await desk.ledger()).toEqual([])
  expect((await desk.get('/v1/moves/70001')).status).toBe(404)
  expect(desk.events.filter((event) => event.event === 'internal-error')).toEqual([])
  await desk.end()
})

function errorsOf(answer: Answer): Parsed[] {
  expect(answer.headers['content-type']).toBe('application/json')
  const json = JSON.parse(answer.text)
  expect(Object.keys(json)).toEqual(['errors'])
  expect(json.errors.length).toBeGreaterThan(0)
  for (const error of json.errors) {
    expect(error.type).toBe('invalid_request_error')
    expect(error.message).toMatch(/^\S.+\.$/)
  }
  expect(answer.text).not.toMatch(/node_modules|\.ts:|\\n\s*at /)
  return json.errors
}

async function fieldsOf(path: string, body: unknown): Promise<string[]> {
  const answer = await post(desk.at(path), body)
  expect(answer.status).toBe(422)
  return errorsOf(answer).map((error) => `${error.code} ${error.param}`)
}

/** The row of a field, which 4.3 lists once for both moves. */
function rowOf(address: string, path: string): string {
  return address === PAIR ? `4.3: ${path.replace(/^(loaner|customer)_move\./, '')}` : `4.2: ${path}`
}

const ROW_OF_PATH: Readonly<Record<string, string>> = {
  '/v1/lanes/880': '2.1: not-shown-lane',
  '/v2/moves/1': '9: not-shown-versions',
}

describe('A 422', () => {
  test.each([
    ...PAIR_REQUIRED.map((path) => [PAIR, path] as const),
    ...ONE_WAY_REQUIRED.map((path) => [ONE_WAY, path] as const),
  ])('A booking at %s without a valid %s gets a 422 that names the field', async (address, path) => {
    proves(rowOf(address, path))
    const body = address === PAIR ? pairBody() : oneWayBody()
    expect(await fieldsOf(address, changed(body, path, undefined))).toEqual([`field_missing ${path}`])
    expect(await fieldsOf(address, changed(body, path, 7))).toEqual([`field_invalid ${path}`])
    expect(await fieldsOf(address, changed(body, path, null))).toEqual([`field_invalid ${path}`])
    expect(await fieldsOf(address, changed(body, path, '  '))).toEqual([`field_missing ${path}`])
  })

  test.each([
    ...PAIR_OPTIONAL.map((path) => [PAIR, path] as const),
    ...ONE_WAY_OPTIONAL.map((path) => [ONE_WAY, path] as const),
  ])('A booking at %s with the wrong type of %s gets a 422 that names the field', async (address, path) => {
    proves(rowOf(address, path))
    const body = address === PAIR ? pairBody() : oneWayBody()
    for (const value of [7, null, ['x']]) {
      expect(await fieldsOf(address, changed(body, path, value))).toEqual([`field_invalid ${path}`])
    }
  })

  test.each([
    ['zip', ['2322', '232201', '2322O', '23220-1234', ' 23220', '23220\n', '２３２２０']],
    [
      'ready_by_time_utc',
      [
        'tomorrow',
        '2026-11-24',
        '2026-11-24 19:00',
        '2026-11-24T19:00:00',
        '2026-11-24 19:00:00Z',
        '2026-11-24 19:00:00 ',
        '2026-02-30 19:00:00',
        '2026-13-01 19:00:00',
        '2026-11-24 24:00:00',
        '2026-11-24 19:60:00',
        '2026-11-24T19:00:00+25:00',
        '2026-11-24T19:00:00+00: 00',
        '0000-01-01T00:00:00+10:00',
        '1999-12-31 23:59:59',
        '9999-12-31T23:59:59-23:00',
        '11/24/2026 7:00 PM',
      ],
    ],
    ['make', ['Fo\u0000rd', 'Fo\nrd', 'Ford\u0085', 'F\ud800d', 'x'.repeat(201)]],
    ['special_instructions', ['a\u0000b', 'a\u001bb', 'x'.repeat(2001), '\udfff']],
    ['vin', ['x'.repeat(201), 'a\tb']],
    ['manual', ['true', 0, 1]],
  ])('A one-way booking with an invalid %s gets a 422 that names the field', async (field, values) => {
    proves(rowOf(ONE_WAY, field), ...(field === 'zip' ? ['8: zip'] : []))
    for (const value of values) {
      expect(await fieldsOf(ONE_WAY, changed(oneWayBody(), field, value)), JSON.stringify(value)).toEqual([
        `field_invalid ${field}`,
      ])
    }
  })

  test('A one-way booking with a nested body gets a 422 that names the flat fields', async () => {
    proves('4.2: not-shown-nesting')
    const { ready_by_time_utc, make, model, manual, name, address_one, city, state, zip } = oneWayBody()
    const vehicle = { make, model, manual }
    const nested = { ready_by_time_utc, vehicle, pickup_location: { name, address_one, city, state, zip } }
    const missing = ['make', 'model', 'manual', 'name', 'address_one', 'city', 'state', 'zip']
    expect((await fieldsOf(ONE_WAY, nested)).sort()).toEqual(missing.map((field) => `field_missing ${field}`).sort())
  })

  test.each([
    ['customer_action', ['Pickup', 'drop', 'pickup ', true]],
    ['customer_phone', ['555-0142', '804 555 014', 'call me', '٠١٢٣٤٥٦٧٨٩']],
    ['loaner_move.vehicle.manual', ['false', 1]],
    ['loaner_move', ['x', 1, ['x']]],
    ['customer_move.vehicle', ['Ford', ['Ford']]],
    ['customer_move.pickup_location.zip', ['232', 23220]],
  ])('A pair booking with an invalid %s gets a 422 that names the field', async (field, values) => {
    proves(rowOf(PAIR, field))
    for (const value of values) {
      expect(await fieldsOf(PAIR, changed(pairBody(), field, value)), JSON.stringify(value)).toEqual([
        `field_invalid ${field}`,
      ])
    }
  })

  test('A 422 names all bad fields, each one once', async () => {
    let body = changed(pairBody(), 'customer_phone', '1')
    body = changed(body, 'customer_move.vehicle.make', undefined)
    body = changed(body, 'loaner_move.pickup_location.zip', '\u0000')
    body = changed(body, 'appointment_time_utc', 'soon')
    expect((await fieldsOf(PAIR, body)).sort()).toEqual([
      'field_invalid appointment_time_utc',
      'field_invalid customer_phone',
      'field_invalid loaner_move.pickup_location.zip',
      'field_missing customer_move.vehicle.make',
    ])
    expect(await fieldsOf(ONE_WAY, {})).toEqual(ONE_WAY_REQUIRED.map((path) => `field_missing ${path}`))
  })

  test('A 422 does not quote the sent value', async () => {
    const answer = await post(desk.at(PAIR), changed(pairBody(), 'customer_phone', 'Harriet 12'))
    expect(answer.status).toBe(422)
    expect(answer.text).not.toContain('Harriet')
  })
})

describe('A 401', () => {
  test.each([
    ['no header', {}],
    ['another token', { authorization: 'Bearer another' }],
    ['a longer token', { authorization: `Bearer ${TOKEN}x` }],
    ['an empty token', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: `Basic ${TOKEN}` }],
    ['the bare token', { authorization: TOKEN }],
  ])('A request with %s gets a 401 at every address', async (_, headers) => {
    proves('5: authorization, not-shown-token')
    const asks: [string, string][] = [
      ['POST', PAIR],
      ['POST', ONE_WAY],
      ['GET', '/v1/moves/70001'],
      ['GET', '/moves/70001'],
      ['GET', '/practice/ledger'],
      ['DELETE', PAIR],
      ['GET', '/nothing'],
    ]
    for (const [method, path] of asks) {
      const answer = await ask(desk.at(path), { method, token: null, headers })
      expect([method, path, answer.status]).toEqual([method, path, 401])
      expect(errorsOf(answer)[0].code).toBe('access_denied')
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    }
  })

  test('A 401 comes before the body is read', async () => {
    const { hostname, port } = new URL(desk.service.url)
    const heard = await new Promise<string>((settle, refuse) => {
      const socket = connect(Number(port), hostname)
      socket.on('error', refuse)
      socket.on('data', (data) => {
        settle(data.toString())
        socket.destroy()
      })
      // The head of a request whose body never comes.
      socket.write(
        `POST ${PAIR} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n`,
      )
    })
    expect(heard).toMatch(/^HTTP\/1\.1 401 /)
  })
})

describe('A 404', () => {
  test.each([
    '/v1/moves/70001',
    '/v1/moves/0',
    '/v1/moves/-1',
    '/v1/moves/1.5',
    '/v1/moves/1e3',
    '/v1/moves/abc',
    '/v1/moves/%00',
    '/v1/moves/%E0%A4%A',
    '/v1/moves/9007199254740993',
    '/v1/moves/99999999999999999999999',
    '/moves/x',
  ])('The path %s gets a 404 as an unknown move', async (path) => {
    proves('4.1: move_id', '7: not-shown-errors')
    const answer = await ask(desk.at(path))
    expect([answer.status, errorsOf(answer)[0].code]).toEqual([404, 'move_invalid'])
  })

  test.each(['/', '/v1', '/v1/moves', '/v1/moves/', '/v2/moves/1', '/v1/lanes/880', '/v1/one-way-moves/'])(
    'The path %s gets a 404 as an unknown address',
    async (path) => {
      proves(ROW_OF_PATH[path] ?? '4: not-shown-others')
      const answer = await ask(desk.at(path))
      expect([answer.status, errorsOf(answer)[0].code]).toEqual([404, 'request_invalid'])
    },
  )
})

describe('A 405', () => {
  test.each([
    ['GET', PAIR, 'POST'],
    ['PUT', PAIR, 'POST'],
    ['OPTIONS', ONE_WAY, 'POST'],
    ['DELETE', ONE_WAY, 'POST'],
    ['POST', '/v1/moves/70001', 'GET, HEAD'],
    ['PATCH', '/v1/moves/70001', 'GET, HEAD'],
    ['DELETE', '/moves/70001', 'GET, HEAD'],
    ['POST', '/practice/ledger', 'GET, HEAD'],
    ['TRACE', '/v1/moves/70001', 'GET, HEAD'],
    ['PROPFIND', '/portal/moves/70001', 'GET, HEAD'],
    ['POST', '/track/x', 'GET, HEAD'],
  ])('A %s of %s gets a 405 that allows %s', async (method, path, allow) => {
    proves('4: not-shown-others')
    const answer = await ask(desk.at(path), { method })
    expect([answer.status, answer.headers.allow]).toEqual([405, allow])
    errorsOf(answer)
  })
})

describe('A malformed request', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/json-patch+json',
    '',
  ])('The content type "%s" gets a 415', async (type) => {
    proves('5: content-type')
    const answer = await post(desk.at(PAIR), pairBody(), { headers: { 'content-type': type } })
    expect(answer.status).toBe(415)
    errorsOf(answer)
  })

  test('A body without a content type or with a content encoding gets a 415', async () => {
    const bare = await ask(desk.at(PAIR), { method: 'POST', body: JSON.stringify(pairBody()) })
    const packed = await post(desk.at(PAIR), pairBody(), { headers: { 'content-encoding': 'gzip' } })
    expect([bare.status, packed.status]).toEqual([415, 415])
  })

  test('A body past 1 MB gets a 413, with a content length or without', async () => {
    proves('8: not-shown-limits')
    const long = JSON.stringify({ ...pairBody(), filler: 'x'.repeat(1024 * 1024) })
    const said = await post(desk.at(PAIR), long)
    const unsaid = await post(desk.at(PAIR), long, { headers: { 'transfer-encoding': 'chunked' } })
    const huge = await post(desk.at(PAIR), Buffer.alloc(16 * 1024 * 1024, 0x20), {
      headers: { 'transfer-encoding': 'chunked' },
    })
    for (const answer of [said, unsaid, huge]) {
      expect(answer.status).toBe(413)
      errorsOf(answer)
    }
  })

  test('A body of exactly 1 MB is read', async () => {
    const short = JSON.stringify({ filler: '' })
    const body = JSON.stringify({ filler: 'x'.repeat(1024 * 1024 - short.length) })
    expect(body.length).toBe(1024 * 1024)
    expect((await post(desk.at(ONE_WAY), body)).status).toBe(422)
  })

  test.each([
    ['nothing', ''],
    ['cut JSON', '{"customer_name":'],
    ['two values', '{}{}'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['NaN', '{"make":NaN}'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['deep nesting', '['.repeat(200_000)],
  ])('A body of %s gets a 400', async (_, body) => {
    proves('4: json')
    for (const path of [PAIR, ONE_WAY]) {
      const answer = await post(desk.at(path), body)
      expect([answer.status, errorsOf(answer)[0].code]).toEqual([400, 'request_invalid'])
    }
  })

  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nX: ${'x'.repeat(40_000)}`, 431],
    ['a bad length', `POST ${PAIR} HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n`, 400],
    ['a bad Host', 'GET /v1/moves/1 HTTP/1.1\r\nHost: a b/c\r\n\r\n', 400],
    ['no address', `OPTIONS * HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`, '4\\d\\d'],
    ['a whole URL', `GET http://[::/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`, '4\\d\\d'],
    ['two slashes', `GET //%ff/%% HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`, '4\\d\\d'],
    ['a foreign Host', 'GET /openapi.json HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n', 421],
    [
      'a Host that begins like loopback',
      'GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1.evil.example\r\nConnection: close\r\n\r\n',
      421,
    ],
    [
      'a Host of loopback and no such move',
      `GET /v1/moves/1 HTTP/1.1\r\nHost: [::1]:9\r\nAuthorization: Bearer ${TOKEN}\r\nConnection: close\r\n\r\n`,
      404,
    ],
    ['no Host', `GET /v1/moves/1 HTTP/1.1\r\nAuthorization: Bearer ${TOKEN}\r\nConnection: close\r\n\r\n`, 404],
  ])('A request with %s gets an error in the envelope', async (_, bytes, status) => {
    const { hostname, port } = new URL(desk.service.url)
    const heard = await new Promise<string>((settle, refuse) => {
      const socket = connect(Number(port), hostname)
      let text = ''
      socket.on('error', refuse)
      socket.on('data', (data) => {
        text += data.toString()
        if (/\r\n\r\n.*\}\]\}/s.test(text)) socket.destroy()
      })
      socket.on('close', () => settle(text))
      socket.write(bytes)
    })
    expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(
      JSON.parse(heard.slice(heard.indexOf('\r\n\r\n') + 4).replace(/^[0-9a-f]+\r\n|\r\n.*$/gs, '')).errors,
    ).toHaveLength(1)
  })
})
