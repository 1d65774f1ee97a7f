import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { selfSigned } from '../../support/fakes/certificate-authority.ts'
import type { Asks } from '../../support/faults/captured-calls.ts'
import type { FaultProxy } from '../../support/faults/fault-proxy.ts'
import { openTestProxy } from '../../support/faults/test-proxy.ts'
import { EXPIRED_TOKEN, type Toxic } from '../../support/faults/toxics.ts'
import { openByteUpstream, sendRaw, type ByteUpstream, type ReceivedBytes } from './byte-ends.ts'

/* Every request toxic by the bytes that both ends saw: a client and an upstream of plain sockets. */

const SENT = '{"move":{"reference_num":"RO 1"},"ready_by_time_utc":"2099-06-02 13:30:00"}'
const POST = requestOf('POST', '/v1/one-way-moves', SENT)
const BODY = '{"move":{"id":70001,"reference_num":"RO 1"}}'
const ANSWER = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`

function requestOf(method: string, path: string, body: string): string {
  const lines = ['host: provider.example', 'authorization: Bearer good', `content-length: ${body.length}`]
  return [`${method} ${path} HTTP/1.1`, ...lines, 'connection: close', '', body].join('\r\n')
}

type Struck = {
  readonly client: ReceivedBytes
  readonly upstream: readonly ReceivedBytes[]
  readonly proxy: FaultProxy
}

/** Sends one request through a proxy with the toxic, and gathers what both ends saw. */
async function strike(toxic: Toxic, request = POST): Promise<Struck> {
  const { proxy, upstream } = await openBoth(toxic)
  const client = await sendRaw(proxy.url, request)
  await proxy.next('hit')
  return { client, upstream: await Promise.all(upstream.seen), proxy }
}

async function openBoth(toxic: Toxic): Promise<{ readonly proxy: FaultProxy; readonly upstream: ByteUpstream }> {
  const upstream = await openByteUpstream(ANSWER)
  // The address without the slash at its end, as every other upstream of a test has it.
  const proxy = await openTestProxy(upstream.url.origin, { now: () => Date.UTC(2026, 10, 8) })
  proxy.addToxic(toxic)
  return { proxy, upstream }
}

const textOf = ({ bytes }: ReceivedBytes) => bytes.toString('latin1')
const NOTHING = Buffer.alloc(0)

describe('A proxy without a toxic', () => {
  test('The proxy passes every byte both ways and ends both connections in order', async () => {
    const upstream = await openByteUpstream(ANSWER)
    const proxy = await openTestProxy(upstream.url.origin)
    expect(await sendRaw(proxy.url, POST)).toEqual({ bytes: Buffer.from(ANSWER), end: 'fin' })
    expect(await upstream.seen[0]).toEqual({ bytes: Buffer.from(POST), end: 'fin' })
    expect(proxy.calls).toMatchObject([{ method: 'POST', path: '/v1/one-way-moves', body: SENT, connection: 1 }])
    const { counter } = proxy
    expect([counter.arrived('create'), counter.reached('create'), counter.applied('create')]).toEqual([1, 1, 1])
    const [there, back] = [POST.length, ANSWER.length]
    expect(counter.bytes).toEqual({ fromClient: there, toUpstream: there, fromUpstream: back, toClient: back })
    expect(counter.hits).toEqual([])
  })

  test('A dead upstream breaks the connection of the client', async () => {
    const { proxy, upstream } = await openBoth({ type: 'latency', when: 'before', delay: 0 })
    upstream.server.close()
    expect((await sendRaw(proxy.url, POST)).bytes).toHaveLength(0)
    await proxy.next('hit')
    expect(proxy.counter.hit({ applied: false })).toBe(1)
  })

  test('A closed proxy refuses connections', async () => {
    const { proxy } = await openBoth({ type: 'half-open', when: 'before' })
    await proxy.close()
    expect(await sendRaw(proxy.url, POST)).toEqual({ bytes: NOTHING, end: 'rst' })
    expect(proxy.calls).toEqual([])
  })
})

describe.for(['fin', 'rst'] as const)('A connection that ends by %s', (end) => {
  test('A cut before the upstream leaves the upstream without a connection and the client without a byte', async () => {
    const { client, upstream, proxy } = await strike({ type: 'cut', when: 'before', end })
    expect(client).toEqual({ bytes: NOTHING, end })
    expect(upstream).toEqual([])
    expect(proxy.counter.hits).toEqual([{ type: 'cut', when: 'before', asks: 'create', applied: false }])
    expect([proxy.counter.arrived(), proxy.counter.reached()]).toEqual([1, 0])
  })

  test('A cut after the upstream gives the upstream everything and the client nothing', async () => {
    const { client, upstream, proxy } = await strike({ type: 'cut', when: 'after', end })
    expect(client).toEqual({ bytes: NOTHING, end })
    expect(upstream.map(textOf)).toEqual([POST])
    expect(proxy.counter.hits).toEqual([{ type: 'cut', when: 'after', asks: 'create', applied: true }])
  })

  test.for([0, 1, 60, POST.length - SENT.length, -1, 9_999])(
    'A data limit of %i bytes on the request is exact',
    async (bytes) => {
      const { client, upstream, proxy } = await strike({ type: 'limit-data', when: 'before', bytes, end })
      const exact = bytes < 0 ? POST.length + bytes : Math.min(bytes, POST.length - 1)
      expect(upstream).toEqual([{ bytes: Buffer.from(POST.slice(0, exact)), end }])
      expect(client).toEqual({ bytes: NOTHING, end })
      const { counter } = proxy
      expect(counter.bytes).toMatchObject({ toUpstream: exact, fromUpstream: 0, toClient: 0 })
      expect([counter.arrived(), counter.reached(), counter.hit({ applied: true })]).toEqual([1, 0, 0])
    },
  )

  test.for([0, 1, 12, ANSWER.length - BODY.length, -1, 9_999])(
    'A data limit of %i bytes on the response is exact',
    async (bytes) => {
      const { client, upstream, proxy } = await strike({ type: 'limit-data', when: 'after', bytes, end })
      const exact = bytes < 0 ? ANSWER.length + bytes : Math.min(bytes, ANSWER.length - 1)
      expect(client).toEqual({ bytes: Buffer.from(ANSWER.slice(0, exact)), end })
      expect(upstream.map(textOf)).toEqual([POST])
      const { counter } = proxy
      expect(counter.bytes).toMatchObject({ toUpstream: POST.length, fromUpstream: ANSWER.length, toClient: exact })
      expect(counter.hit({ type: 'limit-data', when: 'after', applied: true })).toBe(1)
    },
  )
})

describe('Toxics that hold a connection', () => {
  test.for(['before', 'after'] as const)(
    'A half-open connection %s the upstream ends with the client, without a byte',
    async (when) => {
      const { proxy, upstream } = await openBoth({ type: 'half-open', when })
      const client = sendRaw(proxy.url, POST)
      await proxy.next('held')
      expect(upstream.seen).toHaveLength(when === 'before' ? 0 : 1)
      client.socket.destroy()
      expect((await client).bytes).toHaveLength(0)
      expect(await proxy.next('hit')).toMatchObject({ type: 'half-open', when, applied: when === 'after' })
      expect(proxy.counter.bytes.toClient).toBe(0)
    },
  )

  test.for(['before', 'after'] as const)(
    'Latency %s the upstream can last until the client has gone, and the request then goes on',
    async (when) => {
      const { proxy, upstream } = await openBoth({ type: 'latency', when, delay: 'client-gone' })
      const client = sendRaw(proxy.url, POST)
      await proxy.next('held')
      expect(upstream.seen).toHaveLength(when === 'before' ? 0 : 1)
      // A client that resets its connection has gone as well.
      client.socket.resetAndDestroy()
      expect(await proxy.next('hit')).toMatchObject({ type: 'latency', when, applied: true })
      expect(textOf((await upstream.seen[0]) ?? { bytes: NOTHING, end: 'rst' })).toBe(POST)
    },
  )

  test.for(['before', 'after'] as const)('Latency %s the upstream loses no byte', async (when) => {
    const { client, upstream, proxy } = await strike({ type: 'latency', when, delay: 20 })
    expect([textOf(client), ...upstream.map(textOf)]).toEqual([ANSWER, POST])
    expect(proxy.counter.hit({ type: 'latency', when, applied: true })).toBe(1)
  })

  test('A slow close gives the whole response and keeps the connection open until the client has gone', async () => {
    const { proxy } = await openBoth({ type: 'slow-close', when: 'after', delay: 'client-gone' })
    const client = sendRaw(proxy.url, POST)
    await proxy.next('held')
    expect(proxy.counter.bytes.toClient).toBe(ANSWER.length)
    expect(client.socket.readyState).toBe('open')
    client.socket.end()
    expect(textOf(await client)).toBe(ANSWER)
    expect(await proxy.next('hit')).toMatchObject({ type: 'slow-close', applied: true })
  })

  test('A slow close of some time then ends the connection in order', async () => {
    const { client } = await strike({ type: 'slow-close', when: 'after', delay: 20 })
    expect(client).toEqual({ bytes: Buffer.from(ANSWER), end: 'fin' })
  })
})

/** The responses that differ from the upstream's own: the first line, and a text that each holds. */
const RESPONSES: readonly (readonly [title: string, toxic: Toxic, first: string, holds: string])[] = [
  [
    'A status without a body has a length of 0',
    { type: 'status', when: 'before', status: 503, body: 'none' },
    '503 Service',
    'length: 0',
  ],
  [
    'A status with a page holds HTML',
    { type: 'status', when: 'after', status: 403, body: 'page' },
    '403 Forbidden',
    '<title>',
  ],
  [
    'A status with an error code holds the envelope of the provider',
    { type: 'status', when: 'before', status: 422, body: { errors: 'field_invalid' } },
    '422 Unprocessable',
    '{"errors":[{"type":"invalid_request_error","code":"field_invalid"',
  ],
  [
    'A status with JSON holds the JSON of the test',
    { type: 'status', when: 'after', status: 418, body: { json: { tea: 1 } } },
    "418 I'm",
    '{"tea":1}',
  ],
  [
    'A status with a header holds the header of the test',
    { type: 'status', when: 'after', status: 503, body: 'none', headers: ['retry-after: 1'] },
    '503 Service',
    '\r\nretry-after: 1\r\n',
  ],
  [
    'A 204 has no length',
    { type: 'status', when: 'after', status: 204, body: 'none' },
    '204 No',
    'type: application/json\r\nconnection: close\r\n\r\n',
  ],
  [
    'A redirect leads to the same address',
    { type: 'status', when: 'after', status: 307, body: 'none' },
    '307 Temporary',
    'location: /v1/one-way-moves',
  ],
  [
    'A page with 200 says that it is HTML',
    { type: 'status', when: 'before', status: 200, body: 'page' },
    '200 OK',
    'content-type: text/html',
  ],
  [
    'A corrupt status leaves the body of the upstream',
    { type: 'corrupt', when: 'after', status: 201 },
    '201 Said',
    BODY,
  ],
  [
    'A corrupt body of a response gets its own length',
    { type: 'corrupt', when: 'after', body: (body) => body.replace('70001', '7') },
    '200 OK',
    `content-length: ${BODY.length - 4}\r\n\r\n{"move":{"id":7,`,
  ],
  [
    'A corrupt header leaves the body of the upstream',
    { type: 'corrupt', when: 'after', header: ['content-type', () => 'text/html'] },
    '200 OK\r\ncontent-type: text/html\r\n',
    BODY,
  ],
  [
    'A foreign response can name another reference',
    { type: 'foreign', when: 'before', numbers: [5, 6], reference: 'RO 9' },
    '200 OK',
    '"id":5,"status":null,"reference_num":"RO 9"',
  ],
  [
    'A foreign response can name the sent reference',
    { type: 'foreign', when: 'after', numbers: [5, 6], reference: null },
    '200 OK',
    '"id":5,"status":null,"reference_num":"RO 1"',
  ],
]

test.for(RESPONSES)('%s', async ([, toxic, first, holds]) => {
  const { client, upstream, proxy } = await strike(toxic)
  expect(textOf(client)).toContain(`HTTP/1.1 ${first}`)
  expect(textOf(client)).toContain(holds)
  expect(client.end).toBe('fin')
  expect(upstream).toHaveLength(toxic.when === 'after' ? 1 : 0)
  const { type, when } = toxic
  expect(proxy.counter.hits).toEqual([{ type, when, asks: 'create', applied: when === 'after' }])
})

const HALF = BODY.slice(0, 20)

test.for([
  ['too-long', `content-length: ${BODY.length + 1}\r\nconnection: close\r\n\r\n${HALF}`],
  ['fitting', `content-length: 20\r\nconnection: close\r\n\r\n${HALF}`],
  ['chunked', `transfer-encoding: chunked\r\nconnection: close\r\n\r\n14\r\n${HALF}\r\n`],
  ['until-end', `content-type: application/json\r\nconnection: close\r\n\r\n${HALF}`],
] as const)('A truncated body framed as %s breaks off at its byte', async ([framing, ending]) => {
  const { client } = await strike({ type: 'truncated', when: 'after', bytes: 20, framing })
  expect(textOf(client).endsWith(ending)).toBe(true)
  const made = await strike({ type: 'truncated', when: 'before', bytes: -1, framing })
  expect(textOf(made.client)).toContain('"id":990001')
  expect(made.upstream).toEqual([])
})

test('A truncated response can hold the whole body and not say so', async () => {
  const all = { type: 'truncated', when: 'after', bytes: 'all' } as const
  const long = await strike({ ...all, framing: 'too-long' })
  expect(textOf(long.client)).toContain(`content-length: ${BODY.length + 1}\r\nconnection: close\r\n\r\n${BODY}`)
  const chunked = await strike({ ...all, framing: 'chunked' })
  expect(textOf(chunked.client).endsWith(`\r\n\r\n${BODY.length.toString(16)}\r\n${BODY}\r\n`)).toBe(true)
  // These two framings say that they are whole, so that they never hold the whole body.
  for (const framing of ['fitting', 'until-end'] as const) {
    expect(textOf((await strike({ ...all, framing })).client).endsWith(`\r\n\r\n${BODY.slice(0, -1)}`)).toBe(true)
  }
})

test.for([
  ['seconds', ['120']],
  ['imf-date', ['Sun, 08 Nov 2026 02:00:00 GMT']],
  ['rfc850-date', ['Sunday, 08-Nov-26 02:00:00 GMT']],
  ['asctime-date', ['Sun Nov  8 02:00:00 2026']],
  ['past-date', ['Sat, 07 Nov 2026 22:00:00 GMT']],
  ['zero', ['0']],
  ['negative', ['-120']],
  ['huge', ['99999999999999999999']],
  ['fraction', ['0.5']],
  ['garbage', ['after the weekend']],
  ['empty', ['']],
  ['missing', []],
  ['twice', ['120', '7200']],
] as const)('A busy upstream says Retry-After as %s', async ([retryAfter, values]) => {
  const { client, upstream } = await strike({ type: 'busy', when: 'before', retryAfter, envelope: true })
  const lines = textOf(client).split('\r\n')
  expect(lines[0]).toBe('HTTP/1.1 429 Too Many Requests')
  expect(lines.filter((line) => line.startsWith('retry-after:'))).toEqual(
    values.map((value) => `retry-after: ${value}`),
  )
  expect(textOf(client)).toContain('"code":"rate_limited"')
  expect(upstream).toEqual([])
})

describe('A corrupt request', () => {
  test('An expired token takes the place of the good token, and the upstream itself answers', async () => {
    const { client, upstream } = await strike(EXPIRED_TOKEN)
    expect(upstream.map(textOf)).toEqual([POST.replace('Bearer good', 'Bearer ran-out')])
    expect(textOf(client)).toBe(ANSWER)
  })

  test('A corrupt body gets its own length, in bytes', async () => {
    const body = (text: string) => text.replace('RO 1', 'RO ñ1')
    const { upstream, proxy } = await strike({ type: 'corrupt', when: 'before', body })
    const length = `content-length: ${SENT.length}`
    const wanted = POST.replace('RO 1', 'RO ñ1').replace(length, `content-length: ${SENT.length + 2}`)
    expect(upstream.map(({ bytes }) => bytes.toString('utf8'))).toEqual([wanted])
    expect(proxy.counter.hits).toEqual([{ type: 'corrupt', when: 'before', asks: 'create', applied: true }])
  })
})

const CALLS: readonly (readonly [asks: Asks, method: string, path: string])[] = [
  ['create', 'POST', '/v1/one-way-moves'],
  ['create', 'POST', '/base/v1/concierge-loaner-moves'],
  ['fetch', 'GET', '/v1/moves/7'],
  ['fetch', 'GET', '/moves/7'],
  ['authorize', 'POST', '/v1/authorize'],
  ['cancel', 'POST', '/v1/cancelation'],
  ['change', 'PATCH', '/v1/moves/7'],
  ['other', 'GET', '/v1/one-way-moves'],
  ['other', 'GET', '/practice/ledger'],
]

/** The status of the response to each request, sent one after the other. */
async function statusesOf(proxy: FaultProxy, ...requests: readonly string[]): Promise<readonly string[]> {
  const statuses: string[] = []
  for (const request of requests) statuses.push(textOf(await sendRaw(proxy.url, request)).slice(9, 12))
  return statuses
}

describe('Rules', () => {
  const says = (status: number) => ({ type: 'status', when: 'before', status, body: 'none' }) as const

  test('A toxic strikes the calls that match by their kind, method, path, body and count', async () => {
    const proxy = await openTestProxy((await openByteUpstream(ANSWER)).url.origin)
    proxy.addToxic({ ...says(500), match: { asks: 'create', method: 'POST', path: /one-way/, body: 'RO 1', nth: 2 } })
    const [put, pair] = [
      requestOf('PUT', '/v1/one-way-moves', SENT),
      requestOf('POST', '/v1/concierge-loaner-moves', SENT),
    ]
    const other = POST.replace('RO 1', 'RO 2')
    expect(await statusesOf(proxy, POST, put, pair, other, POST, POST)).toEqual([
      '200',
      '200',
      '200',
      '200',
      '500',
      '200',
    ])
  })

  test('The first rule that gives a toxic decides, and every rule counts its matches', async () => {
    const proxy = await openTestProxy((await openByteUpstream(ANSWER)).url.origin)
    proxy.addToxic({ ...says(501), match: { asks: 'create', nth: 1 } })
    proxy.addToxic({ ...says(502), match: { asks: 'create', nth: 2 } })
    proxy.addToxic(({ method }) => (method === 'GET' ? says(503) : null))
    proxy.addToxic(says(504))
    const get = requestOf('GET', '/v1/moves/7', '')
    expect(await statusesOf(proxy, POST, POST, POST, get)).toEqual(['501', '502', '504', '503'])
    proxy.removeToxics()
    expect(await statusesOf(proxy, POST, get)).toEqual(['200', '200'])
  })

  test('The counter knows each call of the service by its address', async () => {
    const proxy = await openTestProxy((await openByteUpstream(ANSWER)).url.origin)
    for (const [, method, path] of CALLS) await sendRaw(proxy.url, requestOf(method, path, ''))
    for (const asks of ['create', 'fetch', 'authorize', 'cancel', 'change', 'other'] as const) {
      const wanted = CALLS.filter(([of]) => of === asks).length
      expect([asks, proxy.counter.arrived(asks), proxy.counter.applied(asks)]).toEqual([asks, wanted, wanted])
    }
    expect(proxy.calls.map(({ connection }) => connection)).toEqual(CALLS.map((_, at) => at + 1))
  })
})

describe('Holds and listeners', () => {
  test('A held request waits before any toxic, and the toxics of the release decide', async () => {
    const { proxy, upstream } = await openBoth({ type: 'cut', when: 'after', end: 'rst' })
    const hold = proxy.holdRequests({ asks: 'create' })
    const held = sendRaw(proxy.url, POST)
    await hold.arrived(1)
    expect([proxy.calls.length, upstream.seen.length, proxy.counter.hits.length]).toEqual([1, 0, 0])
    proxy.removeToxics()
    const get = requestOf('GET', '/v1/moves/7', '')
    expect(await statusesOf(proxy, get)).toEqual(['200'])
    hold.release()
    expect(textOf(await held)).toBe(ANSWER)
    expect(await statusesOf(proxy, POST)).toEqual(['200'])
  })

  test('A request whose client left during a hold goes nowhere', async () => {
    const upstream = await openByteUpstream(ANSWER)
    const proxy = await openTestProxy(upstream.url.origin)
    const hold = proxy.holdRequests()
    const client = sendRaw(proxy.url, POST)
    await hold.arrived(1)
    proxy.disconnect()
    expect((await client).bytes).toHaveLength(0)
    await proxy.idle()
    hold.release()
    expect(await statusesOf(proxy, POST)).toEqual(['200'])
    expect([proxy.calls.length, proxy.counter.reached(), upstream.seen.length]).toEqual([2, 1, 1])
  })

  test('A listener sees the request as the upstream got it and the response as the client gets it', async () => {
    const upstream = await openByteUpstream(ANSWER)
    const proxy = await openTestProxy(upstream.url.origin)
    const seen: unknown[] = []
    proxy.onExchange((exchange) => seen.push(exchange))
    const twice = POST.replace('connection: close', 'x-twice: a\r\nX-Twice: b\r\nconnection: close')
    proxy.addToxic({ type: 'corrupt', when: 'before', body: () => '{}', match: { nth: 1 } })
    proxy.addToxic({ type: 'corrupt', when: 'after', status: 202, body: () => '[]', match: { nth: 2 } })
    await statusesOf(proxy, twice, POST)
    const request = { method: 'POST', path: '/v1/one-way-moves' }
    expect(seen).toMatchObject([
      {
        ...request,
        headers: { 'x-twice': 'a, b', 'content-length': '2' },
        body: '{}',
        answer: { status: 200, type: 'application/json', body: BODY },
      },
      { ...request, body: SENT, answer: { status: 202, type: 'application/json', body: '[]' } },
    ])
  })
})

describe('Connections', () => {
  const openTcp = async () => {
    const upstream = await openByteUpstream(ANSWER)
    return { upstream, proxy: await openTestProxy(upstream.url.origin, { protocol: 'tcp' }) }
  }

  test('A proxy for TCP carries every byte both ways and counts them by direction', async () => {
    const { upstream, proxy } = await openTcp()
    expect(await sendRaw(proxy.url, POST)).toEqual({ bytes: Buffer.from(ANSWER), end: 'fin' })
    expect(await upstream.seen[0]).toEqual({ bytes: Buffer.from(POST), end: 'fin' })
    await proxy.idle()
    expect([proxy.carried(), proxy.toxicConnections()]).toEqual([{ up: POST.length, down: ANSWER.length }, 0])
  })

  test.for(['tcp', 'http'] as const)('A cut connection over %s reaches no upstream', async (protocol) => {
    const upstream = await openByteUpstream(ANSWER)
    const proxy = await openTestProxy(upstream.url.origin, { protocol })
    proxy.addConnectionToxic({ type: 'cut', end: 'rst' })
    expect(await sendRaw(proxy.url, POST)).toEqual({ bytes: NOTHING, end: 'rst' })
    expect([upstream.seen.length, proxy.calls.length, proxy.toxicConnections()]).toEqual([0, 0, 1])
    proxy.removeToxics()
    expect(textOf(await sendRaw(proxy.url, POST))).toBe(ANSWER)
  })

  test('A half-open connection stands until the proxy disconnects', async () => {
    const { upstream, proxy } = await openTcp()
    proxy.addConnectionToxic({ type: 'half-open' })
    const client = sendRaw(proxy.url, POST)
    await new Promise((resolve) => client.socket.once('connect', resolve))
    await expect.poll(() => proxy.toxicConnections()).toBe(1)
    proxy.disconnect()
    expect((await client).bytes).toHaveLength(0)
    expect(upstream.seen).toEqual([])
  })

  test.for(['fin', 'rst'] as const)('A data limit on a connection is exact and ends it by %s', async (end) => {
    for (const bytes of [0, 1, 60, POST.length]) {
      const { upstream, proxy } = await openTcp()
      proxy.addConnectionToxic({ type: 'limit-data', direction: 'up', bytes, end })
      const client = await sendRaw(proxy.url, POST)
      expect(textOf(client), `up ${bytes}`).toBe('')
      await proxy.idle()
      const sent = (await Promise.all(upstream.seen)).map(textOf).join('')
      expect([sent, proxy.toxicConnections()], `up ${bytes}`).toEqual([POST.slice(0, bytes), 1])
    }
    for (const bytes of [0, 1, ANSWER.length - 1]) {
      const { proxy } = await openTcp()
      proxy.addConnectionToxic({ type: 'limit-data', direction: 'down', bytes, end })
      const client = await sendRaw(proxy.url, POST)
      expect([textOf(client), proxy.toxicConnections()], `down ${bytes}`).toEqual([ANSWER.slice(0, bytes), 1])
    }
  })

  test('A rule can choose the toxic of each connection, and an untouched connection counts as none', async () => {
    const { proxy } = await openTcp()
    let count = 0
    proxy.addConnectionToxic(() => ((count += 1) === 2 ? { type: 'cut', end: 'fin' } : null))
    const answers: string[] = []
    for (let connection = 0; connection < 3; connection += 1) answers.push(textOf(await sendRaw(proxy.url, POST)))
    expect([answers, proxy.toxicConnections()]).toEqual([[ANSWER, '', ANSWER], 1])
  })

  test.for(['tcp', 'http'] as const)('A rerouted connection over %s reaches the other port', async (protocol) => {
    const other = await openByteUpstream('HTTP/1.1 204 Elsewhere\r\n\r\n')
    const upstream = await openByteUpstream(ANSWER)
    const proxy = await openTestProxy(upstream.url.origin, { protocol })
    proxy.addConnectionToxic({ type: 'reroute', port: Number(other.url.port) })
    expect(textOf(await sendRaw(proxy.url, POST))).toContain('204 Elsewhere')
    expect([upstream.seen.length, other.seen.length, proxy.toxicConnections()]).toEqual([0, 1, 1])
  })

  test('A proxy with a certificate ends TLS and gives the upstream plain bytes', async () => {
    const upstream = await openByteUpstream(ANSWER)
    const certificate = selfSigned()
    const proxy = await openTestProxy(upstream.url.origin, { protocol: 'tcp', certificate })
    const options = { host: '127.0.0.1', port: proxy.port, ca: certificate.cert, servername: 'localhost' }
    const client = connectTls(options, () => client.write(POST))
    expect(await text(client)).toBe(ANSWER)
    expect((await Promise.all(upstream.seen)).map(textOf)).toEqual([POST])
  })

  test('A connection that ends inside its TLS handshake leaves nothing open', async () => {
    const upstream = await openByteUpstream(ANSWER)
    const proxy = await openTestProxy(upstream.url.origin, { protocol: 'tcp', certificate: selfSigned() })
    const client = connect({ host: '127.0.0.1', port: proxy.port, allowHalfOpen: true })
    await once(client, 'connect')
    client.end()
    client.resume()
    await once(client, 'close')
    await proxy.idle()
    const silent = connect({ host: '127.0.0.1', port: proxy.port }).on('error', () => {})
    await once(silent, 'connect')
    await proxy.close()
    expect(upstream.seen).toEqual([])
  })

  test('Held connections reach the upstream after the release, with all of their bytes', async () => {
    const { upstream, proxy } = await openTcp()
    const hold = proxy.holdConnections()
    const clients = [sendRaw(proxy.url, POST), sendRaw(proxy.url, POST)]
    await hold.arrived(2)
    expect(upstream.seen).toEqual([])
    hold.release()
    expect((await Promise.all(clients)).map(textOf)).toEqual([ANSWER, ANSWER])
    expect((await Promise.all(upstream.seen)).map(textOf)).toEqual([POST, POST])
    expect(textOf(await sendRaw(proxy.url, POST))).toBe(ANSWER)
  })
})
