import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createProviderClient, type ProviderClient } from '../../../electron/provider/client.ts'
import type { ExchangeResult } from '../../../electron/provider/http/connection.ts'
import { pairAnswer } from '../../support/builders/booked-moves.ts'
import { createDeferred } from '../../support/deferred.ts'
import { startFaultServer, type FaultServer, type ServerScript } from '../../support/faults/fault-server.ts'
import { formatResponse } from '../../support/http/wire.ts'
import { virtualClock, type VirtualClock } from '../../support/fakes/system.ts'
import { proves } from '../../support/spec-rows.ts'

/** Requests against real sockets that fail in every way: the server always sees exactly one. */

const REQUEST = { path: '/v1/concierge-loaner-moves', body: JSON.stringify({ customer_name: 'Núñez 🚗' }) }
const BOOKED = JSON.stringify(pairAnswer())

async function setUp(
  script: ServerScript,
): Promise<{ server: FaultServer; provider: ProviderClient; clock: VirtualClock }> {
  const server = await startFaultServer(script)
  const clock = virtualClock()
  return { server, clock, provider: createProviderClient({ base: server.url, secret: () => 'a-token', clock }) }
}

async function send(
  provider: ProviderClient,
): Promise<{ exchanged: ExchangeResult; socket: Socket; written: boolean }> {
  const opened = await provider.open()
  if (opened.kind !== 'open') throw new Error(opened.code)
  let written = false
  const exchanged = await provider.send(opened.socket, REQUEST, () => (written = true))
  return { exchanged, socket: opened.socket, written }
}

const reply = (text: string): ServerScript => ({ onRequest: (socket) => socket.write(text) })

describe('A request', () => {
  test('A request carries the token, its content type and its exact bytes, and asks for the connection to close', async () => {
    proves('4: json', '5: authorization, content-type')
    const { server, provider } = await setUp(reply(formatResponse(200, BOOKED)))
    const { exchanged, socket, written } = await send(provider)
    expect(exchanged).toMatchObject({ kind: 'answered', answer: { status: 200, body: BOOKED, complete: true } })
    expect(written).toBe(true)
    expect(socket.destroyed).toBe(true)
    const [head = '', body = ''] = (server.received[0] ?? '').split('\r\n\r\n')
    const [first, ...headers] = head.split('\r\n')
    expect(first).toBe('POST /v1/concierge-loaner-moves HTTP/1.1')
    const bytes = Buffer.byteLength(REQUEST.body)
    expect(headers.map((line) => line.toLowerCase())).toEqual(
      expect.arrayContaining([
        `host: ${server.url.host}`,
        'authorization: bearer a-token',
        'content-type: application/json',
        'connection: close',
        `content-length: ${bytes}`,
      ]),
    )
    expect(Buffer.from(body, 'latin1').toString('utf8')).toBe(REQUEST.body)
  })

  test('A request goes under the path of the provider’s address', async () => {
    proves('4: base')
    const server = await startFaultServer(reply(formatResponse(404, '')))
    const clock = virtualClock()
    for (const path of ['/api', '/api/']) {
      await send(createProviderClient({ base: new URL(path, server.url), secret: () => 't', clock }))
    }
    expect(server.received.map((text) => text.split(' ')[1])).toEqual(Array(2).fill('/api/v1/concierge-loaner-moves'))
  })

  test('A request asks for the token anew each time', async () => {
    const server = await startFaultServer(reply(formatResponse(401, '')))
    let token = 't1'
    const provider = createProviderClient({ base: server.url, secret: () => token, clock: virtualClock() })
    await provider.fetchMove(1)
    token = 't2'
    await provider.fetchMove(1)
    expect(server.received.map((text) => /authorization: (.*)/i.exec(text)?.[1])).toEqual(['Bearer t1', 'Bearer t2'])
  })
})

const cut = BOOKED.slice(0, 40)
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
const CHUNKED = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'

/** How the server fails, and the expected result. */
const FAULTS: readonly (readonly [name: string, script: ServerScript, expected: object])[] = [
  ['ends before it answers', { onRequest: (socket) => socket.end() }, { kind: 'broken' }],
  [
    'resets before it answers',
    { onRequest: (socket) => socket.resetAndDestroy() },
    { kind: 'broken', code: 'ECONNRESET' },
  ],
  [
    'resets on the first bytes',
    { onConnect: (socket) => socket.once('data', () => socket.resetAndDestroy()) },
    { kind: 'broken' },
  ],
  ['answers no HTTP', reply('SSH-2.0-OpenSSH_9.6\r\n'), { kind: 'broken' }],
  ['ends inside the head', { onRequest: (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-le') }, { kind: 'broken' }],
  [
    'sends a head without end',
    { onRequest: (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`) },
    { kind: 'broken' },
  ],
  [
    'ends inside the body',
    { onRequest: (socket) => socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n${cut}`) },
    { kind: 'answered', answer: { status: 200, body: cut, complete: false } },
  ],
  [
    'ends inside a chunk',
    { onRequest: (socket) => socket.end(`${CHUNKED}${chunk(cut)}ff\r\nhalf`) },
    { kind: 'answered', answer: { status: 200, complete: false } },
  ],
  [
    'answers in chunks',
    { onRequest: (socket) => socket.end(`${CHUNKED}${chunk(cut)}${chunk(BOOKED.slice(40))}0\r\n\r\n`) },
    { kind: 'answered', answer: { status: 200, body: BOOKED, complete: true } },
  ],
  [
    'sends interim responses first',
    reply(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n${formatResponse(200, BOOKED)}`),
    { kind: 'answered', answer: { status: 200, body: BOOKED, complete: true } },
  ],
  [
    'answers a redirect',
    reply(formatResponse(307, '', ['location: /elsewhere'])),
    { kind: 'answered', answer: { status: 307 } },
  ],
  [
    'answers 408 and ends',
    { onRequest: (socket) => socket.end(formatResponse(408, '')) },
    { kind: 'answered', answer: { status: 408 } },
  ],
  [
    'answers 503 with Retry-After',
    reply(formatResponse(503, '', ['retry-after: 0'])),
    { kind: 'answered', answer: { status: 503, headers: { 'retry-after': '0' } } },
  ],
  [
    'answers 401 with a challenge',
    reply(formatResponse(401, '', ['www-authenticate: Bearer'])),
    { kind: 'answered', answer: { status: 401 } },
  ],
  [
    'switches protocols',
    reply('HTTP/1.1 101 Switching\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n'),
    { kind: 'broken' },
  ],
  [
    'answers twice',
    reply(formatResponse(200, BOOKED) + formatResponse(500, '')),
    { kind: 'answered', answer: { status: 200, body: BOOKED } },
  ],
  [
    'keeps the connection open',
    reply(formatResponse(200, BOOKED, ['connection: keep-alive'])),
    { kind: 'answered', answer: { status: 200, body: BOOKED, complete: true } },
  ],
]

describe('The one POST of a booking', () => {
  test.for(FAULTS)('A booking is one POST when the server %s', async ([, script, expected]) => {
    const { server, provider, clock } = await setUp(script)
    const { exchanged, socket } = await send(provider)
    expect(exchanged).toMatchObject(expected)
    expect(socket.destroyed).toBe(true)
    // No retry follows, even an hour later.
    clock.advance(3_600_000)
    await server.quiet()
    expect(server.requests()).toBe(1)
    expect(server.received).toHaveLength(1)
    expect(clock.pending()).toEqual([])
  })

  test('A booking on a connection that was reset ends as broken and sends no request', async () => {
    const { provider, server } = await setUp({ onConnect: (socket) => socket.resetAndDestroy() })
    const opened = await provider.open()
    if (opened.kind !== 'open') return
    if (!opened.socket.destroyed) await new Promise((resolve) => opened.socket.once('close', resolve))
    expect(await provider.send(opened.socket, REQUEST, () => {})).toMatchObject({ kind: 'broken' })
    expect(server.requests()).toBe(0)
  })

  test('A redirect is not followed to the place that it names', async () => {
    const other = await startFaultServer(reply(formatResponse(200, BOOKED)))
    for (const status of [301, 302, 303, 307, 308]) {
      const { server, provider } = await setUp(reply(formatResponse(status, '', [`location: ${other.url.href}`])))
      expect((await send(provider)).exchanged).toMatchObject({ answer: { status } })
      expect(await provider.fetchMove(1)).toMatchObject({ kind: 'answered', answer: { status } })
      expect(server.requests()).toBe(2)
    }
    expect(other.received).toEqual([])
  })
})

describe('A response', () => {
  test('A response that never comes is given up after ninety seconds, not before', async () => {
    proves('8: not-shown-limits')
    const asked = createDeferred()
    const { server, provider, clock } = await setUp({ onRequest: () => asked.resolve() })
    let done = false
    const sending = send(provider).finally(() => (done = true))
    await asked.promise
    clock.advance(89_999)
    await new Promise((resolve) => setImmediate(resolve))
    expect(done).toBe(false)
    clock.advance(1)
    expect((await sending).exchanged).toMatchObject({ kind: 'broken', code: 'answer-timeout' })
    expect(server.requests()).toBe(1)
  })

  test('A response that stops half-way is given up as incomplete', async () => {
    const { provider, clock } = await setUp(reply(`HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n${cut}`))
    const opened = await provider.open()
    if (opened.kind !== 'open') throw new Error(opened.code)
    const came = new Promise((resolve) => opened.socket.once('data', resolve))
    const sending = provider.send(opened.socket, REQUEST, () => {})
    await came
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(90_000)
    expect(await sending).toMatchObject({ kind: 'answered', answer: { status: 200, body: cut, complete: false } })
  })

  test('A response longer than a megabyte is cut off as incomplete', async () => {
    proves('8: not-shown-limits')
    const long = 'x'.repeat(3 * 1024 * 1024)
    for (const text of [formatResponse(200, long), `${CHUNKED}${chunk(long)}0\r\n\r\n`]) {
      const { provider } = await setUp(reply(text))
      const { exchanged } = await send(provider)
      expect(exchanged).toMatchObject({ kind: 'answered', answer: { status: 200, complete: false } })
      if (exchanged.kind === 'answered') expect(exchanged.answer.body.length).toBeLessThanOrEqual(1024 * 1024)
    }
  })

  test('A response with letters of several bytes is read whole, however it is split', async () => {
    const body = Buffer.from(JSON.stringify({ name: 'Núñez 🚗' }))
    const { provider } = await setUp({
      onRequest: (socket) => {
        socket.setNoDelay(true)
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`)
        for (const byte of body) socket.write(Buffer.from([byte]))
      },
    })
    expect((await send(provider)).exchanged).toMatchObject({ answer: { body: body.toString('utf8'), complete: true } })
  })
})

describe('`fetchMove`', () => {
  test('`fetchMove` is one GET and reads the move', async () => {
    proves('4.1: call, headers', '5: authorization, content-type')
    const { server, provider } = await setUp(reply(formatResponse(200, '{"move":{"id":7}}')))
    expect(await provider.fetchMove(7)).toMatchObject({ kind: 'move', response: { move: { number: 7 } } })
    expect(server.received[0]).toMatch(/^GET \/v1\/moves\/7 HTTP\/1\.1\r\n/)
    expect(server.received[0]?.toLowerCase()).toContain('authorization: bearer a-token')
    expect(server.received[0]?.toLowerCase()).toContain('content-type: application/json')
  })

  test('`fetchMove` returns the bare response when it is no move, incomplete or no success', async () => {
    proves('4: status-200', '7: not-shown-errors')
    for (const [status, body] of [
      [200, '{}'],
      [200, '<html>'],
      [404, '{"move":{"id":7}}'],
      [500, ''],
      [201, '{"move":{"id":7}}'],
    ] as const) {
      const { provider } = await setUp(reply(formatResponse(status, body)))
      expect(await provider.fetchMove(7)).toMatchObject({ kind: 'answered', answer: { status } })
    }
    const half = 'HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n{"move":{"id":7}}'
    const { provider } = await setUp({ onRequest: (socket) => socket.end(half) })
    expect(await provider.fetchMove(7)).toMatchObject({ kind: 'answered', answer: { complete: false } })
  })

  test('`fetchMove` signs in again once when the token is refused', async () => {
    const asked: string[] = []
    const server = await startFaultServer({
      onRequest(socket) {
        const calls = server.received.map((text) => text.split(' ', 2).join(' '))
        asked.push(calls.at(-1) ?? '')
        const signsIn = asked.at(-1) === 'POST /v1/authorize'
        socket.write(signsIn ? formatResponse(200, `{"access_token":"t${asked.length}"}`) : formatResponse(401, ''))
      },
    })
    const options = { base: server.url, secret: () => 's', clock: virtualClock() }
    expect(await createProviderClient({ ...options, clientId: () => 'c' }).fetchMove(7)).toMatchObject({
      answer: { status: 401 },
    })
    const round = ['POST /v1/authorize', 'GET /v1/moves/7']
    expect(asked).toEqual([...round, ...round])
    const [, first, , second] = server.received
    expect([first, second].map((text) => /authorization: (.*)/i.exec(text ?? '')?.[1])).toEqual([
      'Bearer t1',
      'Bearer t3',
    ])
    // A static token cannot be renewed.
    await createProviderClient(options).fetchMove(8)
    expect(asked.filter((call) => call === 'GET /v1/moves/8')).toHaveLength(1)
  })

  test('`fetchMove` reports a broken connection and an unreachable provider', async () => {
    const { provider, server } = await setUp({ onRequest: (socket) => socket.resetAndDestroy() })
    expect(await provider.fetchMove(7)).toMatchObject({ kind: 'broken' })
    server.server.close()
    expect(await provider.fetchMove(7)).toMatchObject({ kind: 'unreachable', cause: 'provider-down' })
  })

  test('`open` and `fetchMove` do not connect without a token', async () => {
    proves('5: not-shown-token')
    let connected = 0
    const server = await startFaultServer({ ...reply(formatResponse(200, '')), onConnect: () => (connected += 1) })
    const provider = createProviderClient({ base: server.url, secret: () => null, clock: virtualClock() })
    expect(await provider.open()).toMatchObject({ kind: 'unreachable', cause: 'token-missing' })
    expect(await provider.fetchMove(1)).toMatchObject({ kind: 'unreachable', cause: 'token-missing' })
    await server.quiet()
    // The three connections are those of `quiet`.
    expect(connected).toBe(3)
  })
})
