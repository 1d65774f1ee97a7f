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
 * Verifies reported numbers (test/spec/reliability.md#resolutions): fetches the move behind a number that a person
 * entered. Only a move of ours settles the booking; any other move returns the entry to its previous state with a
 * code.
 */

/** Numbers that the provider could not show, each with the time of its next fetch by the monotonic clock. */
export type RetryTimes = Map<string, number>

const RETRY_MS = 5 * 60_000

/** `trouble` is the last failure, or null. `settled` is true if the state of some booking changed. */
export type NumberVerification = { readonly trouble: FetchMoveResult | null; readonly settled: boolean }

/**
 * Verifies every reported number. Skips a number that the provider could not show until its retry time, and ends early
 * if the provider is unreachable or busy.
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

/**
 * `unread`: the booking cannot be read. `corrected`: a person reported another number meanwhile; in both cases the
 * other numbers go on.
 */
type Resolved = 'settled' | 'corrected' | 'unread'

function resolve(deps: SyncContext, named: ReportedNumber, asked: FetchMoveResult): Resolved {
  try {
    return deps.store.write((tx) => resolveReported(tx, deps, named, asked))
  } catch (error) {
    // A failing disk says nothing about this booking.
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
  // A person corrected the number during the fetch, so the response about the old number does not count.
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
  // A provider that shows a pair as one record has returned the other half too.
  const half = other === undefined || told.partner === null ? null : partnerOf(tx, deps, { booking, other, told })
  if (other !== undefined && half !== null) confirm(other.id, half)
  if (told.readyBy !== null) setReadyBy(tx, bookingId, told.readyBy)
  // The booking is one request, so one proved move proves the whole booking.
  const complete = other === undefined || half !== null
  transitionOrThrow(tx, entry, complete ? { kind: 'found' } : { kind: 'half-found' }, at)
  log({ event: 'number-verified', moveId, code: 'ours' })
  return 'settled'
}

/**
 * The other half of a pair from the same response, if that half is certainly ours. Otherwise its number is verified
 * separately.
 */
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

/** With an error envelope, these statuses prove that the provider itself does not show such a move. */
const NOT_SHOWN = [400, 403, 404, 410, 422]

/**
 * True for a response that says something about the move. A person books again after "no such move", so the provider
 * itself must say so (a bare 404 counts, test/spec/provider.md#error-statuses) and not some page in between.
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
  // The provider may show a one-way's destination only in the driver's instructions.
  const saysWhere = booking.kind === 'pair' || PROFILE_FACTS[requestTarget().profile].supportsDestination
  return { number, reference, vin, readyBy, pickup: line(pickup), delivery: saysWhere ? line(delivery) : null }
}
