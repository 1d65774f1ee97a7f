import type { Heard } from './ask.ts'
import { CHANGING, PAIR, SINGLE } from './forms.ts'
import { asObject, differences, objectsOf, valueAt, type Json } from './json.ts'
import { judgeField, judgeRest } from './judge.ts'
import type { Round } from './round.ts'
import { notTried, other, otherAndBreaks, yes } from './sheet.ts'
import { sayHeard } from './words.ts'

/** What is known about an answer: what was sent, by the paths of the answer's own form, and the moves' numbers. */
export type Expected = { readonly sent?: ReadonlyMap<string, unknown>; readonly id?: number | null }

/** Sees every field of one move (2.4, provider.md 6.1). */
export function seeSingle(round: Round, body: Json, { sent, id = null }: Expected): void {
  const known = { ...(sent === undefined ? {} : { sent }), id, origin: originOf(round), say: round.say }
  for (const field of SINGLE) round.sheet.see(field.section, field.path, judgeField(body, field, known), field.needs)
  round.sheet.see('2.4', 'fields that are not listed', judgeRest(body, SINGLE, round.say))
}

/** Sees every field of a pair (2.5, provider.md 6.1). */
export function seePair(round: Round, body: Json, sent?: ReadonlyMap<string, unknown>): void {
  const known = { ...(sent === undefined ? {} : { sent }), origin: originOf(round), say: round.say }
  for (const field of PAIR) {
    const number = valueAt(body, `${field.path.split('.')[0]}.move_id`)
    const id = typeof number === 'number' ? number : null
    round.sheet.see(field.section, field.path, judgeField(body, field, { ...known, id }), field.needs)
  }
  round.sheet.see('2.5', 'fields that are not listed', judgeRest(body, PAIR, round.say))
  const [loaner, customer] = [asObject(body['loaner_move']), asObject(body['customer_move'])]
  const same = (name: string) => loaner?.[name] === customer?.[name]
  const lanes = same('lane_uri') ? yes('the same') : otherAndBreaks('not the same')
  round.sheet.see('2.1', 'lane_uri of both moves of a pair', lanes)
  round.sheet.see('2.1', 'numbers of both moves of a pair', same('move_id') ? otherAndBreaks('the same') : yes('two'))
}

/** Which of the two forms an answer has; null for neither. */
export function formOf(body: unknown): 'single' | 'pair' | null {
  if (asObject(valueAt(body, 'loaner_move')) !== null && asObject(valueAt(body, 'customer_move')) !== null)
    return 'pair'
  return asObject(valueAt(body, 'move')) === null ? null : 'single'
}

/** Fetches a move (4.1), sees that it answers, and gives its body; null when there is none to read. */
export async function fetchMove(round: Round, id: number): Promise<Json | null> {
  const heard = await round.send('GET', `/v1/moves/${id}`)
  const body = heard.kind === 'answered' && heard.status === 200 ? asObject(heard.json) : null
  const found = sayHeard(heard, round.say)
  round.sheet.see('4.1', 'GET /v1/moves/<id>', body === null ? otherAndBreaks(found) : yes(found))
  return body
}

/** The moves that an answer of either form holds. */
export function movesIn(body: Json): readonly Json[] {
  return objectsOf(['move', 'loaner_move', 'customer_move'].map((name) => body[name]))
}

/** The move of that number in an answer of either form; null when it holds none. */
export function ownMove(body: Json, id: number): Json | null {
  return movesIn(body).find((move) => move['id'] === id || move['move_id'] === id) ?? null
}

/** Sees whether a fetch answers with the move that was asked for, and gives it. */
export function seeOwn({ sheet }: Round, body: Json, id: number): Json | null {
  const move = ownMove(body, id)
  sheet.see('4.1', 'the move that was asked for', move === null ? otherAndBreaks('another') : yes('it'))
  return move
}

/** The form of 4.1 that section 9 shows without a version. */
export async function seeWithoutVersion(round: Round, id: number, body: Json): Promise<void> {
  const heard = await round.send('GET', `/moves/${id}`)
  const same = heard.kind === 'answered' && heard.status === 200 && differences(heard.json, body, CHANGING).length === 0
  round.sheet.see('4.1', 'GET /moves/<id>', same ? yes('the same') : other(sayHeard(heard, round.say)))
}

/** Follows the links of a move that lead to the remote itself; the pages are for people and get no token. */
export async function seeLinks(round: Round, move: Json): Promise<void> {
  for (const [name, isPage] of [
    ['lane_uri', false],
    ['move_details_url', true],
    ['tracking_link', true],
  ] as const) {
    const link = move[name]
    const what = `GET of ${name}`
    if (typeof link !== 'string') round.sheet.see('2.1', what, notTried(link === null ? 'null' : 'no link'))
    else if (!isOwn(link, round)) round.sheet.see('2.1', what, notTried('another host'))
    else {
      const heard = isPage ? await round.ask({ method: 'GET', url: link, token: null }) : await round.send('GET', link)
      round.sheet.see('2.1', what, judgeLink(round, heard, isPage))
    }
  }
}

function judgeLink({ say }: Round, heard: Heard, isPage: boolean) {
  if (heard.kind === 'answered' && heard.status === 200) {
    return isPage || heard.json !== undefined ? yes(isPage ? '200, a page' : '200') : other(sayHeard(heard, say))
  }
  return other(sayHeard(heard, say))
}

/** Of the remote's own origin, and without a name or password in it. */
function isOwn(link: string, round: Round): boolean {
  if (!URL.canParse(link)) return false
  const { origin, username, password } = new URL(link)
  return origin === originOf(round) && username === '' && password === ''
}

export function originOf({ address }: Round): string {
  return new URL(address).origin
}
