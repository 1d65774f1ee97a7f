import type { Clock } from '../system.ts'
import type { Ask, Heard } from './ask.ts'
import { asObject, type Json } from './json.ts'
import { noAndBreaks, other, yes, type Sheet } from './sheet.ts'
import { sayHeard, type Say } from './words.ts'

/** The names that the field of a token can have: the provider's pages give none (provider.md 2). */
const NAMES = ['access_token', 'token', 'id_token', 'jwt']
/** How long a token lives that does not say it. */
const USUAL_SECONDS = 300

export type Client = { readonly id: string; readonly secret: string }

/** Gives the token for the next request; a new one is asked for with `ask`. */
export type Token = (ask: Ask) => Promise<string>

type Grant = { readonly token: string; readonly name: string; readonly body: Json; readonly seconds: number | null }

/**
 * Asks for a token with a client's id and secret (provider.md 2) and sees the answer; null when the remote gives none. The
 * token is asked for anew at half its life, so that what was made can still be canceled at the end.
 */
export async function signIn(
  ask: Ask,
  client: Client,
  { sheet, say, clock }: { readonly sheet: Sheet; readonly say: Say; readonly clock: Clock },
  granted: (token: string) => void,
): Promise<Token | null> {
  const asked = await askForToken(ask, client)
  // Before anything of the answer is said.
  if (asked.grant !== null) granted(asked.grant.token)
  const judged =
    asked.grant === null ? noAndBreaks(sayRefused(asked.heard, say)) : yes(`a token in ${asked.grant.name}`)
  // Without a token neither profile could be told.
  sheet.see('hopdrive 2', 'POST /v1/authorize of the client', judged)
  if (asked.grant === null) return null
  const { seconds, body } = asked.grant
  sheet.see('hopdrive 2', 'expires_in', seconds === null ? other('absent, or no number') : yes(`${seconds} seconds`))
  const type = body['token_type']
  sheet.see('hopdrive 2', 'token_type', typeof type === 'string' ? yes(`string "${say(type)}"`) : other('absent'))

  let held = { grant: asked.grant, since: clock.monotonic() }
  return async (again) => {
    const age = clock.monotonic() - held.since
    if (age < ((held.grant.seconds ?? USUAL_SECONDS) * 1000) / 2) return held.grant.token
    const { grant } = await askForToken(again, client)
    if (grant !== null) {
      granted(grant.token)
      held = { grant, since: clock.monotonic() }
    }
    return held.grant.token
  }
}

async function askForToken(ask: Ask, { id, secret }: Client): Promise<{ grant: Grant | null; heard: Heard }> {
  const body = JSON.stringify({ client_id: id, client_secret: secret })
  const heard = await ask({ method: 'POST', url: '/v1/authorize', token: null, body })
  const top = heard.kind === 'answered' && heard.status === 200 ? asObject(heard.json) : null
  const name = NAMES.find((one) => isToken(top?.[one]))
  const token = name === undefined ? undefined : top?.[name]
  if (top === null || name === undefined || !isToken(token)) return { grant: null, heard }
  const seconds = top['expires_in']
  const life = typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0 ? seconds : null
  return { grant: { token, name, body: top, seconds: life }, heard }
}

function sayRefused(heard: Heard, say: Say): string {
  const found = sayHeard(heard, say)
  return heard.kind === 'answered' && heard.status === 200 ? `${found}, no token` : found
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)
}
