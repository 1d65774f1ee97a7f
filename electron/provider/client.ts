import type { Socket } from 'node:net'
import type { Clock } from '../system.ts'
import { readSingle, type ToldSingle } from './answers.ts'
import {
  DEADLINES,
  exchange,
  openConnection,
  type Answer,
  type Deadlines,
  type Exchanged,
  type Opened,
} from './connection.ts'
import type { Request } from './wire.ts'

/*
 * The provider, one request at a time. `open` and `send` are two calls, so that whoever sends can commit between them.
 */

/** What a GET found: the move, or why it could not be read. */
export type Asked =
  | { readonly kind: 'move'; readonly told: ToldSingle }
  | { readonly kind: 'answered'; readonly answer: Answer }
  | Exclude<Opened, { kind: 'open' }>
  | Extract<Exchanged, { kind: 'broken' }>

export type Provider = {
  /** Opens the connection for one booking; nothing is sent. */
  open(): Promise<Opened>
  /** Sends one booking on a connection that `open` gave, exactly once (section 5: bearer token, JSON). */
  send(socket: Socket, request: Request, written: () => void): Promise<Exchanged>
  /** GET /v1/moves/<number> (4.1): safe to repeat. */
  ask(number: number): Promise<Asked>
  /**
   * Ends for good what may be repeated: connections that carry nothing yet, and questions. A booking that is being sent
   * goes on to its answer.
   */
  abandon(): void
}

const NO_TOKEN: Opened = { kind: 'unreached', cause: 'token-missing', code: 'no-token' }

export function makeProvider(options: {
  readonly base: URL
  /** Asked for at each request and kept nowhere. Null: nothing is sent, not even a connection is opened. */
  readonly token: () => string | null
  readonly clock: Clock
  readonly deadlines?: Deadlines
}): Provider {
  const { base, token, clock, deadlines = DEADLINES } = options
  const at = (path: string) => new URL(base.href.replace(/\/$/, '') + path)
  const asking = new Set<Socket>()
  const end = new AbortController()
  const headers = () => ({ authorization: `Bearer ${token() ?? ''}` })
  const open = (): Promise<Opened> =>
    token() === null ? Promise.resolve(NO_TOKEN) : openConnection(base, deadlines, clock, end.signal)

  return {
    open,
    send: (socket, { path, body }, written) =>
      exchange(socket, { method: 'POST', url: at(path), headers: headers(), body }, deadlines, clock, written),
    async ask(number) {
      const opened = await open()
      if (opened.kind === 'unreached') return opened
      const url = at(`/v1/moves/${number}`)
      asking.add(opened.socket)
      const exchanged = await exchange(
        opened.socket,
        { method: 'GET', url, headers: headers(), body: null },
        deadlines,
        clock,
      )
      asking.delete(opened.socket)
      if (exchanged.kind === 'broken') return exchanged
      const { answer } = exchanged
      const told = answer.status === 200 && answer.whole ? readSingle(answer.body) : null
      return told === null ? { kind: 'answered', answer } : { kind: 'move', told }
    },
    abandon() {
      end.abort()
      for (const socket of asking) socket.destroy()
    },
  }
}
