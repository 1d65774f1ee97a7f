import type { Heard } from './ask.ts'
import { asObject } from './json.ts'
import { fetchMove, formOf, seeLinks, seeOwn, seePair, seeSingle, seeWithoutVersion } from './read.ts'
import { chanceOf, type Round } from './round.ts'
import { HOPDRIVE, no, noAndBreaks, notTried, other, otherAndBreaks, yes, type Judged, type Sheet } from './sheet.ts'
import { errorsOf, sayHeard, type Say } from './words.ts'

/*
 * The part of a check that can neither create nor change anything. It sends GET, and one POST: to `/v1/authorize`, with a
 * client that is invented, so that no failed sign-in is counted against a real one. A POST to any other address, whatever
 * is in it, may be taken by a remote that checks less than we think.
 */

/** A move that no provider has yet, in what 32 bits hold. */
const NO_MOVE = 2147483647

export type Asked = Pick<Round, 'ask' | 'send' | 'sheet' | 'say' | 'random'>

/** Sees how the remote takes the token; false when it does not, or cannot tell. `first` is its answer without one. */
export async function seeToken({ ask, send, sheet, say, random }: Asked, first: Heard): Promise<boolean> {
  sheet.see('5', 'a request without a token', judgeRefusal(first, say))
  const wrong = await ask({ method: 'GET', url: '/v1/moves/0', token: `not-a-token-${chanceOf(random)}` })
  sheet.see('5', 'a request with a wrong token', judgeRefusal(wrong, say))
  const zero = await send('GET', '/v1/moves/0')
  const taken = isTaken(zero)
  sheet.see('5', 'the token that was given', taken ? yes('taken') : noAndBreaks(sayHeard(zero, say)))
  if (!taken) return false
  sheet.see('4.1', 'GET /v1/moves/0', judgeMissing(zero, say))
  seeEnvelope(sheet, zero)
  return true
}

/**
 * Whether an answer is that of the remote itself to a token that it knows. A page or a redirect is not: it may come from a
 * network that wants a sign-in, and no booking should go there.
 */
function isTaken(heard: Heard): boolean {
  if (heard.kind === 'silent') return false
  if (heard.status === 200) return heard.json !== undefined
  return heard.status >= 400 && heard.status < 500 && ![401, 403, 407, 408, 429].includes(heard.status)
}

function judgeRefusal(heard: Heard, say: Say): Judged {
  const found = sayHeard(heard, say)
  if (heard.kind !== 'answered') return otherAndBreaks(found)
  if (heard.status === 401) return yes(found)
  return heard.status === 400 || heard.status === 403 ? other(found) : noAndBreaks(found)
}

function judgeMissing(heard: Heard, say: Say): Judged {
  const found = sayHeard(heard, say)
  if (heard.kind !== 'answered') return otherAndBreaks(found)
  if (heard.status === 404) return yes(found)
  return heard.status === 400 || heard.status === 422 ? other(found) : otherAndBreaks(found)
}

/** The shape of a refusal (provider.md 3.2). The description shows none, so no profile hangs on it. */
function seeEnvelope(sheet: Sheet, heard: Heard): void {
  const [first] = errorsOf(heard)
  sheet.see('hopdrive 3.2', 'errors[]', first === undefined ? no('absent') : yes('array of objects'))
  for (const name of ['type', 'code', 'message', 'doc_url']) {
    const value = first?.[name]
    const judged = value === undefined ? no('absent') : typeof value === 'string' ? yes('string') : other(typeof value)
    sheet.see('hopdrive 3.2', `errors[].${name}`, judged)
  }
}

/** True when the remote signs clients in (provider.md 2), by how it refuses one that there is not. */
export async function seeSignIn({ send, sheet, say, random }: Asked): Promise<boolean> {
  const client = `check-${chanceOf(random)}`
  const body = JSON.stringify({ client_id: client, client_secret: chanceOf(random) })
  // With the token: an address that is not there is said to be so only to who may ask.
  const heard = await send('POST', '/v1/authorize', body)
  const found = sayHeard(heard, say)
  const refused = heard.kind === 'answered' && [400, 401, 403, 422].includes(heard.status)
  const absent = heard.kind === 'answered' && [404, 405, 501].includes(heard.status)
  const judged = refused ? yes(found) : absent ? noAndBreaks(found) : otherAndBreaks(found)
  sheet.see('hopdrive 2', 'POST /v1/authorize of an invented client', judged, HOPDRIVE)
  return refused
}

/** Everything else that only reads. */
export async function look(round: Round, move: number | null): Promise<void> {
  const { send, sheet, say } = round
  sheet.see('4.1', 'GET of a move that is not there', judgeMissing(await send('GET', `/v1/moves/${NO_MOVE}`), say))
  for (const path of ['/v1/one-way-moves', '/v1/concierge-loaner-moves', '/v1/authorize', '/v1/cancelation']) {
    const heard = await send('GET', path)
    const found = sayHeard(heard, say)
    const allow = heard.kind === 'answered' && heard.allow !== null ? `, takes ${say(heard.allow)}` : ''
    const isOther = heard.kind === 'answered' && heard.status === 405
    sheet.see('7', `GET ${path}`, isOther ? yes(`${found}${allow}`) : other(found))
  }
  await seeDocument(round)
  if (move !== null) await lookAt(round, move)
}

async function seeDocument({ send, sheet, say }: Round): Promise<void> {
  const heard = await send('GET', '/openapi.json')
  const document = heard.kind === 'answered' && heard.status === 200 ? asObject(heard.json) : null
  const version = document?.['openapi']
  const paths = Object.keys(asObject(document?.['paths']) ?? {}).length
  const judged = typeof version === 'string' ? yes(`OpenAPI ${say(version)}, ${paths} paths`) : no(sayHeard(heard, say))
  sheet.see('9', 'GET /openapi.json', judged)
}

/** Sees a move that is known to be there, and does not say what is in it. */
async function lookAt(round: Round, id: number): Promise<void> {
  const body = await fetchMove(round, id)
  if (body === null) return
  const form = formOf(body)
  if (form === null) {
    round.sheet.see('4.1', 'a move is read as 2.4 or 2.5 has it', otherAndBreaks('neither'))
    return
  }
  if (form === 'single') seeSingle(round, body, { id })
  else seePair(round, body)
  await seeWithoutVersion(round, id, body)
  const move = seeOwn(round, body, id)
  if (move !== null) await seeLinks(round, move)
}

/** What a check leaves alone unless it is told to create. */
export function seeUntried({ sheet }: Pick<Round, 'sheet'>, why: string, move: number | null): void {
  if (move === null) sheet.see('2.4', 'the fields of a move', notTried('needs --move N or --create'))
  for (const [section, what] of [
    ['2.5', 'the answer to POST /v1/concierge-loaner-moves'],
    ['4.2', 'POST /v1/one-way-moves, flat'],
    ['hopdrive 5.1', 'POST /v1/one-way-moves, nested'],
    ['4.3', 'POST /v1/concierge-loaner-moves'],
    ['7', 'bodies that cannot be taken'],
    ['hopdrive 5.2', 'duplicate_check'],
    ['hopdrive 7', 'PATCH /v1/moves/<id>'],
    ['hopdrive 8', 'POST /v1/cancelation'],
  ] as const) {
    sheet.see(section, what, notTried(why))
  }
}
