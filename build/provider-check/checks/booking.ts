import { CheckAborted, hasStatus, isRejected, okBody, type HttpResult } from '../http.ts'
import { asObject, leavesOf, objectsOf, type JsonObject } from '../json-paths.ts'
import { BREAKING, deviation, missing, prefers, skipped, type CheckResult } from '../report-table.ts'
import type { CreatedMove, RunContext } from '../run-context.ts'

/** The outcome of a request that may create a move. */
export type BookingResult =
  | { readonly kind: 'booked'; readonly result: HttpResult; readonly body: JsonObject; readonly ids: readonly number[] }
  | { readonly kind: 'refused'; readonly result: HttpResult }
  /** The remote may have created a move. */
  | { readonly kind: 'uncertain'; readonly result: HttpResult }
  | { readonly kind: 'skipped'; readonly reason: string }

export const ONE_WAYS = '/v1/one-way-moves'
export const PAIRS = '/v1/concierge-loaner-moves'

/**
 * Sends a body that may create a move, once, and records the created moves. After an unclear answer to a body with
 * references `book` sends nothing more, because each further unclear answer can leave a move that a person must search
 * for at the provider.
 */
export async function book(
  run: RunContext,
  path: string,
  body: object | string,
  references: readonly string[],
  contentType?: string,
): Promise<BookingResult> {
  if (run.uncertain.length > 0) return { kind: 'skipped', reason: 'a request before it had no clear answer' }
  try {
    const booking = classify(await run.send('POST', path, body, contentType))
    if (booking.kind === 'uncertain') run.uncertain.push(...references)
    if (booking.kind === 'booked') {
      for (const id of booking.ids) record(run, id, references)
    }
    return booking
  } catch (error) {
    if (error instanceof CheckAborted) run.uncertain.push(...references)
    throw error
  }
}

function record({ created }: RunContext, id: number, references: readonly string[]): void {
  const known = created.find((move) => move.id === id)
  if (known === undefined) created.push({ id, references: new Set(references), state: 'booked' })
  else for (const reference of references) known.references.add(reference)
}

function classify(result: HttpResult): BookingResult {
  // 408 and 425 do not prove that nothing was booked.
  if (isRejected(result) && !hasStatus(result, 408, 425)) return { kind: 'refused', result }
  if (result.kind === 'no-response') return { kind: result.code === 'ECONNREFUSED' ? 'refused' : 'uncertain', result }
  const body = asObject(result.json)
  const numbers = [body, ...movesIn(body)].flatMap((move) => [move?.['id'], move?.['move_id']])
  const ids = [...new Set(numbers.filter((one): one is number => Number.isSafeInteger(one) && Number(one) > 0))]
  const isSuccess = result.status >= 200 && result.status < 300
  return isSuccess && body !== null && ids.length > 0
    ? { kind: 'booked', result, body, ids }
    : { kind: 'uncertain', result }
}

export function checkBookedResponse(booking: BookingResult, { format }: RunContext): CheckResult {
  switch (booking.kind) {
    case 'booked':
      return prefers(hasStatus(booking.result, 200), format(booking.result))
    case 'refused':
      return missing(format(booking.result), BREAKING)
    case 'uncertain':
      return deviation(`${format(booking.result)}: perhaps booked`, BREAKING)
    case 'skipped':
      return skipped(booking.reason)
    default:
      return booking satisfies never
  }
}

/**
 * The moves in an answer: `move` of a single move, or `loaner_move` and `customer_move` of a pair. An answer that is
 * itself the move, without an outer object, gives none.
 */
function movesIn(body: JsonObject | null): readonly JsonObject[] {
  return objectsOf(['move', 'loaner_move', 'customer_move'].map((name) => body?.[name]))
}

/** Returns the move of `movesIn` with the number `id`; null when the answer has no such move. */
export function ownMove(body: JsonObject | null, id: number): JsonObject | null {
  return movesIn(body).find((move) => move['id'] === id || move['move_id'] === id) ?? null
}

/** Fetches a move and returns the move alone, even from an answer with the whole pair; null when it is not there. */
export async function fetchOwnMove({ send }: RunContext, id: number): Promise<JsonObject | null> {
  return ownMove(okBody(await send('GET', `/v1/moves/${id}`)), id)
}

/**
 * True when a fetch of a move shows a reference of this check. A remote can answer with the number of somebody else's
 * move, which the check must neither change nor cancel.
 */
export async function isOurs(run: RunContext, { id, references }: CreatedMove): Promise<boolean> {
  const move = await fetchOwnMove(run, id)
  return leavesOf(move).some(
    ([path, value]) => /(^|\.)reference_(id|num)$/.test(path) && typeof value === 'string' && references.has(value),
  )
}
