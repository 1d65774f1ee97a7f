import { once } from 'node:events'
import type { Socket } from 'node:net'
import { createSecureContext, type SecureContext } from 'node:tls'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fromMillis, toMillis } from '../../../shared/time/time.ts'
import { createProviderClient, type ProviderClient } from '../../../electron/provider/client.ts'
import { pairAnswer } from '../../support/builders/booked-moves.ts'
import { createAuthority, type Certificate } from '../../support/fakes/certificate-authority.ts'
import { virtualClock, type VirtualClock } from '../../support/fakes/system.ts'
import { startFaultServer, type FaultServer, type ServerScript } from '../../support/faults/fault-server.ts'
import { formatResponse } from '../../support/http/wire.ts'

/** Connections that are opened while the answer to a booking is awaited, against real sockets. */

const REQUEST = { path: '/v1/concierge-loaner-moves', body: '{}' }
const BOOKED = formatResponse(200, JSON.stringify(pairAnswer()))
const BUSY = formatResponse(503, '')

type Wire = {
  readonly server: FaultServer
  readonly provider: ProviderClient
  readonly clock: VirtualClock
  /** The connections that the server accepted, in order. */
  readonly accepted: readonly Socket[]
  /** Resolves when the server has accepted so many connections. */
  connected(count: number): Promise<Socket>
}

/** A server that answers `text` once it has accepted `before` connections. */
async function setUp({
  before,
  text = BOOKED,
  onConnect = () => {},
  certificate,
  roots,
}: {
  readonly before: number
  readonly text?: string
  readonly onConnect?: (socket: Socket, nth: number) => void
  readonly certificate?: Certificate
  readonly roots?: () => SecureContext
}): Promise<Wire> {
  const accepted: Socket[] = []
  let heard = () => {}
  const connected = async (count: number): Promise<Socket> => {
    while (accepted.length < count) await new Promise<void>((resolve) => (heard = resolve))
    const socket = accepted[count - 1]
    if (socket === undefined) throw new Error('there is no such connection')
    return socket
  }
  const script: ServerScript = {
    onConnect(socket) {
      accepted.push(socket)
      onConnect(socket, accepted.length)
      heard()
    },
    onRequest: (socket) => void connected(before).then(() => socket.write(text)),
  }
  const server = await startFaultServer(script, certificate)
  const clock = virtualClock()
  const trusting = roots === undefined ? {} : { roots }
  const provider = createProviderClient({ base: server.url, secret: () => 'a-token', clock, ...trusting })
  return { server, provider, clock, accepted, connected }
}

/** Sends a booking while so many others wait, and resolves when it is answered. */
async function send(provider: ProviderClient, waiting: number) {
  const opened = await provider.open()
  if (opened.kind !== 'open') throw new Error(opened.code)
  const answer = provider.send(opened.socket, REQUEST, () => {})
  provider.openAhead(waiting)
  return answer
}

/** Resolves when the client has opened the connection ahead and its timer runs. */
async function ready(clock: VirtualClock): Promise<void> {
  while (!clock.pending().includes(3_000)) await new Promise((resolve) => setImmediate(resolve))
}

/** Resolves when the server has seen the end of a connection. */
function ended(socket: Socket): Promise<void> {
  return socket.destroyed ? Promise.resolve() : new Promise((resolve) => socket.once('close', () => resolve()))
}

const isBooked = { kind: 'answered', answer: { status: 200 } }

describe('The connection of the next booking', () => {
  test('The connection of the next booking is opened while an answer is awaited, and carries that booking alone', async () => {
    // The server answers the first booking only after the second connection came.
    const { server, provider, accepted } = await setUp({ before: 2 })
    expect(await send(provider, 1)).toMatchObject(isBooked)
    expect(server.received).toHaveLength(1)
    expect(await send(provider, 0)).toMatchObject(isBooked)
    expect([accepted.length, server.requests(), server.reusedConnections()]).toEqual([2, 2, 0])
  })

  test('The connection of the next booking is opened over verified TLS, too', async () => {
    const authority = createAuthority({ isTrusted: false })
    const certificate = authority.certify('localhost', ['IP:127.0.0.1'])
    const trusted = createSecureContext({ ca: [readFileSync(authority.file)] })
    const { server, provider, accepted } = await setUp({ before: 2, certificate, roots: () => trusted })
    expect(await send(provider, 1)).toMatchObject(isBooked)
    expect(await send(provider, 0)).toMatchObject(isBooked)
    expect([accepted.length, server.requests(), server.reusedConnections()]).toEqual([2, 2, 0])
  })

  test('No connection is opened ahead when no other booking waits', async () => {
    const { server, provider, accepted, clock } = await setUp({ before: 1 })
    await send(provider, 0)
    await server.quiet()
    // The other three are those of `quiet`.
    expect(accepted).toHaveLength(4)
    expect(clock.pending()).toEqual([])
  })

  test('A failed attempt to connect ahead is not reported, and the next booking connects itself', async () => {
    const { server, provider, clock } = await setUp({ before: 1 })
    const opened = await provider.open()
    if (opened.kind !== 'open') throw new Error(opened.code)
    server.server.close()
    const answer = provider.send(opened.socket, REQUEST, () => {})
    provider.openAhead(1)
    expect(await answer).toMatchObject(isBooked)
    // A refusal on loopback needs a few turns of the event loop.
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    server.server.listen(Number(server.url.port), '127.0.0.1')
    await once(server.server, 'listening')
    expect(await send(provider, 0)).toMatchObject(isBooked)
    expect(clock.pending()).toEqual([])
  })
})

describe('A connection opened ahead that the server touched', () => {
  test.for<readonly [how: string, touch: (socket: Socket) => void]>([
    ['ended', (socket) => socket.end()],
    ['reset', (socket) => socket.resetAndDestroy()],
    ['answered without a request', (socket) => socket.write(formatResponse(408, ''))],
    ['answered without a request and ended', (socket) => socket.end(formatResponse(408, ''))],
  ])(
    'A connection that the server %s before the next booking carries no byte, and another takes its place',
    async ([, touch]) => {
      const { server, provider, clock, connected, accepted } = await setUp({ before: 2 })
      await send(provider, 1)
      await ready(clock)
      const ahead = await connected(2)
      // Nothing runs between the touch and `open`, so the client learns of it only by reading the socket.
      await new Promise<void>((resolve) => {
        touch(ahead)
        setImmediate(resolve)
      })
      expect(await send(provider, 0)).toMatchObject(isBooked)
      expect(accepted).toHaveLength(3)
      expect([server.requests(), server.received.length, server.reusedConnections()]).toEqual([2, 2, 0])
      expect(clock.pending()).toEqual([])
    },
  )
})

describe('A connection opened ahead that no booking takes', () => {
  test('A connection opened ahead is closed after three seconds', async () => {
    const { provider, clock, connected, accepted } = await setUp({ before: 2 })
    await send(provider, 1)
    await ready(clock)
    clock.advance(2_999)
    expect(clock.pending()).toEqual([1])
    clock.advance(1)
    await ended(await connected(2))
    await send(provider, 0)
    expect(accepted).toHaveLength(3)
  })

  test('A connection opened ahead is not used after a sleep in which no timer ran', async () => {
    const { server, provider, clock, connected, accepted } = await setUp({ before: 2 })
    await send(provider, 1)
    await ready(clock)
    clock.setWall(fromMillis(toMillis(clock.now()) + 3_000))
    await send(provider, 0)
    await ended(await connected(2))
    expect([accepted.length, server.requests()]).toEqual([3, 2])
  })

  test.for<readonly [when: string, act: (provider: ProviderClient) => void]>([
    ['the machine wakes from sleep', (provider) => provider.onSystemResume()],
    ['the client is given up', (provider) => provider.abort()],
  ])('A connection opened ahead is closed when %s', async ([, act]) => {
    const { provider, clock, connected } = await setUp({ before: 2 })
    await send(provider, 1)
    await ready(clock)
    act(provider)
    await ended(await connected(2))
    expect(clock.pending()).toEqual([])
  })

  test('A connection opened ahead is closed after an answer that is no success', async () => {
    const { provider, clock, connected } = await setUp({ before: 2, text: BUSY })
    await send(provider, 1)
    await ended(await connected(2))
    expect(clock.pending()).toEqual([])
  })

  test('A connection opened ahead is not used after the trusted certificates changed', async () => {
    const authority = createAuthority({ isTrusted: false })
    const certificate = authority.certify('localhost', ['IP:127.0.0.1'])
    const trust = () => createSecureContext({ ca: [readFileSync(authority.file)] })
    let trusted = trust()
    const { server, provider, clock, accepted } = await setUp({ before: 2, certificate, roots: () => trusted })
    await send(provider, 1)
    await ready(clock)
    trusted = trust()
    await send(provider, 0)
    expect([accepted.length, server.requests()]).toEqual([3, 2])
  })
})
