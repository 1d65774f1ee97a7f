import { errorCode, type Clock } from '../system.ts'

/** One request. `url` is a path under the remote's address, or a whole URL. */
export type Wanted = {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly url: string
  /** Null sends none. */
  readonly token: string | null
  readonly body?: string
  /** `application/json` unless said (section 5). */
  readonly contentType?: string
}

export type Heard =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** The `Allow` header. */
      readonly allow: string | null
      /** Undefined when there is none, for the reason that `why` says. */
      readonly json: unknown
      readonly why: 'no JSON' | 'longer than 1 MB' | null
    }
  /** No whole answer came. `code` is Node's, or `timeout`. */
  | { readonly kind: 'silent'; readonly code: string }

/** Sends one request and never rejects but with `Stopped`. Nothing is sent twice, and no redirect is followed. */
export type Ask = (wanted: Wanted) => Promise<Heard>

/** The person at the keyboard ended the check. */
export class Stopped extends Error {
  constructor() {
    super('stopped')
  }
}

export type Line = {
  /** Without a slash at its end. */
  readonly address: string
  readonly clock: Clock
  readonly timeoutMs: number
  /** Ends what is under way, and every later request. */
  readonly stop: AbortSignal
}

const LONGEST_BODY = 1024 * 1024

export function makeAsk({ address, clock, timeoutMs, stop }: Line): Ask {
  return async ({ method, url, token, body, contentType = 'application/json' }) => {
    const late = new AbortController()
    const cancel = clock.after(timeoutMs, () => late.abort())
    try {
      const answer = await fetch(url.startsWith('/') ? address + url : url, {
        method,
        redirect: 'manual',
        signal: AbortSignal.any([late.signal, stop]),
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          'content-type': contentType,
          accept: 'application/json',
          // A kept connection may be closed under a request, which then looks as if it had not been answered.
          connection: 'close',
        },
        ...(body === undefined ? {} : { body }),
      })
      const read = await readBody(answer)
      return { kind: 'answered', status: answer.status, allow: answer.headers.get('allow'), ...read }
    } catch (error) {
      if (stop.aborted) throw new Stopped()
      return { kind: 'silent', code: late.signal.aborted ? 'timeout' : causeOf(error) }
    } finally {
      cancel()
    }
  }
}

async function readBody(answer: Response): Promise<Pick<Heard & { kind: 'answered' }, 'json' | 'why'>> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of answer.body ?? []) {
    length += piece.length
    // Leaving the loop ends the stream.
    if (length > LONGEST_BODY) return { json: undefined, why: 'longer than 1 MB' }
    pieces.push(piece)
  }
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces)))
    // Throws on what is nested too deep for anybody to walk.
    JSON.stringify(json)
    return { json, why: null }
  } catch {
    return { json: undefined, why: 'no JSON' }
  }
}

/** Node's own code for what went wrong below `fetch`; never a message, which may quote what was sent. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  const code = errorCode(cause)
  return /^\w{1,40}$/.test(code) ? code : 'fault'
}
