import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Certificate } from '../fakes/certificate-authority.ts'
import { recordFacts, type Facts } from '../builders/event-recorder.ts'
import { readRequest, type Request } from '../http/wire.ts'
import type { Exchange } from '../oracle/referee.ts'
import { applyToxic } from './apply-toxic.ts'
import { asksFor, createMatcher, type Asks, type Call, type CapturedCall, type Match } from './captured-calls.ts'
import { createFaultCounter, type FaultCounter } from './fault-counter.ts'
import { createHold, type Hold, type HoldQueue } from './hold.ts'
import { endSocket, relay, type CarriedBytes } from './relay.ts'
import type { ConnectionToxic, Toxic } from './toxics.ts'
import { createTrip, type ProxyFact } from './trip.ts'

/** A toxic for the requests that match, or a function that chooses the toxic of each request. */
export type ToxicRule = (Toxic & { readonly match?: Match }) | ((call: Call) => Toxic | null)

export type ConnectionToxicRule = ConnectionToxic | (() => ConnectionToxic | null)

/** A proxy on loopback that injects faults. */
export type FaultProxy = {
  readonly url: string
  readonly port: number
  /** Whole requests that arrived, in order. */
  readonly calls: readonly CapturedCall[]
  readonly counter: FaultCounter
  readonly next: Facts<ProxyFact>['next']
  /**
   * Applies from the next request on. The first rule that returns a toxic decides, and every rule counts its matches.
   */
  addToxic(rule: ToxicRule): void
  /**
   * Applies from the next connection on, whose requests are then not read. The first rule that returns a toxic
   * decides.
   */
  addConnectionToxic(rule: ConnectionToxicRule): void
  /** Removes all toxics. Requests that a toxic holds stay held. */
  removeToxics(): void
  /** Holds whole requests before any toxic applies. A held request whose client leaves is dropped. */
  holdRequests(match?: Match): Hold
  /** Holds new connections before any byte passes. */
  holdConnections(): Hold
  /**
   * Reports each request as the upstream got the request, with the upstream's response as the client gets the
   * response.
   */
  onExchange(listener: (exchange: Exchange) => void): void
  /** The number of connections to which a connection toxic was applied. */
  toxicConnections(): number
  /** The bytes of the last `tcp` connection without a toxic. */
  carried(): CarriedBytes
  /** Ends every open connection. */
  disconnect(): void
  /** Resolves when no connection is open. */
  idle(): Promise<void>
  /** Stops listening, so that the address refuses connections. */
  close(): Promise<void>
}

export type FaultProxyOptions = {
  /** `http` reads one request a connection. `tcp` carries any bytes and has connection toxics only. */
  readonly protocol?: 'http' | 'tcp'
  /** With a certificate the proxy terminates TLS, and the upstream gets plain bytes. */
  readonly certificate?: Certificate
  /** The client's clock in milliseconds since 1970, the base of dates in `Retry-After`. */
  readonly now?: () => number
}

/** Starts a proxy in front of `upstream`, the URL of a server on loopback. The caller closes the proxy. */
export async function startFaultProxy(
  upstream: string | URL,
  { protocol = 'http', certificate, now = Date.now }: FaultProxyOptions = {},
): Promise<FaultProxy> {
  const target = new URL(upstream)
  const rules: ((call: Call) => Toxic | null)[] = []
  const connectionRules: (() => ConnectionToxic | null)[] = []
  const requestHolds = new Map<HoldQueue, (call: Call) => boolean>()
  const connectionHolds = new Set<HoldQueue>()
  const listeners: ((exchange: Exchange) => void)[] = []
  const calls: CapturedCall[] = []
  const facts = recordFacts<ProxyFact>()
  const writer = createFaultCounter()
  const open = new Set<Socket>()
  const idleWatchers = new Set<() => void>()
  let connections = 0
  let toxicConnections = 0
  let carried: CarriedBytes = { up: 0, down: 0 }

  const track = (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      open.delete(socket)
      if (open.size > 0) return
      for (const tell of idleWatchers) tell()
      idleWatchers.clear()
    })
    return socket
  }

  const serveRequest = async (client: Socket, request: Request, connection: number) => {
    calls.push({ ...request.call, connection })
    writer.count('arrived', asksFor(request.call))
    const hold = [...requestHolds].find(([, matches]) => matches(request.call))?.[0]
    if (hold !== undefined) {
      await hold.wait()
      if (client.destroyed) return
    }
    const toxic = rules.map((rule) => rule(request.call)).find((one) => one !== null) ?? null
    const trip = createTrip({ target, client, request, now, writer, log: facts.log, listeners })
    try {
      await applyToxic(toxic, trip)
    } catch {
      // The upstream could not be reached or broke off, so the client's connection breaks too.
      client.destroy()
    }
    if (toxic === null) return
    const { type, when } = toxic
    const hit = { type, when, asks: asksFor(request.call), applied: trip.applied() }
    writer.recordHit(hit)
    facts.log({ event: 'hit', toxic, ...hit })
  }

  const serveHttp = (client: Socket, connection: number) => {
    let came = Buffer.alloc(0)
    let request: Request | null = null
    client.on('data', (chunk: Buffer) => {
      writer.addBytes('fromClient', chunk.length)
      if (request !== null) return
      came = Buffer.concat([came, chunk])
      request = readRequest(came)
      if (request !== null) void serveRequest(client, request, connection)
    })
  }

  const serveTcp = async (client: Socket, toxic: ConnectionToxic | null) => {
    const port = toxic?.type === 'reroute' ? toxic.port : Number(target.port)
    const host = toxic?.type === 'reroute' ? '127.0.0.1' : target.hostname
    const remote = track(connect({ host, port, noDelay: true, allowHalfOpen: true }))
    const limit = toxic?.type === 'limit-data' ? toxic : null
    const bytes = await relay(client, remote, limit, () => void (toxicConnections += 1))
    if (toxic === null) carried = bytes
  }

  const accept = async (client: Socket) => {
    track(client)
    const connection = (connections += 1)
    for (const hold of connectionHolds) await hold.wait()
    if (client.destroyed) return
    const toxic = connectionRules.map((rule) => rule()).find((one) => one !== null) ?? null
    // A limit counts when the limit is reached.
    if (toxic !== null && toxic.type !== 'limit-data') toxicConnections += 1
    if (toxic?.type === 'cut') return endSocket(client, toxic.end)
    if (toxic?.type === 'half-open') return void client.resume()
    if (protocol === 'http' && toxic === null) serveHttp(client, connection)
    else await serveTcp(client, toxic)
  }

  // A TLS connection that ends inside its handshake would stay half open forever.
  const options = { noDelay: true, allowHalfOpen: protocol === 'tcp' && certificate === undefined }
  const serve = (client: Socket) => void accept(client)
  const server =
    certificate === undefined ? createServer(options, serve) : createTlsServer({ ...options, ...certificate }, serve)
  server.on('tlsClientError', () => {})
  // Connections inside their TLS handshake count too.
  server.on('connection', (socket: Socket) => void track(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const disconnect = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http${certificate === undefined ? '' : 's'}://127.0.0.1:${port}`,
    port,
    calls,
    counter: writer.counter,
    next: facts.next,
    addToxic(rule) {
      if (typeof rule === 'function') return void rules.push(rule)
      const matches = createMatcher(rule.match ?? {})
      rules.push((call) => (matches(call) ? rule : null))
    },
    addConnectionToxic: (rule) => void connectionRules.push(typeof rule === 'function' ? rule : () => rule),
    removeToxics() {
      rules.length = 0
      connectionRules.length = 0
    },
    holdRequests(match = {}) {
      const hold = createHold(() => void requestHolds.delete(hold))
      requestHolds.set(hold, createMatcher(match))
      return hold
    },
    holdConnections() {
      const hold = createHold(() => void connectionHolds.delete(hold))
      connectionHolds.add(hold)
      return hold
    },
    onExchange: (listener) => void listeners.push(listener),
    toxicConnections: () => toxicConnections,
    carried: () => carried,
    disconnect,
    idle: () => new Promise((resolve) => (open.size === 0 ? resolve() : void idleWatchers.add(resolve))),
    async close() {
      disconnect()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}

/** The bodies of the requests of one kind that a proxy captured, in order. */
export function bodiesOf({ calls }: FaultProxy, asks: Asks): readonly string[] {
  return calls.filter((call) => asksFor(call) === asks).map(({ body }) => body)
}
