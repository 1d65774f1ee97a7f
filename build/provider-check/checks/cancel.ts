import { hasStatus, isRejected, okBody, type HttpResult } from '../http.ts'
import { BREAKING, conforms, missing, prefers, requires, skipped, type CheckResult } from '../report-table.ts'
import type { CreatedMove, RunContext } from '../run-context.ts'
import { fetchOwnMove, isOurs } from './booking.ts'

const PATH = '/v1/cancelation'

/** Values of `cancel_status` of a move that is still to be driven. A new move can also show null. */
const NOT_CANCELED = ['not cancelled', 'not canceled', 'failed']

/**
 * Requests the cancellation of a move and, if the remote has cancellations, records the state that a later fetch shows.
 * Returns null without requesting a cancellation when a fetch does not show a reference of this check.
 */
export async function cancel(run: RunContext, move: CreatedMove): Promise<HttpResult | null> {
  if (!(await isOurs(run, move))) return null
  const result = await run.send('POST', PATH, { move_id: move.id })
  if (!isSupported(result)) return result
  const status = await fetchCancelStatus(run, move.id)
  const isPending = status === 'pending' || status === 'started'
  move.state = isStanding(status) ? 'booked' : isPending ? 'pending' : 'canceled'
  return result
}

/** False for the answer of a remote that has no cancellation. */
export const isSupported = (result: HttpResult): boolean => !hasStatus(result, 404, 405, 501)

async function fetchCancelStatus(run: RunContext, id: number): Promise<string | null> {
  const status = (await fetchOwnMove(run, id))?.['cancel_status']
  return typeof status === 'string' ? status : null
}

const isStanding = (status: string | null) => status === null || NOT_CANCELED.includes(status)

/**
 * Cancels the second of the two given moves of a pair, or the first created move when no pair is given. Checks every
 * part of the answer and the fetches after the cancellation.
 */
export async function checkCancellation(run: RunContext, [partner, first]: readonly number[]): Promise<void> {
  const { table, format, redact } = run
  const add = (what: string, result: CheckResult) => table.add('hopdrive 8', what, result, ['hopdrive'])
  const quote = (status: string | null) => (status === null ? 'null' : `string "${redact(status)}"`)
  const move = run.created.find(({ id }) => id === first) ?? run.created[0]
  if (move === undefined) return add(`POST ${PATH}`, skipped('no move was made'))
  const result = await cancel(run, move)
  if (result === null) return add(`POST ${PATH}`, skipped('the move does not show our reference'))
  const body = okBody(result)
  add(`POST ${PATH}`, body === null ? missing(format(result), BREAKING) : conforms('200'))
  if (!isSupported(result)) return

  const status = body?.['cancel_status']
  add('move_id', requires(body?.['move_id'] === move.id, 'the number of the move', 'another, or none'))
  const isText = typeof status === 'string'
  add('cancel_status', isText ? prefers(status === 'pending', quote(status)) : requires(false, 'no string'))
  const shown = await fetchCancelStatus(run, move.id)
  add('cancel_status in a fetch after it', requires(!isStanding(shown), quote(shown)))
  if (partner !== undefined && move.id === first) {
    const other = await fetchCancelStatus(run, partner)
    add('cancel_status of the other move of the pair', prefers(isStanding(other), quote(other)))
  }
  const empty = await run.send('POST', PATH, {})
  add('without move_id', (isRejected(empty) ? conforms : missing)(format(empty)))
}

/** Requests the cancellation of every move of this check that is still booked. */
export async function cancelAll(run: RunContext): Promise<void> {
  for (const move of run.created) {
    if (move.state === 'booked') await cancel(run, move)
  }
}
