import { mismatchReason, type ProviderMoveSummary } from '../../shared/move/match.ts'
import type { Mismatch } from '../../shared/move/mismatch.ts'
import type { BookedMoves, Move } from '../../shared/move/move.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { PROFILE_FACTS } from '../../shared/desk/provider-profile.ts'
import {
  parseErrors,
  type FetchedMove,
  type ProviderMoveResponse,
  type ProviderSingleResponse,
} from '../provider/parse-response.ts'
import type { FetchMoveResult } from '../provider/client.ts'
import { isMoveUnknown } from '../provider/recognize-answer.ts'
import { applyBookingResponse } from '../store/tables/booking-response.ts'
import { readBooking } from '../store/tables/bookings.ts'
import { isDiskError } from '../store/errors.ts'
import { confirmMove, moveIdByNumber } from '../store/tables/moves.ts'
import { followReplacement, refuseReplacement, replacementNumbers } from '../store/tables/replacements.ts'
import { reportedNumbers, recordReportedNumber, type ReportedNumber } from '../store/tables/reported-numbers.ts'
import { entryOfBooking, transitionOrThrow, type ProviderIdentity } from '../store/tables/outbox.ts'
import type { Tx, View } from '../store/tx.ts'
import { errorCode } from '../platform/log-events.ts'
import { isBusyResponse } from './health.ts'
import { storeProviderUpdate } from './store-provider-update.ts'
import type { SyncContext } from './context.ts'
import { NO_FIELDS } from '../../shared/outbox/fields.ts'

/*
 * Verifies the provider's numbers that a person reported (test/spec/reliability.md#resolutions), and the new numbers of
 * rescheduled moves (test/spec/reliability.md#rescheduled-moves), by a fetch of the move behind each number. A match
 * proves the booking, or makes the desk follow the new move; a mismatch drops the number and tells the person why.
 */

/**
 * Maps a move id and a reported number to the earliest time of the next fetch, in milliseconds of the monotonic clock.
 * Only a fetch that proved nothing sets a time.
 */
export type RetryTimes = Map<string, number>

const RETRY_MS = 5 * 60_000

/**
 * `failedFetch` is the last fetch that may show trouble of the provider, or null. `settled` is true when a fetch
 * proved at least one number right or wrong.
 */
export type NumberVerification = { readonly failedFetch: FetchMoveResult | null; readonly settled: boolean }

/**
 * Fetches every reported number that is due, and ends early when the provider is unreachable or busy. After a fetch
 * that proves nothing, the number waits `RETRY_MS`.
 */
export async function verifyReportedNumbers(deps: SyncContext, resting: RetryTimes): Promise<NumberVerification> {
  const { store, provider, remote, clock } = deps
  let trouble: FetchMoveResult | null = null
  let anySettled = false
  for (const reported of store.read((view) => numbersToVerify(view, remote))) {
    const key = `${reported.moveId} ${reported.number}`
    if ((resting.get(key) ?? 0) > clock.monotonic()) continue
    const fetched = await provider.fetchMove(reported.number)
    if (fetched.kind === 'unreachable') return { failedFetch: fetched, settled: anySettled }
    const resolved = isConclusive(fetched) ? resolve(deps, reported, fetched) : 'unread'
    anySettled ||= resolved === 'settled'
    if (resolved !== 'unread') continue
    resting.set(key, clock.monotonic() + RETRY_MS)
    if (isBusyResponse(fetched)) return { failedFetch: fetched, settled: anySettled }
    if (fetched.kind !== 'move') trouble = fetched
  }
  return { failedFetch: trouble, settled: anySettled }
}

/** `isReplacement` is true for the new number of a rescheduled move. */
type NumberToVerify = ReportedNumber & { readonly isReplacement: boolean }

function numbersToVerify(view: View, remote: ProviderIdentity): readonly NumberToVerify[] {
  return [
    ...reportedNumbers(view, remote).map((reported) => ({ ...reported, isReplacement: false })),
    ...replacementNumbers(view, remote).map((reported) => ({ ...reported, isReplacement: true })),
  ]
}

/**
 * `unread`: the response proves nothing, or the booking cannot be read. `corrected`: a person has reported another
 * number.
 */
type NumberOutcome = 'settled' | 'corrected' | 'unread'

function resolve(deps: SyncContext, reported: NumberToVerify, fetched: FetchMoveResult): NumberOutcome {
  try {
    return deps.store.write((tx) => resolveReported(tx, deps, reported, fetched))
  } catch (error) {
    // A disk error says nothing about this number, so the number does not wait for its retry time.
    if (isDiskError(error)) throw error
    deps.log({ event: 'internal-error', place: 'verify-numbers', code: errorCode(error) })
    return 'unread'
  }
}

function resolveReported(tx: Tx, deps: SyncContext, reported: NumberToVerify, fetched: FetchMoveResult): NumberOutcome {
  const { clock, log, remote } = deps
  const { moveId, bookingId, number, isReplacement } = reported
  const response = fetched.kind === 'move' && fetched.response.move.number === number ? fetched.response : null
  const booking = readBooking(tx, bookingId, remote)
  const entry = entryOfBooking(tx, bookingId)
  const move = booking?.moves.find((one) => one.id === moveId)
  if (booking === null || entry === null || move === undefined) throw new Error('a named move has no booking')
  // A person may correct the number during the fetch. The response about the old number proves nothing about the new
  // one.
  const stands = numbersToVerify(tx, remote).some((one) => one.moveId === moveId && one.number === number)
  if (!stands) return 'corrected'
  const at = clock.now()
  const taken = moveIdByNumber(tx, number, remote.address, bookingId) !== null
  const why =
    response === null
      ? notShown(fetched, number)
      : taken
        ? ({ mismatch: 'other-booking', number, value: null } as const)
        : mismatchOf(booking, move, shown(deps, booking, response), isReplacement)
  if (isReplacement) {
    if (why !== null) refuseReplacement(tx, moveId, why)
    else if (response !== null) follow(tx, reported, response, at)
    tx.touch(bookingId)
    log({ event: 'number-verified', moveId, code: why === null ? 'ours' : 'wrong' })
    return 'settled'
  }
  recordReportedNumber(tx, moveId, null)
  if (why !== null || response === null) {
    const proved = booking.moves.some((one) => one.number.known)
    transitionOrThrow(tx, entry, { kind: 'number-wrong', fields: why ?? NO_FIELDS, proved }, at)
    log({ event: 'number-verified', moveId, code: 'wrong' })
    return 'settled'
  }
  const confirm = (id: string, move: ProviderMoveResponse) => {
    confirmMove(tx, id, move, at)
    recordReportedNumber(tx, id, null)
  }
  confirm(moveId, response.move)
  const other = booking.moves.find((one) => one.id !== moveId && !one.number.known)
  // A provider that shows the pair as a whole has shown the other move too.
  const half =
    other === undefined || response.partner === null ? null : partnerOf(tx, deps, { booking, other, response })
  if (other !== undefined && half !== null) confirm(other.id, half)
  applyBookingResponse(tx, bookingId, response)
  // A booking is one request, so one proved move proves that the whole booking was booked.
  const complete = other === undefined || half !== null
  transitionOrThrow(tx, entry, complete ? { kind: 'found' } : { kind: 'half-found' }, at)
  log({ event: 'number-verified', moveId, code: 'ours' })
  return 'settled'
}

/** As `mismatchReason`, and tells a move that is the other one of the pair from a foreign move. */
function mismatchOf(
  booking: BookedMoves,
  move: Move,
  summary: ProviderMoveSummary,
  isReplacement: boolean,
): Mismatch | null {
  const why = mismatchReason(booking, move, summary, { isReplacement })
  const other = booking.moves.find(({ id }) => id !== move.id)
  if (why === null || other === undefined || summary.reference !== other.reference) return why
  const isOther = mismatchReason(booking, other, summary) === null
  return isOther ? { mismatch: 'swapped', number: summary.number, value: null } : why
}

/** Follows a rescheduled move to the fetched one, and stores what that response says of the booking and its pair. */
function follow(tx: Tx, { moveId, bookingId }: NumberToVerify, response: FetchedMove, at: UtcInstant): void {
  followReplacement(tx, moveId, response.move, at)
  storeProviderUpdate(tx, { id: moveId, bookingId }, response, at)
}

/**
 * Returns the other move of a pair as the response shows it, where that move is certainly ours. Otherwise the other
 * move needs a reported number of its own.
 */
function partnerOf(
  tx: Tx,
  deps: SyncContext,
  { booking, other, response }: { readonly booking: BookedMoves; readonly other: Move; readonly response: FetchedMove },
): ProviderMoveResponse | null {
  const { partner } = response
  if (partner?.reference !== other.reference || partner.number === response.move.number) return null
  if (moveIdByNumber(tx, partner.number, deps.remote.address, booking.id) !== null) return null
  const why = mismatchReason(booking, other, shown(deps, booking, { move: partner, readyBy: response.readyBy }))
  return why === null ? partner : null
}

/** With these statuses the provider may say that it shows no such move; `isConclusive` decides by the body. */
const NOT_SHOWN = [400, 403, 404, 410, 422]

/**
 * Returns true for a response that proves something about the move. A person who reads "no such number" may book again,
 * so an error counts only with the provider's envelope; a 404 with an empty body counts too, because the response to an
 * unknown number is not documented (test/spec/provider.md#error-statuses).
 */
function isConclusive(fetched: FetchMoveResult): boolean {
  if (fetched.kind === 'move') return true
  if (fetched.kind !== 'answered' || !NOT_SHOWN.includes(fetched.answer.status)) return false
  const { status, body, complete } = fetched.answer
  if (status === 404) return isMoveUnknown(fetched) || (complete && body === '')
  return complete && parseErrors(body) !== null
}

function notShown(fetched: FetchMoveResult, number: number): Mismatch {
  const isHidden = fetched.kind === 'answered' && fetched.answer.status === 403
  return { mismatch: isHidden ? 'hidden' : 'unknown-number', number, value: null }
}

function shown(
  { requestTarget }: SyncContext,
  booking: BookedMoves,
  { move, readyBy }: ProviderSingleResponse,
): ProviderMoveSummary {
  const { number, reference, vin, pickup, delivery } = move
  const line = (place: typeof pickup) => place?.fullAddress ?? null
  // Without a destination field in the profile, the destination of a one-way is in the driver's instructions alone, so
  // the delivery address is not compared.
  const saysWhere = booking.kind === 'pair' || PROFILE_FACTS[requestTarget().profile].supportsDestination
  return { number, reference, vin, readyBy, pickup: line(pickup), delivery: saysWhere ? line(delivery) : null }
}
