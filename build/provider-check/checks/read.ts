import { hasStatus, okBody, type HttpResult } from '../http.ts'
import { asObject, differences, valueAt, type JsonObject } from '../json-paths.ts'
import { conforms, deviation, missing, prefers, requires, skipped, type CheckResult } from '../report-table.ts'
import type { RunContext } from '../run-context.ts'
import { ONE_WAYS, ownMove, PAIRS } from './booking.ts'
import { checkFields, formOf } from './fields.ts'

/*
 * The part of a check that creates and changes nothing. The code here sends only GET, because a lax remote may book on
 * any POST.
 */

/** The largest signed 32-bit integer, because no provider is likely to have given that number to a move. */
const UNUSED_MOVE_NUMBER = 2147483647

/** Checks everything that can be read without a booking, and the move with the given number. */
export async function checkReading(run: RunContext, move: number | null): Promise<void> {
  const { send, table, format, redact } = run
  const unused = await send('GET', `/v1/moves/${UNUSED_MOVE_NUMBER}`)
  table.add('4.1', 'GET of a move that is not there', checkNotFound(run, unused))
  for (const path of [ONE_WAYS, PAIRS, '/v1/authorize', '/v1/cancelation']) {
    const result = await send('GET', path)
    const allow = result.kind === 'response' && result.allow !== null ? `, takes ${redact(result.allow)}` : ''
    table.add('7', `GET ${path}`, prefers(hasStatus(result, 405), `${format(result)}${allow}`, format(result)))
  }
  const result = await send('GET', '/openapi.json')
  const { openapi, paths } = okBody(result) ?? {}
  const described = `OpenAPI ${redact(String(openapi))}, ${Object.keys(asObject(paths) ?? {}).length} paths`
  table.add('9', 'GET /openapi.json', typeof openapi === 'string' ? conforms(described) : missing(format(result)))

  const body = move === null ? null : await fetchMove(run, move)
  if (move === null || body === null) return
  const form = formOf(body)
  if (form === null) return table.add('4.1', 'a move is read as 2.4 or 2.5 has it', requires(false, 'neither'))
  if (form === 'single') checkFields(run, 'single', body, { id: move })
  else checkPair(run, body)
  await checkOwnMove(run, body, move)
}

/** Checks the answer to a fetch of a move that does not exist. */
export function checkNotFound({ format }: RunContext, result: HttpResult): CheckResult {
  const isTolerated = hasStatus(result, 400, 422)
  return isTolerated ? deviation(format(result)) : requires(hasStatus(result, 404), format(result))
}

/** Fetches a move, and returns the body of the answer; null when there is none to read. */
export async function fetchMove({ send, table, format }: RunContext, id: number): Promise<JsonObject | null> {
  const result = await send('GET', `/v1/moves/${id}`)
  const body = okBody(result)
  table.add('4.1', 'GET /v1/moves/<id>', requires(body !== null, format(result)))
  return body
}

/** Checks every field of a pair, and what its two moves must and must not share. */
export function checkPair(run: RunContext, body: JsonObject, sent?: ReadonlyMap<string, unknown>): void {
  checkFields(run, 'pair', body, sent === undefined ? {} : { sent })
  const isShared = (name: string) => valueAt(body, `loaner_move.${name}`) === valueAt(body, `customer_move.${name}`)
  const { add } = run.table
  add('2.1', 'lane_uri of both moves of a pair', requires(isShared('lane_uri'), 'the same', 'not the same'))
  add('2.1', 'numbers of both moves of a pair', requires(!isShared('move_id'), 'two', 'the same'))
}

/** Compares a fetch with the answer to the creation. */
export function checkSameAsCreated(
  { table, redact }: RunContext,
  section: string,
  what: string,
  fetched: JsonObject,
  created: JsonObject,
): void {
  const differing = differences(fetched, created)
  table.add(section, what, prefers(differing.length === 0, 'the same', redact(differing.join(', '))))
}

/**
 * Checks that the fetched `body` shows the move with the given number. `withLinks` also fetches the path without a
 * version and the links of the move.
 */
export async function checkOwnMove(run: RunContext, body: JsonObject, id: number, withLinks = true): Promise<void> {
  const move = ownMove(body, id)
  run.table.add('4.1', 'the move that was asked for', requires(move !== null, 'it', 'another'))
  if (!withLinks) return
  const unversioned = await run.send('GET', `/moves/${id}`)
  const isSame = hasStatus(unversioned, 200) && differences(okBody(unversioned), body).length === 0
  run.table.add('4.1', 'GET /moves/<id>', prefers(isSame, 'the same', run.format(unversioned)))
  if (move === null) return
  for (const name of ['lane_uri', 'move_details_url', 'tracking_link']) {
    run.table.add('2.1', `GET of ${name}`, await checkLink(run, move[name], name !== 'lane_uri'))
  }
}

/** Follows a link that leads to the remote itself. A page is for people and gets no token. */
async function checkLink(run: RunContext, link: unknown, isPage: boolean): Promise<CheckResult> {
  if (typeof link !== 'string') return skipped(link === null ? 'null' : 'no link')
  if (!isOwnLink(run, link)) return skipped('another host')
  const result = await (isPage ? run.request({ method: 'GET', url: link, token: null }) : run.send('GET', link))
  const isThere = result.kind === 'response' && result.status === 200 && (isPage || result.json !== undefined)
  return prefers(isThere, isPage ? '200, a page' : '200', run.format(result))
}

/** True for a link to the remote's own origin that holds no name and no password. */
function isOwnLink({ address }: RunContext, link: string): boolean {
  if (!URL.canParse(link)) return false
  const { origin, username, password } = new URL(link)
  return origin === new URL(address).origin && username === '' && password === ''
}

/** The rows for everything that a check without `--create` does not try. */
const CREATING = [
  ['2.5', `the answer to POST ${PAIRS}`],
  ['4.2', `POST ${ONE_WAYS}, flat`],
  ['hopdrive 5.1', `POST ${ONE_WAYS}, nested`],
  ['4.3', `POST ${PAIRS}`],
  ['7', 'bodies that cannot be taken'],
  ['hopdrive 5.2', 'duplicate_check'],
  ['hopdrive 7', 'PATCH /v1/moves/<id>'],
  ['hopdrive 8', 'POST /v1/cancelation'],
] as const

/** Adds a `not tried` row for each entry of `CREATING`, and for the fields of a move if `move` is null. */
export function reportSkipped({ table }: RunContext, reason: string, move: number | null): void {
  if (move === null) table.add('2.4', 'the fields of a move', skipped('needs --move N or --create'))
  for (const [section, what] of CREATING) table.add(section, what, skipped(reason))
}
