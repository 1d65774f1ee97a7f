import { request } from 'node:http'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, type PeerCertificate, type SecureContext } from 'node:tls'
import type { ConnectionCause } from '../../../shared/desk/connection.ts'
import type { Fields } from '../../../shared/outbox/fields.ts'
import { errorCode } from '../../platform/log-events.ts'
import type { Clock } from '../../platform/clock.ts'
import { DIRECT, openTunnel, type Route } from './proxy.ts'

/*
 * A connection for one request, over Node's own stack, without retry, redirect or keep-alive; Electron's stack sends a
 * `POST` again automatically and is never used. Opening and writing are apart, because a failure before the first byte
 * of the request proves that nothing was sent, and a failure after that byte proves nothing.
 */

export type Timeouts = {
  /** Milliseconds to reach the host, TLS included. */
  readonly connect: number
  /**
   * Milliseconds from the start of the request to the last byte of the response. The limit is long, because a timeout
   * puts a booking in doubt and costs a person a phone call.
   */
  readonly answer: number
}

export const DEFAULT_TIMEOUTS: Timeouts = { connect: 10_000, answer: 90_000 }

/** A longer body is not a provider's response. */
const MAX_RESPONSE_BYTES = 1024 * 1024

/** Why a request did not leave: the host was not reached, or there is no token for the request. */
export type UnreachableCause = Exclude<ConnectionCause, 'provider-busy' | 'disk' | 'protocol-changed'>

export type ConnectResult =
  | { readonly kind: 'open'; readonly socket: Socket }
  | {
      readonly kind: 'unreachable'
      readonly cause: UnreachableCause
      readonly code: string
      /** `issuer` of a certificate that is not trusted. */
      readonly fields?: Fields
      /** Headers of the `429` with which a busy provider answered the sign-in; they may say how long to wait. */
      readonly busy?: HttpResponse['headers']
    }

/**
 * Connects, and over `https:` verifies the certificate, also through a proxy. Never rejects; `givenUp` ends the
 * attempt.
 */
export function openConnection(
  url: URL,
  deadlines: Timeouts,
  clock: Clock,
  {
    route = DIRECT,
    givenUp = new AbortController().signal,
    roots,
  }: { readonly route?: Route; readonly givenUp?: AbortSignal; readonly roots?: SecureContext | undefined } = {},
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
      // Only our own listeners are removed, because a TLS socket has listeners that it needs. The listener for errors
      // stays, because a late error without a listener would end the process.
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
        finish({ kind: 'unreachable', cause: causeOf(code), code, ...fieldsOf(code) })
      })
    }
    let issuer: string | null = null
    const fieldsOf = (code: string) => (issuer !== null && UNTRUSTED_CODES.has(code) ? { fields: { issuer } } : {})
    const secureOver = (under: { readonly socket: Socket } | { readonly host: string; readonly port: number }) => {
      const secured = connectTls({
        ...under,
        host,
        ...(isIP(host) === 0 ? { servername: host } : {}),
        // Set although true is the default, because `NODE_TLS_REJECT_UNAUTHORIZED` would switch the check off.
        rejectUnauthorized: true,
        minVersion: 'TLSv1.2',
        ALPNProtocols: ['http/1.1'],
        ...(roots === undefined ? {} : { secureContext: roots }),
      }).on('secureConnect', opened)
      // After a failed verification Node destroys the socket, and the certificate can no longer be read.
      return secured.prependListener('secure', () => {
        issuer = issuerOf(secured.getPeerCertificate())
      })
    }
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

/** After `407` a person can sign in to the proxy. A person cannot help with another refusal. */
function proxyCause(status: number): UnreachableCause {
  return status === 407 ? 'proxy-sign-in' : 'proxy-refuses'
}

const ABORTED: ConnectResult = { kind: 'unreachable', cause: 'provider-down', code: 'given-up' }

/** Codes of a certificate that leads to no trusted root. */
const UNTRUSTED_CODES = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
])

const MAX_ISSUER_LENGTH = 100

/** The organization or the name of the issuer; null where the certificate names neither. */
function issuerOf({ issuer }: Partial<PeerCertificate>): string | null {
  const [name] = [issuer?.O, issuer?.CN].flat().filter((part) => part !== undefined && part !== '')
  return name?.slice(0, MAX_ISSUER_LENGTH) ?? null
}

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
  /** False when the connection ended, the body was too long or the deadline came before the response was whole. */
  readonly complete: boolean
}

export type ExchangeResult =
  | { readonly kind: 'answered'; readonly answer: HttpResponse }
  /** The exchange ended before a status was read. */
  | {
      readonly kind: 'broken'
      readonly code: string
      /** The most bytes of the request that the network may have taken. */
      readonly bytes: number
    }

/**
 * Writes one request on an open connection, once, and reads the response; never rejects, and closes the connection.
 * `written` is called when the last byte was handed to the operating system.
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

    // With an `agent` Node would not use this connection.
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
