import { errorCode } from '../../electron/platform/log-events.ts'
import type { Clock } from '../../electron/platform/clock.ts'
import { asObject, objectsOf, type JsonObject } from './json-paths.ts'

export type RequestSpec = {
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** A path under the remote's address, or a whole URL. */
  readonly url: string
  /** Null sends no token. */
  readonly token: string | null
  readonly body?: string | undefined
  /** Default: `application/json`. */
  readonly contentType?: string
}

export type HttpResult =
  | {
      readonly kind: 'response'
      readonly status: number
      readonly allow: string | null
      /** Undefined when the body could not be read as JSON; `unreadable` says why. */
      readonly json: unknown
      readonly unreadable: 'no JSON' | 'longer than 1 MB' | null
    }
  /** No whole response arrived. `code` is `timeout` or the result of `networkCode`. */
  | { readonly kind: 'no-response'; readonly code: string }

/** Sends one request, once, and follows no redirect. Rejects only with `CheckAborted`. */
export type HttpClient = (request: RequestSpec) => Promise<HttpResult>

/** The caller ended the check. */
export class CheckAborted extends Error {}

type HttpClientOptions = {
  /** Without a slash at the end. */
  readonly address: string
  readonly clock: Clock
  readonly timeoutMs: number
  /** Ends the request in progress and every later request. */
  readonly stop: AbortSignal
}

const MAX_BODY_BYTES = 1024 * 1024

export function createHttpClient({ address, clock, timeoutMs, stop }: HttpClientOptions): HttpClient {
  return async ({ method, url, token, body, contentType = 'application/json' }) => {
    const late = new AbortController()
    const cancelTimer = clock.schedule(timeoutMs, () => late.abort())
    try {
      const response = await fetch(url.startsWith('/') ? address + url : url, {
        method,
        redirect: 'manual',
        signal: AbortSignal.any([late.signal, stop]),
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          'content-type': contentType,
          accept: 'application/json',
          // The remote may close a reused connection while a request is sent, and the request would look unanswered.
          connection: 'close',
        },
        ...(body === undefined ? {} : { body }),
      })
      const { status, headers } = response
      return { kind: 'response', status, allow: headers.get('allow'), ...(await readBody(response)) }
    } catch (error) {
      if (stop.aborted) throw new CheckAborted()
      return { kind: 'no-response', code: late.signal.aborted ? 'timeout' : networkCode(error) }
    } finally {
      cancelTimer()
    }
  }
}

async function readBody(response: Response): Promise<Pick<HttpResult & { kind: 'response' }, 'json' | 'unreadable'>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    // Leaving the loop ends the stream.
    if (length > MAX_BODY_BYTES) return { json: undefined, unreadable: 'longer than 1 MB' }
    chunks.push(chunk)
  }
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)))
    // Throws on a body that is nested too deep for the later checks.
    JSON.stringify(json)
    return { json, unreadable: null }
  } catch {
    return { json: undefined, unreadable: 'no JSON' }
  }
}

/**
 * Returns the code or name of the error that made `fetch` fail, or `fault` for an unusual one. The message is never
 * used, because a message may quote the request.
 */
function networkCode(error: unknown): string {
  const code = errorCode(error instanceof Error && error.cause !== undefined ? error.cause : error)
  return /^\w{1,40}$/.test(code) ? code : 'fault'
}

/** True when a response has one of these statuses. */
export function hasStatus(result: HttpResult, ...statuses: readonly number[]): boolean {
  return result.kind === 'response' && statuses.includes(result.status)
}

/** True for a status from 400 to 499. */
export function isRejected(result: HttpResult): boolean {
  return result.kind === 'response' && result.status >= 400 && result.status < 500
}

/** The JSON object of a response with status 200; null for every other result. */
export function okBody(result: HttpResult): JsonObject | null {
  return result.kind === 'response' && result.status === 200 ? asObject(result.json) : null
}

/** The items of an error envelope; empty when the response has none. */
export function errorsOf(result: HttpResult): readonly JsonObject[] {
  const errors = result.kind === 'response' ? asObject(result.json)?.['errors'] : undefined
  return Array.isArray(errors) ? objectsOf(errors) : []
}

/** The first code of an error envelope as the remote wrote it; null when there is none. */
export function errorCodeOf(result: HttpResult): string | null {
  const code = errorsOf(result)[0]?.['code']
  return typeof code === 'string' ? code : null
}
