import {
  notCancelableReason,
  notChangeableReason,
  type AmendmentRejection,
} from '../../shared/outbox/amendment-rules.ts'
import { effectiveVehicle } from '../../shared/booking/added-facts.ts'
import type { Rooftop } from '../../shared/booking/rooftop.ts'
import { fail, invalidInput, type Result } from '../../shared/result.ts'
import type { BookedMoves, Move } from '../../shared/move/move.ts'
import { toMillis } from '../../shared/time/time.ts'
import type { Change } from '../../shared/outbox/amendment.ts'
import type { AmendmentKind } from '../../shared/outbox/amendment-state.ts'
import { bookingOfMove, readBooking } from '../store/tables/bookings.ts'
import type { ProviderIdentity } from '../store/tables/outbox.ts'
import type { Store } from '../store/store.ts'
import type { Tx } from '../store/tx.ts'
import { insertAmendment, transitionAmendment, amendmentById } from '../store/tables/amendments.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log-events.ts'
import type { DistanceLookup } from './distance.ts'
import type { BookingQueries } from './queries.ts'
import { newLoanerPromisedReason, recordOverrideOf } from './overrides.ts'
import { saveAndLoad } from './save.ts'

/*
 * Cancellation and change requests for the moves of a booking that was sent. An amendment is saved first and leaves
 * automatically, as a booking does.
 */

export type AmendmentService = {
  /**
   * Saves cancellation requests for moves of one booking in one commit, because half a canceled pair strands a car; the
   * request for a move that may be booked waits until the outcome is known. Fails with `not-found`, `not-possible`,
   * `too-late`, `already-asked` or `not-saved`, and saves nothing then.
   */
  requestCancellation(moveIds: readonly string[], who: string): Result<BookedMoves>
  /**
   * Saves new values for a booked move. Fails with `invalid`, `not-found`, `not-possible`, `too-late`, `already-asked`
   * or `not-saved`, and with `loaner-promised` as `bookMove` does for a change of the loaner or of the ready-by time.
   */
  requestChange(moveId: string, change: Change, who: string, promised?: readonly string[]): Result<BookedMoves>
  /** Withdraws an amendment that has certainly not been sent. Fails with `not-found`, `already-sent` or `not-saved`. */
  withdrawAmendment(amendmentId: string): Result<BookedMoves>
}

export type AmendmentDeps = {
  readonly store: Store
  readonly remote: ProviderIdentity
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  /** Called for each act, because settings change while the app runs. */
  readonly rooftop: () => Rooftop
  readonly miles: DistanceLookup
  readonly checkLoaner: BookingQueries['checkLoaner']
  /** Called after a commit, to tell the send queue that an entry or amendment waits. */
  readonly wake: () => void
}

type FoundMove = { readonly booking: BookedMoves; readonly moves: readonly Move[] }

export function createAmendmentService(deps: AmendmentDeps): AmendmentService {
  const { store, remote, clock, ids, log } = deps

  /** Returns the moves with their booking; null unless all of them belong to one booking. */
  const find = (moveIds: readonly string[]): FoundMove | null => {
    const first = moveIds[0]
    const bookingId = first === undefined ? null : store.read((view) => bookingOfMove(view, first))
    const booking = bookingId === null ? null : store.read((view) => readBooking(view, bookingId, remote))
    const moves = booking?.moves.filter((move) => moveIds.includes(move.id)) ?? []
    return booking === null || moves.length !== new Set(moveIds).size ? null : { booking, moves }
  }

  const save = (
    { booking, moves }: FoundMove,
    request: { kind: AmendmentKind; change: Change | null; who: string },
    promised: readonly string[] = [],
  ) => {
    const made = moves.map((move) => ({ id: ids.next(), move }))
    const saved = saveAndLoad(deps, booking.id, (tx) => {
      const at = clock.now()
      for (const { id, move } of made) {
        if (request.kind === 'cancel') dropChanges(tx, move, deps)
        insertAmendment(tx, { id, moveId: move.id, bookingId: booking.id, ...request, at })
      }
      recordOverrideOf(tx, booking.id, { promised, who: request.who, at })
    })
    if (!saved.ok) return saved
    for (const { id } of made) log({ event: 'amendment-saved', amendmentId: id, kind: request.kind })
    deps.wake()
    return saved
  }

  /** Asks about the loaner that the booking has after the change, unless the change keeps the loaner and the time. */
  const changedLoanerPromisedReason = ({ booking, moves }: FoundMove, change: Change, promised: readonly string[]) => {
    const loaner = booking.moves.find(({ role }) => role === 'loaner')
    const vehicle = loaner === undefined ? null : effectiveVehicle(booking, loaner)
    const isOfLoaner = moves.some(({ role }) => role === 'loaner')
    const { stock = null, vin = null } = (isOfLoaner ? change : null) ?? {}
    return newLoanerPromisedReason(deps, booking, {
      loaner: { stock: stock ?? vehicle?.stock ?? null, vin: vin ?? vehicle?.vin ?? null },
      leaves: change.readyBy?.utc,
      promised,
    })
  }

  return {
    requestCancellation(moveIds, who) {
      const found = find(moveIds)
      if (found === null) return fail('not-found', 'move-not-found')
      return firstRefusal(found, notCancelableReason) ?? save(found, { kind: 'cancel', change: null, who })
    },
    requestChange(moveId, change, who, promised = []) {
      const found = find([moveId])
      if (found === null) return fail('not-found', 'move-not-found')
      if (change.readyBy !== null && toMillis(change.readyBy.utc) <= toMillis(clock.now())) {
        return invalidInput([{ path: 'readyBy', code: 'time-passed' }])
      }
      const { booking } = found
      if (change.readyBy !== null && booking.kind === 'pair' && change.readyBy.utc > booking.time.utc) {
        return invalidInput([{ path: 'readyBy', code: 'ready-by-after-appointment' }])
      }
      return (
        firstRefusal(found, notChangeableReason) ??
        changedLoanerPromisedReason(found, change, promised) ??
        save(found, { kind: 'change', change, who }, promised)
      )
    },
    withdrawAmendment(amendmentId) {
      const amendment = store.read((view) => amendmentById(view, amendmentId))
      if (amendment === null) return fail('not-found', 'amendment-not-found')
      if (amendment.state !== 'waiting') return fail('already-sent', 'amendment-left')
      const withdrawn = saveAndLoad(deps, amendment.bookingId, (tx) =>
        transitionAmendment(tx, amendment, { kind: 'amendment-withdrawn' }, clock.now()),
      )
      if (withdrawn.ok) log({ event: 'amendment-withdrawn', amendmentId })
      return withdrawn
    },
  }
}

/** Supersedes the waiting changes of a move that is to be canceled. */
function dropChanges(tx: Tx, move: Move, { clock }: AmendmentDeps): void {
  for (const { id, kind } of move.amendments.filter((amendment) => amendment.state === 'waiting')) {
    const amendment = kind === 'change' ? amendmentById(tx, id) : null
    if (amendment === null) continue
    transitionAmendment(tx, amendment, { kind: 'amendment-superseded' }, clock.now())
  }
}

function firstRefusal(
  { booking, moves }: FoundMove,
  why: (booking: BookedMoves, move: Move) => AmendmentRejection | null,
): AmendmentRejection | null {
  for (const move of moves) {
    const refused = why(booking, move)
    if (refused !== null) return refused
  }
  return null
}
