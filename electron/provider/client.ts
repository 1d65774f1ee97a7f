import type { Socket } from 'node:net'
import type { Change } from '../../shared/wish.ts'
import type { Clock } from '../system.ts'
import { readFetched, type Fetched } from './answers.ts'
import {
  DEADLINES,
  exchange,
  openConnection,
  type Answer,
  type Deadlines,
  type Exchanged,
  type Opened,
  type Outgoing,
} from './connection.ts'
import { DIRECT, readRoute, type AskRoute } from './proxy.ts'
import { clientSession, givenSession } from './session.ts'
import { writeCancelation, writeChange, type Request } from './wire.ts'

/*
 * The provider, one request at a time. `open` and `send` are two calls, so that whoever sends can commit between them.
 */

/** What a GET found: the move, or why it could not be read. */
export type Asked =
  | { readonly kind: 'move'; readonly told: Fetched }
  | { readonly kind: 'answered'; readonly answer: Answer }
  | Exclude<Opened, { kind: 'open' }>
  | Extract<Exchanged, { kind: 'broken' }>

/** What came of a request that may be repeated; `unreached` proves that nothing was sent. */
export type Heard = Exchanged | Exclude<Opened, { kind: 'open' }>

export type Provider = {
  /** Opens the connection for one booking; nothing is sent. */
  open(): Promise<Opened>
  /** Sends one booking on a connection that `open` gave, exactly once (section 5: bearer token, JSON). */
  send(socket: Socket, request: Request, written: () => void): Promise<Exchanged>
  /** GET /v1/moves/<number> (4.1): safe to repeat. */
  ask(number: number): Promise<Asked>
  /** `POST /v1/cancelation` for one move (provider.md 8): safe to repeat. */
  cancel(number: number): Promise<Heard>
  /** `PATCH /v1/moves/<number>` with new values (provider.md 7): safe to repeat. */
  change(number: number, change: Change): Promise<Heard>
  /**
   * Ends for good what may be repeated: connections that carry nothing yet, questions, and wishes. A booking that is being sent
   * goes on to its answer.
   */
  abandon(): void
}

export type ProviderOptions = {
  readonly base: URL
  /** The token, or the client's secret; asked for each time and kept nowhere. Null: nothing is sent at all. */
  readonly secret: () => string | null
  /** With it the provider is signed in to (provider.md 2); null where the secret is the token itself. */
  readonly clientId?: (() => string) | null
  readonly clock: Clock
  /** How the host is reached from this network; straight where it is left out. */
  readonly route?: AskRoute
  readonly deadlines?: Deadlines
}

export function makeProvider({
  base,
  secret,
  clientId = null,
  clock,
  route = async () => 'DIRECT',
  deadlines = DEADLINES,
}: ProviderOptions): Provider {
  const at = (path: string) => new URL(base.href.replace(/\/$/, '') + path)
  const asking = new Set<Socket>()
  const end = new AbortController()
  /** A system that cannot say how the host is reached says nothing of it: the straight way is tried. */
  const routeNow = async () =>
    base.protocol === 'https:' ? readRoute(await route(base.href).catch(() => 'DIRECT')) : DIRECT
  const connect = async () => openConnection(base, deadlines, clock, { route: await routeNow(), givenUp: end.signal })
  /** One request that may be repeated, and so given up. */
  const repeatable = async (method: Outgoing['method'], path: string, headers: Headers, body: string | null) => {
    const opened = await connect()
    if (opened.kind === 'unreached') return opened
    asking.add(opened.socket)
    const exchanged = await exchange(opened.socket, { method, url: at(path), headers, body }, deadlines, clock)
    asking.delete(opened.socket)
    return exchanged
  }
  const session =
    clientId === null
      ? givenSession(secret)
      : clientSession({
          clientId,
          secret,
          clock,
          authorize: (body) => repeatable('POST', '/v1/authorize', {}, body),
        })
  /** The token that a connection was opened with: what is sent on it carries this one. */
  const tokens = new WeakMap<Socket, string>()
  const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })
  const noticed = <E extends Exchanged | Unreached>(exchanged: E): E => {
    if (exchanged.kind === 'answered' && exchanged.answer.status === 401) session.forget()
    return exchanged
  }

  /** One request that may be repeated, with the token. A token may end before its time: another is signed in for, once. */
  const authorized = async (method: Outgoing['method'], { path, body }: RepeatableRequest): Promise<Heard> => {
    const once = async () => {
      const signed = await session.token()
      return signed.kind === 'unreached' ? signed : noticed(await repeatable(method, path, bearer(signed.token), body))
    }
    const first = await once()
    const renews = clientId !== null && first.kind === 'answered' && first.answer.status === 401
    return renews ? once() : first
  }

  return {
    async open() {
      // Before the connection and before anything is claimed: signing in may take long, or fail.
      const signed = await session.token()
      if (signed.kind === 'unreached') return signed
      const opened = await connect()
      if (opened.kind === 'open') tokens.set(opened.socket, signed.token)
      return opened
    },
    async send(socket, { path, body }, written) {
      const headers = bearer(tokens.get(socket) ?? '')
      return noticed(
        await exchange(socket, { method: 'POST', url: at(path), headers, body }, deadlines, clock, written),
      )
    },
    async ask(number) {
      const exchanged = await authorized('GET', { path: `/v1/moves/${number}`, body: null })
      if (exchanged.kind !== 'answered') return exchanged
      const { answer } = exchanged
      const told = answer.status === 200 && answer.whole ? readFetched(answer.body, number) : null
      return told === null ? { kind: 'answered', answer } : { kind: 'move', told }
    },
    cancel: (number) => authorized('POST', writeCancelation(number)),
    change: (number, change) => authorized('PATCH', writeChange(number, change)),
    abandon() {
      end.abort()
      for (const socket of asking) socket.destroy()
    },
  }
}

type Unreached = Exclude<Opened, { kind: 'open' }>
type RepeatableRequest = { readonly path: string; readonly body: string | null }
type Headers = Readonly<Record<string, string>>
