import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { Change } from '../../shared/outbox/amendment.ts'
import type { Clock } from '../platform/clock.ts'
import { parseFetched, type FetchedMove } from './parse-response.ts'
import {
  DEFAULT_TIMEOUTS,
  exchange,
  openConnection,
  type HttpResponse,
  type Timeouts,
  type ExchangeResult,
  type ConnectResult,
  type OutgoingRequest,
} from './http/connection.ts'
import { DIRECT, parseRoute, type ResolveProxy } from './http/proxy.ts'
import { clientCredentials, staticToken } from './access-token.ts'
import { createBookingConnections } from './connections-ahead.ts'
import { momentOf } from '../clock/moment.ts'
import { offsetFromDate, type ClockOffset } from '../clock/corrected-clock.ts'
import { cancellationRequest, changeRequest, type Request } from './build-request.ts'

/*
 * The client of one provider; each request has a connection of its own. `open` and `send` are two calls, so that the
 * send queue can commit the claim between them.
 */

/** The result of a fetch: the move, or why the move could not be read. */
export type FetchMoveResult =
  | { readonly kind: 'move'; readonly response: FetchedMove }
  | { readonly kind: 'answered'; readonly answer: HttpResponse }
  | Exclude<ConnectResult, { kind: 'open' }>
  | Extract<ExchangeResult, { kind: 'broken' }>

/** The result of a request that may be repeated; `unreachable` proves that the provider did not apply the request. */
export type RequestResult = ExchangeResult | Exclude<ConnectResult, { kind: 'open' }>

export type ProviderClient = {
  /**
   * Signs in where the profile needs that, and opens the connection for one booking. No byte of the booking is sent.
   */
  open(): Promise<ConnectResult>
  /**
   * Opens the connections of the next bookings while the answer to a booking is awaited; `bookings` is how many wait.
   * `open` returns them, and one that no booking takes is closed soon.
   */
  openAhead(bookings: number): void
  /** Sends one booking on a connection from `open`, exactly once, with the token of that connection. */
  send(socket: Socket, request: Request, written: () => void): Promise<ExchangeResult>
  /** `GET /v1/moves/<number>`, safe to repeat. */
  fetchMove(number: number): Promise<FetchMoveResult>
  /** `POST /v1/cancelation` for one move, safe to repeat (test/spec/reliability.md#amendments). */
  cancel(number: number): Promise<RequestResult>
  /** `PATCH /v1/moves/<number>` with new values, safe to repeat (test/spec/reliability.md#amendments). */
  change(number: number, change: Change): Promise<RequestResult>
  /**
   * Ends every connection attempt, fetch, sign-in and amendment, and lets no other begin. A booking that is being sent
   * continues to its response.
   */
  abort(): void
  /**
   * Gives each request in progress only a few more seconds after a sleep, because its connection may have been lost
   * without notice.
   */
  onSystemResume(): void
}

export type ProviderOptions = {
  readonly base: URL
  /** Returns the token, or the client's secret; called for each request. While null is returned, no request leaves. */
  readonly secret: () => string | null
  /** The client id to sign in with; null where the secret is the token itself. */
  readonly clientId?: (() => string) | null
  readonly clock: Clock
  /** Called with the clock offset of each response that shows one. */
  readonly onClockOffset?: (offset: ClockOffset) => void
  /** How the host is reached from this network; direct where left out. */
  readonly route?: ResolveProxy
  readonly deadlines?: Timeouts
  /** The certificates to trust, read for each connection; the runtime's own where left out. */
  readonly roots?: () => SecureContext
}

export function createProviderClient({
  base,
  secret,
  clientId = null,
  clock,
  onClockOffset: heard = () => {},
  route = async () => 'DIRECT',
  deadlines = DEFAULT_TIMEOUTS,
  roots,
}: ProviderOptions): ProviderClient {
  const at = (path: string) => new URL(base.href.replace(/\/$/, '') + path)
  const repeatableSockets = new Set<Socket>()
  /**
   * Maps each connection with a request in progress to the function that cancels the timer of the request. Only a sleep
   * starts such a timer (`GRACE_AFTER_SLEEP_MS`).
   */
  const underWay = new Map<Socket, () => void>()
  const end = new AbortController()
  /** A failed proxy lookup says nothing about the host, so the direct route is tried. */
  const routeNow = async () =>
    base.protocol === 'https:' ? parseRoute(await route(base.href).catch(() => 'DIRECT')) : DIRECT
  const rootsNow = () => (base.protocol === 'https:' ? roots?.() : undefined)
  const connect = async () => {
    return openConnection(base, deadlines, clock, {
      route: await routeNow(),
      givenUp: end.signal,
      roots: rootsNow(),
    })
  }
  const connections = createBookingConnections({ connect, roots: rootsNow, clock })
  /** Sends one request on an open connection and reports the clock offset of the response. */
  const request = async (socket: Socket, outgoing: OutgoingRequest, written?: () => void) => {
    const started = momentOf(clock)
    underWay.set(socket, () => {})
    const exchanged = await exchange(socket, outgoing, deadlines, clock, written)
    underWay.get(socket)?.()
    underWay.delete(socket)
    const offset =
      exchanged.kind === 'answered' ? offsetFromDate(exchanged.answer.headers, started, momentOf(clock)) : null
    if (offset !== null) heard(offset)
    return exchanged
  }
  /** Sends one request that may be repeated, on a connection that `abort` may end. */
  const repeatable = async (method: OutgoingRequest['method'], path: string, headers: Headers, body: string | null) => {
    const opened = await connect()
    if (opened.kind === 'unreachable') return opened
    repeatableSockets.add(opened.socket)
    const exchanged = await request(opened.socket, { method, url: at(path), headers, body })
    repeatableSockets.delete(opened.socket)
    return exchanged
  }
  const session =
    clientId === null
      ? staticToken(secret)
      : clientCredentials({
          clientId,
          secret,
          clock,
          authorize: (body) => repeatable('POST', '/v1/authorize', {}, body),
        })
  /** Maps each connection of `open` to the token that `open` got; `send` uses this token. */
  const tokens = new WeakMap<Socket, string>()
  const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })
  const noticed = <E extends ExchangeResult | UnreachableResult>(exchanged: E): E => {
    if (exchanged.kind === 'answered' && exchanged.answer.status === 401) session.forget()
    return exchanged
  }

  /**
   * Sends one request that may be repeated, with the token. With a client id, a `401` leads to a new sign-in and one
   * repetition, because a token may end before its time.
   */
  const authorized = async (
    method: OutgoingRequest['method'],
    { path, body }: RepeatableRequest,
  ): Promise<RequestResult> => {
    const once = async () => {
      const signed = await session.token()
      return signed.kind === 'unreachable'
        ? signed
        : noticed(await repeatable(method, path, bearer(signed.token), body))
    }
    const first = await once()
    const renews = clientId !== null && first.kind === 'answered' && first.answer.status === 401
    return renews ? once() : first
  }

  return {
    async open() {
      // The sign-in precedes the connection and the claim, because a sign-in may take long or fail.
      const signed = await session.token()
      if (signed.kind === 'unreachable') return signed
      const opened = await connections.open()
      if (opened.kind === 'open') tokens.set(opened.socket, signed.token)
      return opened
    },
    async send(socket, { path, body }, written) {
      const headers = bearer(tokens.get(socket) ?? '')
      const began = clock.monotonic()
      const exchanged = noticed(await request(socket, { method: 'POST', url: at(path), headers, body }, written))
      connections.noteExchange(clock.monotonic() - began)
      // After trouble the queue checks the provider or waits, so no booking follows at once.
      if (exchanged.kind === 'broken' || exchanged.answer.status >= 300) connections.closeAhead()
      return exchanged
    },
    openAhead: connections.openAhead,
    async fetchMove(number) {
      const exchanged = await authorized('GET', { path: `/v1/moves/${number}`, body: null })
      if (exchanged.kind !== 'answered') return exchanged
      const { answer } = exchanged
      const response = answer.status === 200 && answer.complete ? parseFetched(answer.body, number) : null
      return response === null ? { kind: 'answered', answer } : { kind: 'move', response }
    },
    cancel: (number) => authorized('POST', cancellationRequest(number)),
    change: (number, change) => authorized('PATCH', changeRequest(number, change)),
    abort() {
      end.abort()
      connections.closeAhead()
      for (const socket of repeatableSockets) socket.destroy()
    },
    onSystemResume() {
      connections.closeAhead()
      for (const [socket, takeBack] of underWay) {
        takeBack()
        underWay.set(
          socket,
          clock.schedule(GRACE_AFTER_SLEEP_MS, () => socket.destroy()),
        )
      }
    },
  }
}

/**
 * Milliseconds that a request has after a sleep, enough to read a response that came in the meantime. Without this
 * limit a lost connection would be noticed only at the deadline, whose timer stops while the machine sleeps.
 */
const GRACE_AFTER_SLEEP_MS = 5_000

type UnreachableResult = Exclude<ConnectResult, { kind: 'open' }>
type RepeatableRequest = { readonly path: string; readonly body: string | null }
type Headers = Readonly<Record<string, string>>
