import { mismatchReason, type Mismatch, type ProviderMoveSummary } from '../../shared/move/match.ts'
import type { BookedMoves, Move } from '../../shared/move/move.ts'
import { PROFILE_FACTS } from '../../shared/desk/provider-profile.ts'
import {
  parseErrors,
  type Fetched,
  type ProviderMoveResponse,
  type ProviderSingleResponse,
} from '../provider/parse-response.ts'
import type { FetchMoveResult } from '../provider/client.ts'
import { isMoveUnknown } from '../provider/health-check.ts'
import { readBooking, setReadyBy } from '../store/tables/bookings.ts'
import { isDiskError } from '../store/errors.ts'
import { confirmMove, moveIdByNumber } from '../store/tables/moves.ts'
import { reportedNumbers, recordReportedNumber, type ReportedNumber } from '../store/tables/reported-numbers.ts'
import { entryOfBooking, transitionOrThrow } from '../store/tables/outbox.ts'
import { indexMove } from '../store/queries/search.ts'
import type { Tx } from '../store/tx.ts'
import { errorCode } from '../platform/clock.ts'
import { isBusyResponse } from './health.ts'
import type { SyncContext } from './context.ts'
import { NO_FIELDS } from '../../shared/outbox/fields.ts'

/*
 * A way out of doubt (test/spec/reliability.md#resolutions): a person named the provider's number, and the provider is
 * asked what stands behind it. Only a move that is ours settles the booking; any other puts it back where it was, with
 * words.
 */

/** Numbers that the provider could not show, each with when it is asked for again, by the clock that nobody sets. */
export type RetryTimes = Map<string, number>

/** In ms. */
const RETRY_MS = 5 * 60_000

/** `trouble` is what was found of it last, null where none was; `settled`, that some booking stands otherwise now. */
export type NumberVerification = { readonly trouble: FetchMoveResult | null; readonly settled: boolean }

/**
 * Looks up every number that was named. One that the provider cannot show rests, and the others go on. Ends early when the
 * provider cannot be reached or is busy.
 */
export async function verifyReportedNumber(deps: SyncContext, resting: RetryTimes): Promise<NumberVerification> {
  const { store, provider, remote, clock } = deps
  let trouble: FetchMoveResult | null = null
  let some = false
  for (const named of store.read((view) => reportedNumbers(view, remote))) {
    const key = `${named.moveId} ${named.number}`
    if ((resting.get(key) ?? 0) > clock.monotonic()) continue
    const asked = await provider.fetchMove(named.number)
    if (asked.kind === 'unreachable') return { trouble: asked, settled: some }
    const became = describeMismatch(asked) ? resolve(deps, named, asked) : 'unread'
    some ||= became === 'settled'
    if (became !== 'unread') continue
    resting.set(key, clock.monotonic() + RETRY_MS)
    if (isBusyResponse(asked)) return { trouble: asked, settled: some }
    if (asked.kind !== 'move') trouble = asked
  }
  return { trouble, settled: some }
}

/** `unread` of a booking that cannot be read, `corrected` where another number was named meanwhile: the others go on. */
type Resolved = 'settled' | 'corrected' | 'unread'

function resolve(deps: SyncContext, named: ReportedNumber, asked: FetchMoveResult): Resolved {
  try {
    return deps.store.write((tx) => resolveReported(tx, deps, named, asked))
  } catch (error) {
    // A disk that refuses says nothing of this booking.
    if (isDiskError(error)) throw error
    deps.log({ event: 'internal-error', place: 'named', code: errorCode(error) })
    return 'unread'
  }
}

function resolveReported(tx: Tx, deps: SyncContext, named: ReportedNumber, asked: FetchMoveResult): Resolved {
  const { clock, log, remote } = deps
  const { moveId, bookingId, number } = named
  const told = asked.kind === 'move' && asked.told.move.number === number ? asked.told : null
  const booking = readBooking(tx, bookingId, remote)
  const entry = entryOfBooking(tx, bookingId)
  const move = booking?.moves.find((one) => one.id === moveId)
  if (booking === null || entry === null || move === undefined) throw new Error('a named move has no booking')
  // Corrected while the provider was asked: what it said of the first says nothing of the second.
  const stands = reportedNumbers(tx, remote).some((one) => one.moveId === moveId && one.number === number)
  if (!stands) return 'corrected'
  const at = clock.now()
  const taken = moveIdByNumber(tx, number, remote.address, bookingId) !== null
  const why =
    told === null
      ? notShown(asked, number)
      : taken
        ? ({ mismatch: 'other-booking', number, value: null } as const)
        : mismatchReason(booking, move, shown(deps, booking, told))
  recordReportedNumber(tx, moveId, null)
  if (why !== null || told === null) {
    const proved = booking.moves.some((one) => one.number.known)
    transitionOrThrow(tx, entry, { kind: 'number-wrong', fields: why ?? NO_FIELDS, proved }, at)
    log({ event: 'number-verified', moveId, code: 'wrong' })
    return 'settled'
  }
  const confirm = (id: string, move: ProviderMoveResponse) => {
    confirmMove(tx, id, move, at)
    recordReportedNumber(tx, id, null)
    indexMove(tx, id)
  }
  confirm(moveId, told.move)
  const other = booking.moves.find((one) => one.id !== moveId && !one.number.known)
  // A provider that shows the pair as one has told the other half with it.
  const half = other === undefined || told.partner === null ? null : partnerOf(tx, deps, { booking, other, told })
  if (other !== undefined && half !== null) confirm(other.id, half)
  if (told.readyBy !== null) setReadyBy(tx, bookingId, told.readyBy)
  // The booking is one request: with one of its moves proved, all of it was booked.
  const complete = other === undefined || half !== null
  transitionOrThrow(tx, entry, complete ? { kind: 'found' } : { kind: 'half-found' }, at)
  log({ event: 'number-verified', moveId, code: 'ours' })
  return 'settled'
}

/** The other half of a pair as it was told with the first, where it is surely that: else it is looked up by itself. */
function partnerOf(
  tx: Tx,
  deps: SyncContext,
  { booking, other, told }: { readonly booking: BookedMoves; readonly other: Move; readonly told: Fetched },
): ProviderMoveResponse | null {
  const { partner } = told
  if (partner?.reference !== other.reference || partner.number === told.move.number) return null
  if (moveIdByNumber(tx, partner.number, deps.remote.address, booking.id) !== null) return null
  const why = mismatchReason(booking, other, shown(deps, booking, { move: partner, readyBy: told.readyBy }))
  return why === null ? partner : null
}

/** By these, with the envelope of its errors, the provider itself says that it shows no such move. */
const NOT_SHOWN = [400, 403, 404, 410, 422]

/**
 * True of an answer that says something of the move. Who reads that a number is not there books again: so the provider
 * itself must have said it, and not a page of some status, which may be anybody's, or an address that knows no such
 * call. A 404 may come without a word: no page says what a GET of an unknown number gets
 * (test/spec/provider.md#error-statuses).
 */
function describeMismatch(asked: FetchMoveResult): boolean {
  if (asked.kind === 'move') return true
  if (asked.kind !== 'answered' || !NOT_SHOWN.includes(asked.answer.status)) return false
  const { status, body, complete } = asked.answer
  if (status === 404) return isMoveUnknown(asked) || (complete && body === '')
  return complete && parseErrors(body) !== null
}

function notShown(asked: FetchMoveResult, number: number): Mismatch {
  const isKept = asked.kind === 'answered' && asked.answer.status === 403
  return { mismatch: isKept ? 'hidden' : 'unknown-number', number, value: null }
}

function shown(
  { requestTarget }: SyncContext,
  booking: BookedMoves,
  { move, readyBy }: ProviderSingleResponse,
): ProviderMoveSummary {
  const { number, reference, vin, pickup, delivery } = move
  const line = (place: typeof pickup) => place?.fullAddress ?? null
  // Where a one-way goes may have been told to the driver alone, by the instructions.
  const saysWhere = booking.kind === 'pair' || PROFILE_FACTS[requestTarget().profile].supportsDestination
  return { number, reference, vin, readyBy, pickup: line(pickup), delivery: saysWhere ? line(delivery) : null }
}
