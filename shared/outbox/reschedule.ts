import { hasReached, type BookedMoves, type Move } from '../move/move.ts'
import { assertNever, fail } from '../result.ts'
import { isOpenAmendment } from './amendment.ts'
import { amendmentContext, isCanceled, notCancelableReason, type AmendmentRejection } from './amendment-rules.ts'
import type { RescheduledNumbers, RescheduleStep } from './reschedule-link.ts'

/*
 * A reschedule: a booking that has left gets another time by a replacement, a booking of its own, and the old booking
 * is canceled once the replacement is proved booked (test/spec/reliability.md#reschedules). `rescheduleStep` derives
 * how far a reschedule is from the two bookings alone.
 *
 *   new-waiting --+--> ask-cancel --> cancel-waiting --> cancel-pending --+--> done
 *      |          |                                                       +--> cancel-failed
 *      |          +--> call-to-cancel, where the provider takes no cancellations
 *      +--> new-in-doubt, new-not-booked, new-dropped: the old booking stays
 *   new-canceling, check-both, old-driven: a person decides
 */

type MoveFacts = Pick<Move, 'cancelStatus' | 'stages' | 'amendments' | 'missingSince'>

/** One of the two bookings of a reschedule, as far as the step depends on the booking. */
export type RescheduleSide = Pick<BookedMoves, 'state' | 'capabilities'> & { readonly moves: readonly MoveFacts[] }

export type Reschedule = {
  readonly old: RescheduleSide
  readonly replacement: RescheduleSide
  /** The desk requested the cancellation of the old booking, which happens once in a reschedule. */
  readonly isCancelAsked: boolean
  /** A person said which of the two bookings the provider keeps. */
  readonly isSettled: boolean
}

/** Returns how far a reschedule is. Only `ask-cancel` lets the desk request a cancellation. */
export function rescheduleStep({ old, replacement, isCancelAsked, isSettled }: Reschedule): RescheduleStep {
  if (isSettled || old.moves.every(isCanceled)) return 'done'
  switch (replacement.state) {
    case 'waiting':
    case 'sending':
      return 'new-waiting'
    case 'in-doubt':
    // A number that a person reported proves nothing before a fetch has verified the number.
    case 'booked-awaiting-number':
      return 'new-in-doubt'
    case 'refused':
    case 'held':
      return 'new-not-booked'
    case 'withdrawn':
      return 'new-dropped'
    case 'placed-by-phone':
      return 'check-both'
    case 'booked':
      return afterBooked(old, replacement.moves, isCancelAsked)
    default:
      return assertNever(replacement.state)
  }
}

function afterBooked(old: RescheduleSide, replacing: readonly MoveFacts[], isCancelAsked: boolean): RescheduleStep {
  const live = old.moves.filter((move) => !isCanceled(move))
  const left = replacing.filter((move) => !isCanceled(move))
  if (left.length === 0) return afterDropped(old.moves, live)
  const kept = left.filter((move) => !isBeingCanceled(move))
  if (live.some(isCollected)) {
    const isWholly = live.length === old.moves.length && left.length === replacing.length
    return !replacing.some(isCollected) ? 'old-driven' : isWholly ? 'done' : 'check-both'
  }
  if (kept.length === 0) return 'new-canceling'
  if (isCancelAsked) return worstOf(live.map(cancelStep))
  const isWhole = kept.length === replacing.length && kept.every(isShown)
  // A move that the provider moved to another number is canceled by that number, which is not known yet.
  if (old.state !== 'booked' || !isWhole || live.some(isMovedOn)) return 'check-both'
  return old.capabilities.cancel ? 'ask-cancel' : 'call-to-cancel'
}

/** The step once the provider has canceled every move of the replacement. */
function afterDropped(old: readonly MoveFacts[], live: readonly MoveFacts[]): RescheduleStep {
  const canceling = live.filter(isBeingCanceled)
  if (canceling.length === live.length) return worstOf(live.map(cancelStep))
  return canceling.length > 0 || live.length < old.length ? 'check-both' : 'new-dropped'
}

/** Returns the known numbers of a booking, and which of these are live and to be canceled. */
export function rescheduledNumbers(moves: readonly Move[]): RescheduledNumbers {
  const numbersOf = (some: readonly Move[]) => some.flatMap(({ number }) => (number.known ? [number.value] : []))
  const live = moves.filter((move) => !isCanceled(move))
  return { numbers: numbersOf(moves), live: numbersOf(live), canceling: numbersOf(live.filter(isBeingCanceled)) }
}

function isMovedOn(move: MoveFacts): boolean {
  return amendmentContext(move) === 'rescheduled'
}

function isBeingCanceled(move: MoveFacts): boolean {
  return amendmentContext(move) === 'pending' || newestCancel(move)?.isOpen === true
}

function isCollected({ stages }: MoveFacts): boolean {
  return hasReached(stages, 'pickup_successful')
}

function isShown(move: MoveFacts): boolean {
  return move.missingSince === null && !isMovedOn(move)
}

function newestCancel({ amendments }: MoveFacts) {
  const cancel = amendments.find(({ kind }) => kind === 'cancel')
  return cancel === undefined ? null : { state: cancel.state, isOpen: isOpenAmendment(cancel) }
}

const CANCEL_STEPS = ['cancel-failed', 'cancel-pending', 'cancel-waiting'] as const

function cancelStep(move: MoveFacts): (typeof CANCEL_STEPS)[number] {
  const cancel = newestCancel(move)
  if (amendmentContext(move) === 'pending' || cancel?.state === 'submitted') return 'cancel-pending'
  return cancel?.isOpen === true ? 'cancel-waiting' : 'cancel-failed'
}

function worstOf(steps: readonly (typeof CANCEL_STEPS)[number][]): RescheduleStep {
  return CANCEL_STEPS.find((step) => steps.includes(step)) ?? 'cancel-failed'
}

/**
 * True while both bookings are or may be live, or one is half canceled, and a person must look at them. The inbox
 * counts these reschedules.
 */
export function needsPerson(step: RescheduleStep): boolean {
  switch (step) {
    case 'new-canceling':
    case 'call-to-cancel':
    case 'cancel-pending':
    case 'cancel-failed':
    case 'old-driven':
    case 'check-both':
      return true
    case 'new-waiting':
    case 'new-in-doubt':
    case 'new-not-booked':
    case 'new-dropped':
    case 'ask-cancel':
    case 'cancel-waiting':
    case 'done':
      return false
    default:
      return assertNever(step)
  }
}

/** True if the replacement of a booking takes its place; false for a booking that stays, or that has no replacement. */
export function isReplaced({ replacement }: Pick<BookedMoves, 'replacement'>): boolean {
  if (replacement === null) return false
  const { step, settled, state } = replacement
  switch (step) {
    case 'new-not-booked':
    case 'new-dropped':
    case 'new-canceling':
      return false
    case 'done':
      return settled !== 'old' && state !== 'withdrawn' && state !== 'refused'
    case 'new-waiting':
    case 'new-in-doubt':
    case 'ask-cancel':
    case 'call-to-cancel':
    case 'cancel-waiting':
    case 'cancel-pending':
    case 'cancel-failed':
    case 'old-driven':
    case 'check-both':
      return true
    default:
      return assertNever(step)
  }
}

/** True if the move is canceled, or its cancellation is requested before the delivery. */
export function isOrWillBeCanceled(move: MoveFacts): boolean {
  return isCanceled(move) || (isBeingCanceled(move) && !hasReached(move.stages, 'delivery_successful'))
}

/** True if nothing of a reschedule is left to do, so the old booking can be rescheduled again. */
export function isOver(step: RescheduleStep): boolean {
  return step === 'done' || step === 'new-dropped'
}

/**
 * Returns why a person cannot reschedule a booking that has left (`not-possible`, `already-asked`, `too-late`); null if
 * possible. A provider that takes no cancellations is no reason, because a person cancels the old booking by phone.
 */
export function notReschedulableReason(booking: BookedMoves): AmendmentRejection | null {
  const { state, replacement } = booking
  if (state === 'sending' || state === 'in-doubt' || state === 'booked-awaiting-number') {
    return fail('not-possible', 'outcome-unknown')
  }
  if (replacement !== null && !isOver(replacement.step)) return fail('already-asked', 'reschedule-open')
  const canceling = { ...booking, capabilities: { ...booking.capabilities, cancel: true } }
  for (const move of booking.moves) {
    const refused = notCancelableReason(canceling, move)
    if (refused !== null) return refused
    if (isCollected(move)) return fail('too-late', 'collected')
  }
  return null
}
