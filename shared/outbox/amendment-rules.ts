import { endsMove, parseCancelStatus, type CancelStatus } from '../move/cancel-status.ts'
import { fail, assertNever, type Failure } from '../result.ts'
import { hasReached, type BookedMoves, type Move } from '../move/move.ts'
import { isOpenAmendment, type ProviderCapabilities } from './amendment.ts'
import type { AmendmentKind } from './amendment-state.ts'

/*
 * Which amendments a person can request for a move. The window offers actions by these rules, and the booking service
 * enforces them.
 */

export type AmendmentRejection = { readonly ok: false; readonly failure: Failure }

/** Returns the last `cancel_status` that the provider gave for a move. */
export function amendmentContext({ cancelStatus }: Pick<Move, 'cancelStatus'>): CancelStatus {
  return parseCancelStatus(cancelStatus.known ? cancelStatus.value : null)
}

/** True if the provider canceled the move, whole or in part. A move with a new number is not canceled. */
export function isCanceled(move: Pick<Move, 'cancelStatus'>): boolean {
  const status = amendmentContext(move)
  return endsMove(status) && status !== 'rescheduled'
}

/**
 * Returns why a person cannot request a cancellation (`not-possible`, `already-asked`, `too-late`); null if possible.
 */
export function notCancelableReason(booking: BookedMoves, move: Move): AmendmentRejection | null {
  const standing = amendmentContext(move)
  if (endsMove(standing)) return fail('already-asked', 'already-canceled')
  if (standing === 'pending' || hasOpen(move, 'cancel')) {
    return fail('already-asked', 'cancel-already-requested')
  }
  if (hasReached(move.stages, 'delivery_successful')) {
    return fail('too-late', 'delivered')
  }
  return notSentReason(booking, 'cancel') ?? notSupportedReason(booking.capabilities, 'cancel')
}

/** The moves of a booking for which a person can request a cancellation. */
export function cancelableMoves(booking: BookedMoves): readonly Move[] {
  return booking.moves.filter((move) => notCancelableReason(booking, move) === null)
}

/** Returns why a person cannot request a change (`not-possible`, `already-asked`, `too-late`); null if possible. */
export function notChangeableReason(booking: BookedMoves, move: Move): AmendmentRejection | null {
  if (endsMove(amendmentContext(move))) return fail('too-late', 'canceled')
  if (hasReached(move.stages, 'pickup_successful')) {
    return fail('too-late', 'collected')
  }
  if (hasOpen(move, 'cancel')) {
    return fail('already-asked', 'cancel-pending')
  }
  if (hasOpen(move, 'change')) {
    return fail('already-asked', 'change-pending')
  }
  return notSentReason(booking, 'change') ?? notSupportedReason(booking.capabilities, 'change')
}

function hasOpen({ amendments }: Move, kind: AmendmentKind): boolean {
  return amendments.some((amendment) => amendment.kind === kind && isOpenAmendment(amendment))
}

function notSentReason({ state }: BookedMoves, kind: AmendmentKind): AmendmentRejection | null {
  switch (state) {
    case 'waiting':
    case 'held':
    case 'refused':
      return fail('not-possible', 'not-left')
    case 'withdrawn':
      return fail('not-possible', 'withdrawn')
    case 'placed-by-phone':
      return fail('not-possible', 'placed-by-phone')
    case 'sending':
    case 'in-doubt':
    case 'booked-awaiting-number':
      return kind === 'cancel' ? null : fail('not-possible', 'outcome-unknown')
    case 'booked':
      return null
    default:
      return assertNever(state)
  }
}

function notSupportedReason(takes: ProviderCapabilities, kind: AmendmentKind): AmendmentRejection | null {
  return takes[kind] ? null : fail('not-possible', 'not-offered', { kind })
}
