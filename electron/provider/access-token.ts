import { toMillis } from '../../shared/time/time.ts'
import type { Clock } from '../platform/clock.ts'
import { parseObject } from './parse-response.ts'
import type { ExchangeResult, ConnectResult } from './http/connection.ts'

/*
 * The token of each request: a stored token, or a short-lived token that the desk gets for a client id and secret
 * (test/spec/provider.md#sign-in). A short-lived token is replaced before it expires, by one sign-in at a time, and is
 * held in memory only.
 */

export type TokenSource = {
  /** Returns the token for a request that is sent now, or why there is none. Never rejects. */
  token(): Promise<TokenResult>
  /** Drops the token of a sign-in, because the provider refused it; the next request signs in again. */
  forget(): void
}

export type TokenResult = { readonly kind: 'token'; readonly token: string } | Exclude<ConnectResult, { kind: 'open' }>

const TOKEN_MISSING: TokenResult = { kind: 'unreachable', cause: 'token-missing', code: 'no-token' }
const TOKEN_REFUSED: TokenResult = { kind: 'unreachable', cause: 'token-refused', code: 'not-authorized' }

/** A source of one stored token. `secret` is called for each request, and returns null while there is no token. */
export function staticToken(secret: () => string | null): TokenSource {
  return {
    async token() {
      const token = secret()
      return token === null ? TOKEN_MISSING : { kind: 'token', token }
    },
    forget: () => {},
  }
}

/** A source stops using a token this long before `until`, so that the token does not expire on the way. */
const RENEW_BEFORE_MS = 60_000
/**
 * Assumed lifetime of a token without an expiry; the provider documents no lifetime (test/spec/provider.md#sign-in).
 */
const DEFAULT_LIFETIME_MS = 5 * 60_000

export type Authorize = (body: string) => Promise<ExchangeResult | Exclude<ConnectResult, { kind: 'open' }>>

/** A source that signs in with `POST /v1/authorize`. */
export function clientCredentials(options: {
  /** `clientId` and `secret` are called for each request. */
  readonly clientId: () => string
  readonly secret: () => string | null
  readonly authorize: Authorize
  readonly clock: Clock
}): TokenSource {
  const { clientId, secret, authorize, clock } = options
  let held: { readonly token: string; readonly until: number; readonly body: string } | null = null
  let fetching: { readonly body: string; readonly result: Promise<TokenResult> } | null = null

  async function signIn(request: string): Promise<TokenResult> {
    const result = await authorize(request)
    if (result.kind === 'unreachable') return result
    if (result.kind === 'broken') return { kind: 'unreachable', cause: 'provider-down', code: result.code }
    const { status, headers, body, complete } = result.answer
    const granted = status >= 200 && status < 300 && complete ? parseGrant(body, clock) : null
    if (granted !== null) {
      held = { token: granted.token, until: clock.monotonic() + granted.life, body: request }
      return { kind: 'token', token: granted.token }
    }
    if (status >= 400 && status < 500 && status !== 408 && status !== 429) return TOKEN_REFUSED
    const failed: TokenResult = { kind: 'unreachable', cause: 'provider-down', code: `authorize-${status}` }
    return status === 429 ? { ...failed, busy: headers } : failed
  }

  async function token(): Promise<TokenResult> {
    const clientSecret = secret()
    if (clientSecret === null) return TOKEN_MISSING
    const request = JSON.stringify({ client_id: clientId(), client_secret: clientSecret })
    if (held !== null && held.body === request && clock.monotonic() < held.until - RENEW_BEFORE_MS) {
      return { kind: 'token', token: held.token }
    }
    if (fetching !== null && fetching.body !== request) {
      // The result of a sign-in with other credentials says nothing about these.
      await fetching.result
      return token()
    }
    fetching ??= { body: request, result: signIn(request).finally(() => (fetching = null)) }
    return fetching.result
  }

  return {
    token,
    forget() {
      held = null
    },
  }
}

type Grant = { readonly token: string; readonly life: number }

/** Parses the response to a sign-in. The provider does not document its fields, so all the usual names are accepted. */
function parseGrant(body: string, clock: Clock): Grant | null {
  const top = parseObject(body)
  const token = ['access_token', 'token', 'id_token', 'jwt'].map((name) => top?.[name]).find(isToken)
  if (top === null || token === undefined) return null
  const seconds = top['expires_in'] ?? claimOf(token, clock)
  const life =
    typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : DEFAULT_LIFETIME_MS
  // A token that lives no longer than twice `RENEW_BEFORE_MS` is used for half its life, because after subtraction of
  // `RENEW_BEFORE_MS` almost no time would be left.
  return { token, life: life > 2 * RENEW_BEFORE_MS ? life : life / 2 + RENEW_BEFORE_MS }
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)
}

/** Seconds until the `exp` claim of a JSON web token; undefined without a readable claim. */
function claimOf(token: string, clock: Clock): number | undefined {
  const claims = parseObject(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
  const ends = claims?.['exp']
  return typeof ends === 'number' ? ends - toMillis(clock.now()) / 1000 : undefined
}
