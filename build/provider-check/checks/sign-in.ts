import { errorsOf, hasStatus, isRejected, okBody, type HttpResult } from '../http.ts'
import type { JsonObject } from '../json-paths.ts'
import { BREAKING, conforms, deviation, missing, prefers, requires } from '../report-table.ts'
import { randomLetters, type RunContext } from '../run-context.ts'
import { checkNotFound } from './read.ts'

/** Possible names of the field that holds a token. The provider's pages do not name the field. */
const TOKEN_FIELDS = ['access_token', 'token', 'id_token', 'jwt']
/** The assumed lifetime of a token whose answer has no usable `expires_in`. */
const DEFAULT_TOKEN_SECONDS = 300
const AUTHORIZE = '/v1/authorize'

/** Returns the token for the next request. Requests a new token first if half of the current token's life is over. */
export type TokenSource = () => Promise<string>

/**
 * Requests a token with a client's id and secret; returns null when the remote grants no token. Calls `onToken` with
 * each token before any text of an answer is printed, so that the caller can redact the token.
 */
export async function signIn(
  run: RunContext,
  clientId: string,
  secret: string,
  onToken: (token: string) => void,
): Promise<TokenSource | null> {
  const { table, format, redact, clock } = run
  const requestToken = async () => {
    const body = JSON.stringify({ client_id: clientId, client_secret: secret })
    const result = await run.request({ method: 'POST', url: AUTHORIZE, token: null, body })
    const grant = grantIn(okBody(result) ?? {})
    if (grant !== null) onToken(grant.token)
    return { result, grant, since: clock.monotonic() }
  }
  const { result, grant, since } = await requestToken()
  const what = `POST ${AUTHORIZE} of the client`
  if (grant === null) {
    // A refusal speaks against both profiles, because neither can be checked without a token.
    table.add('hopdrive 2', what, missing(`${format(result)}${hasStatus(result, 200) ? ', no token' : ''}`, BREAKING))
    return null
  }
  table.add('hopdrive 2', what, conforms(`a token in ${grant.name}`))
  const life = prefers(grant.seconds !== null, `${grant.seconds} seconds`, 'absent, or no number')
  table.add('hopdrive 2', 'expires_in', life)
  const { type } = grant
  const named = typeof type === 'string' ? conforms(`string "${redact(type)}"`) : deviation('absent')
  table.add('hopdrive 2', 'token_type', named)

  let current = { grant, since }
  return async () => {
    const lifeMs = (current.grant.seconds ?? DEFAULT_TOKEN_SECONDS) * 1000
    if (clock.monotonic() - current.since >= lifeMs / 2) {
      const renewed = await requestToken()
      if (renewed.grant !== null) current = { grant: renewed.grant, since: renewed.since }
    }
    return current.grant.token
  }
}

/** The token of an answer, and the seconds that it lives; null when the answer has no token. */
function grantIn(body: JsonObject) {
  for (const name of TOKEN_FIELDS) {
    const token = body[name]
    if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) continue
    const seconds = Number.isFinite(body['expires_in']) ? Number(body['expires_in']) : 0
    return { token, name, type: body['token_type'], seconds: seconds > 0 ? seconds : null }
  }
  return null
}

/**
 * Checks the answers to no token, a wrong token and the given token; returns false when the remote does not accept the
 * given token. `first` is the remote's answer to a request without a token.
 */
export async function checkToken(run: RunContext, first: HttpResult): Promise<boolean> {
  const { table, format } = run
  const url = '/v1/moves/0'
  const wrong = await run.request({ method: 'GET', url, token: `not-a-token-${randomLetters(run.random)}` })
  for (const [what, result] of [
    ['a request without a token', first],
    ['a request with a wrong token', wrong],
  ] as const) {
    const other = (result.kind === 'response' ? missing : deviation)(format(result), BREAKING)
    const refused = prefers(hasStatus(result, 401), format(result))
    table.add('5', what, hasStatus(result, 400, 401, 403) ? refused : other)
  }
  const given = await run.send('GET', url)
  const accepted = isAccepted(given)
  table.add('5', 'the token that was given', accepted ? conforms('taken') : missing(format(given), BREAKING))
  if (!accepted) return false
  table.add('4.1', `GET ${url}`, checkNotFound(run, given))
  // The service description does not show the shape of a refusal, so no row about that shape speaks against a profile.
  const [error] = errorsOf(given)
  table.add('hopdrive 3.2', 'errors[]', error === undefined ? missing('absent') : conforms('array of objects'))
  for (const name of ['type', 'code', 'message', 'doc_url']) {
    const value = error?.[name]
    const there = prefers(typeof value === 'string', typeof value)
    table.add('hopdrive 3.2', `errors[].${name}`, value === undefined ? missing('absent') : there)
  }
  return true
}

/**
 * True when the answer comes from the remote itself and accepts the token. A page or a redirect may come from a network
 * that asks for a login, and no booking may be sent there.
 */
function isAccepted(result: HttpResult): boolean {
  if (hasStatus(result, 200)) return result.kind === 'response' && result.json !== undefined
  return isRejected(result) && !hasStatus(result, 401, 403, 407, 408, 429)
}

/**
 * Returns true when the remote offers sign-in for clients, which its refusal of an invented client shows. A made-up
 * client is used so that no real client collects a failed sign-in.
 */
export async function checkSignsIn({ send, table, format, random }: RunContext): Promise<boolean> {
  const client = { client_id: `check-${randomLetters(random)}`, client_secret: randomLetters(random) }
  // The request carries the token, because a remote may hide a missing address from unknown clients.
  const result = await send('POST', AUTHORIZE, client)
  const isRefused = hasStatus(result, 400, 401, 403, 422)
  const isUnsupported = hasStatus(result, 404, 405, 501)
  const found = isUnsupported ? missing(format(result), BREAKING) : requires(isRefused, format(result))
  table.add('hopdrive 2', `POST ${AUTHORIZE} of an invented client`, found, ['hopdrive'])
  return isRefused
}
