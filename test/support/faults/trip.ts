import type { Socket } from 'node:net'
import { endWith, exchangeBytes, readRequest, readResponse, sendBytes, type Request } from '../http/wire.ts'
import type { Exchange } from '../oracle/referee.ts'
import { asksFor, type Asks } from './captured-calls.ts'
import type { CounterWriter, Hit } from './fault-counter.ts'
import type { ConnectionEnd, Toxic } from './toxics.ts'

export type ProxyFact =
  /** A request is held until the client has gone, and nothing moves before. */
  | { readonly event: 'held'; readonly asks: Asks }
  /** A toxic was applied, and all of its effects have happened. */
  | ({ readonly event: 'hit'; readonly toxic: Toxic } & Hit)

/** The steps of one request through a proxy. A toxic leaves some of them out, or changes them. */
export type Trip = {
  readonly request: Request
  /** The client's clock in milliseconds since 1970. */
  readonly now: () => number
  /** Sends a whole request to the upstream and returns the whole response. */
  forward(bytes?: Buffer): Promise<Buffer>
  /** Sends a part of the request to the upstream and ends the connection. */
  forwardPart(bytes: Buffer, end: ConnectionEnd): Promise<void>
  /** Reports the exchange to the listeners and gives the client the upstream's response. */
  deliver(response: Buffer): Promise<void>
  /** Gives the client some bytes and ends the connection. */
  reply(bytes: Buffer, end?: ConnectionEnd): Promise<void>
  /** Gives the client some bytes and leaves the connection open. */
  write(bytes: Buffer): Promise<void>
  /** Announces that the call is held, and resolves when the client has closed the connection. */
  clientGone(): Promise<void>
  /** The upstream answered with success. */
  applied(): boolean
}

export function createTrip({
  target,
  client,
  request,
  now,
  writer,
  log,
  listeners,
}: {
  readonly target: URL
  readonly client: Socket
  readonly request: Request
  readonly now: () => number
  readonly writer: CounterWriter
  readonly log: (fact: ProxyFact) => void
  readonly listeners: readonly ((exchange: Exchange) => void)[]
}): Trip {
  const asks = asksFor(request.call)
  let applied = false
  let forwarded = request
  const trip: Trip = {
    request,
    now,
    async forward(bytes = request.bytes) {
      forwarded = readRequest(bytes) ?? request
      writer.addBytes('toUpstream', bytes.length)
      writer.count('reached', asks)
      const response = await exchangeBytes(target, bytes)
      writer.addBytes('fromUpstream', response.length)
      const { status } = readResponse(response)
      applied = status >= 200 && status < 300
      if (applied) writer.count('applied', asks)
      return response
    },
    async forwardPart(bytes, end) {
      writer.addBytes('toUpstream', bytes.length)
      await sendBytes(target, bytes, end)
    },
    async deliver(response) {
      const { status, headers, body } = readResponse(response)
      const answer = { status, type: headers['content-type'], body: body.toString('utf8') }
      for (const listener of listeners) listener({ ...forwarded.call, answer })
      await trip.reply(response)
    },
    async write(bytes) {
      if (client.destroyed) return
      writer.addBytes('toClient', bytes.length)
      await new Promise<void>((left) => client.write(bytes, () => left()))
    },
    async reply(bytes, end = 'fin') {
      if (client.destroyed) return
      writer.addBytes('toClient', bytes.length)
      await endWith(client, bytes, end)
    },
    async clientGone() {
      const gone = new Promise<void>((resolve) => {
        if (client.destroyed) resolve()
        else client.once('close', () => resolve())
      })
      log({ event: 'held', asks })
      await gone
    },
    applied: () => applied,
  }
  return trip
}
