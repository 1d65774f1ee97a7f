import type { Socket } from 'node:net'
import type { ExchangeResult } from '../../../electron/provider/http/connection.ts'
import { clientCredentials } from '../../../electron/provider/access-token.ts'
import type { Clock } from '../../../electron/platform/clock.ts'
import { answered } from '../builders/sent-request.ts'
import { DOWN } from '../fakes/scripted-provider.ts'
import { referencesIn, type SimRemote } from './remote.ts'

export type SimSession = {
  /** The fates of a remote that checks the token first. */
  guard(fate: SimRemote['fate']): SimRemote['fate']
  /** The tokens that were granted. */
  signedIn(): number
  /** Requests with an expired token. */
  refused(): number
}

/**
 * Adds a sign-in with tokens of `life` milliseconds to a simulated remote, before a desk is opened. `now` is the
 * remote's time in milliseconds, which runs on while the desk's machine sleeps.
 */
export function askForTokens(remote: SimRemote, clock: Clock, life: number, now: () => number): SimSession {
  const ends = new Map<string, number>()
  const carried = new Map<string, string>()
  let refused = 0
  const { connect } = remote
  const holds = (token: string | undefined) => {
    const good = (ends.get(token ?? '') ?? 0) > now()
    if (!good) refused += 1
    return good
  }
  remote.connect = (alive) => {
    const plain = connect(alive)
    const tokens = new WeakMap<Socket, string>()
    const session = clientCredentials({
      clientId: () => 'desk-1',
      secret: () => 'a-secret',
      clock,
      async authorize(): Promise<ExchangeResult | typeof DOWN> {
        await remote.travel('ask')
        if (remote.link === 'down') return DOWN
        const token = `token-${ends.size}`
        ends.set(token, now() + life)
        return answered(200, { access_token: token, expires_in: life / 1000 })
      },
    })
    return {
      ...plain,
      async open() {
        const signed = await session.token()
        if (signed.kind === 'unreachable') return signed
        const opened = await plain.open()
        if (opened.kind === 'open') tokens.set(opened.socket, signed.token)
        return opened
      },
      async send(socket, request, written) {
        for (const reference of referencesIn(request.body)) carried.set(reference, tokens.get(socket) ?? '')
        const exchanged = await plain.send(socket, request, written)
        if (exchanged.kind === 'answered' && exchanged.answer.status === 401) session.forget()
        return exchanged
      },
      async fetchMove(number) {
        const signed = await session.token()
        if (signed.kind === 'unreachable') return signed
        const asked = await plain.fetchMove(number)
        if (asked.kind === 'unreachable' || holds(signed.token)) return asked
        session.forget()
        return { kind: 'answered', answer: { status: 401, headers: {}, body: '', complete: true } }
      },
    }
  }
  return {
    signedIn: () => ends.size,
    refused: () => refused,
    guard: (fate) => (references) => (holds(carried.get(references[0] ?? '')) ? fate(references) : 'token-refused'),
  }
}
