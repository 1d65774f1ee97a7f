import { request } from 'node:http'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { ConnectionCause } from '../../../shared/desk/connection.ts'
import { errorCode, type Clock } from '../../platform/clock.ts'
import { DIRECT, openTunnel, type Route } from './proxy.ts'

/*
 * One connection for one request, on Node's own stack, without retries, redirects and connection reuse; Electron's
 * stack may send a POST twice and is never used. Opening and writing are separate, because a failure before the first
 * byte of the request proves that nothing was sent, and a later failure proves nothing.
 */

export type Timeouts = {
  /** Milliseconds to reach the host, TLS included. */
  readonly connect: number
  /**
   * Milliseconds from the last byte of the request to the last byte of the response. The time is long, because each
   * timeout becomes work for a person.
   */
  readonly answer: number
}

export const DEFAULT_TIMEOUTS: Timeouts = { connect: 10_000, answer: 90_000 }

/** A longer response is not from the provider. */
const MAX_RESPONSE_BYTES = 1024 * 1024

/** Why a host was not reached. No byte of a request has left. */
export type UnreachableCause = Exclude<ConnectionCause, 'provider-busy' | 'disk' | 'protocol-changed'>

export type ConnectResult =
  | { readonly kind: 'open'; readonly socket: Socket }
  | {
      readonly kind: 'unreachable'
      readonly cause: UnreachableCause
      readonly code: string
      /** The headers of a provider that is too busy to sign in. They may name a pause. */
      readonly busy?: HttpResponse['headers']
    }

/**
 * Connects, and verifies the certificate for `https:`, also through a proxy. Never rejects; `givenUp` ends the
 * attempt.
 */
export function openConnection(
  url: URL,
  deadlines: Timeouts,
  clock: Clock,
  {
    route = DIRECT,
    givenUp = new AbortController().signal,
  }: { readonly route?: Route; readonly givenUp?: AbortSignal } = {},
): Promise<ConnectResult> {
  if (givenUp.aborted) return Promise.resolve(ABORTED)
  return new Promise((resolve) => {
    const secure = url.protocol === 'https:'
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port)
    let socket: Socket
    const finish = (outcome: ConnectResult) => {
      cancel()
      givenUp.removeEventListener('abort', giveUp)
      // Removes only our own listeners, because a TLS socket has listeners of its own. The error listener stays, since
      // a late error without a listener would crash the process.
      socket.off('secureConnect', opened).off('connect', opened).off('close', closed)
      if (outcome.kind === 'unreachable') socket.destroy()
      resolve(outcome)
    }
    const opened = () => finish({ kind: 'open', socket })
    const giveUp = () => finish(ABORTED)
    const closed = () => finish({ kind: 'unreachable', cause: 'provider-down', code: 'closed' })
    const watch = (next: Socket) => {
      socket = next.on('close', closed).on('error', (error) => {
        const code = errorCode(error)
        finish({ kind: 'unreachable', cause: causeOf(code), code })
      })
    }
    const secureOver = (under: { readonly socket: Socket } | { readonly host: string; readonly port: number }) =>
      connectTls({
        ...under,
        host,
        ...(isIP(host) === 0 ? { servername: host } : {}),
        // Explicit, because an environment variable of Node would change the default.
        rejectUnauthorized: true,
        minVersion: 'TLSv1.2',
        ALPNProtocols: ['http/1.1'],
      }).on('secureConnect', opened)
    givenUp.addEventListener('abort', giveUp)
    const cancel = clock.schedule(deadlines.connect, () =>
      finish({ kind: 'unreachable', cause: 'provider-down', code: 'connect-timeout' }),
    )
    if (route.kind === 'proxy' && secure) {
      watch(
        openTunnel(
          route,
          { host, port },
          {
            opened: (tunnel) => watch(secureOver({ socket: tunnel.off('close', closed) })),
            refused: (status) => finish({ kind: 'unreachable', cause: proxyCause(status), code: `proxy-${status}` }),
          },
        ),
      )
    } else watch(secure ? secureOver({ host, port }) : connectTcp({ host, port }).on('connect', opened))
  })
}

/** A person can fix a proxy that requires a sign-in, but no other refusal. */
function proxyCause(status: number): UnreachableCause {
  return status === 407 ? 'proxy-sign-in' : 'proxy-refuses'
}

const ABORTED: ConnectResult = { kind: 'unreachable', cause: 'provider-down', code: 'given-up' }

const NO_NETWORK_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'])

function causeOf(code: string): UnreachableCause {
  if (NO_NETWORK_CODES.has(code)) return 'no-network'
  if (/CERT|SELF_SIGNED|ISSUER|ALTNAME|SIGNATURE|VERIFY/.test(code)) return 'unsafe-network'
  return 'provider-down'
}

export type OutgoingRequest = {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export type HttpResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /**
   * False if the connection ended, the size limit was exceeded or the deadline passed before the response was
   * complete.
   */
  readonly complete: boolean
}

export type ExchangeResult =
  | { readonly kind: 'answered'; readonly answer: HttpResponse }
  /** No status was read. */
  | {
      readonly kind: 'broken'
      readonly code: string
      /** An upper bound of the bytes of the request that were handed over. 0 proves that nothing left. */
      readonly bytes: number
    }

/**
 * Writes one request on an open connection, once, reads the response and closes the connection. Never rejects; calls
 * `written` when the last byte was handed to the system.
 */
export function exchange(
  socket: Socket,
  outgoing: OutgoingRequest,
  deadlines: Timeouts,
  clock: Clock,
  written: () => void = () => {},
): Promise<ExchangeResult> {
  return new Promise((resolve) => {
    let settled = false
    const before = socket.bytesWritten
    let read: { status: number; headers: Record<string, string>; chunks: Buffer[]; bytes: number } | null = null
    const finish = (complete: boolean, code: string) => {
      if (settled) return
      settled = true
      cancel()
      resolve(
        read === null
          ? { kind: 'broken', code, bytes: socket.bytesWritten - before }
          : {
              kind: 'answered',
              answer: {
                status: read.status,
                headers: read.headers,
                body: Buffer.concat(read.chunks).toString('utf8'),
                complete,
              },
            },
      )
      socket.destroy()
    }
    const cancel = clock.schedule(deadlines.answer, () => finish(false, 'answer-timeout'))

    // Node would not use this connection with an `agent`.
    const sending = request({
      createConnection: () => socket,
      method: outgoing.method,
      path: `${outgoing.url.pathname}${outgoing.url.search}`,
      setHost: false,
      headers: {
        host: outgoing.url.host,
        connection: 'close',
        accept: 'application/json',
        'content-type': 'application/json',
        ...(outgoing.body === null ? {} : { 'content-length': String(Buffer.byteLength(outgoing.body)) }),
        ...outgoing.headers,
      },
    })
    sending.once('finish', written)
    sending.on('error', (error) => finish(false, errorCode(error)))
    sending.once('close', () => finish(false, 'closed'))
    sending.once('response', (incoming) => {
      const into = {
        status: incoming.statusCode ?? 0,
        headers: flatten(incoming.headers),
        chunks: [] as Buffer[],
        bytes: 0,
      }
      read = into
      incoming.on('data', (chunk: Buffer) => {
        into.bytes += chunk.length
        if (into.bytes > MAX_RESPONSE_BYTES) return finish(false, 'answer-too-long')
        into.chunks.push(chunk)
      })
      incoming.once('end', () => finish(incoming.complete, 'end'))
      incoming.once('error', (error) => finish(false, errorCode(error)))
      incoming.once('aborted', () => finish(false, 'aborted'))
    })
    sending.end(outgoing.body ?? undefined)
  })
}

function flatten(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
}
