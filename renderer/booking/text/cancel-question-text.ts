import { endsMove } from '../../../shared/move/cancel-status.ts'
import { hasReached, type BookedMoves, type Move } from '../../../shared/move/move.ts'
import { isOpenAmendment } from '../../../shared/outbox/amendment.ts'
import { amendmentContext } from '../../../shared/outbox/amendment-rules.ts'
import { providerFirst } from './phone-text.ts'

/** Sentences of the question before a cancellation. No sentence foretells what the provider leaves open. */

/**
 * Describes how far the driver has come and what may become of a cancellation. The provider publishes no fees, no
 * cut-off times, and no progress from which an outcome follows (test/spec/provider.md#cancellations).
 */
export function describeFee(moves: readonly Move[]): string {
  const reached = (stage: 'pickup_started' | 'pickup_successful') =>
    moves.some(({ stages }) => hasReached(stages, stage))
  const progress = reached('pickup_successful')
    ? 'A vehicle is already picked up, so this may be charged or too late.'
    : reached('pickup_started')
      ? 'The driver has started, so this may be charged.'
      : "The driver hasn't started, so this is usually free."
  return `${progress} ${providerFirst()} sets any fee.`
}

/** Describes what is left of a pair if the provider cancels the given move and not the other one. */
export function describePartialPair(booking: BookedMoves, move: Move): string | null {
  const other = booking.moves.find(({ id }) => id !== move.id)
  if (other === undefined || other.role === 'single' || endsMove(amendmentContext(other))) return null
  const isAsked = other.amendments.some((one) => one.kind === 'cancel' && isOpenAmendment(one))
  if (isAsked || amendmentContext(other) === 'pending') return 'The other move is already being canceled.'
  const others = booking.action === 'return' ? RETURNS[other.role] : PICKUPS[other.role]
  if (hasReached(other.stages, 'delivery_successful')) return `The other move is done: ${others.done}.`
  const own = hasReached(move.stages, 'pickup_successful')
    ? `the driver has the ${move.role === 'loaner' ? 'loaner' : "customer's car"}: ask where it is going`
    : others.left
  return `${providerFirst()} may keep the other move. Then ${others.goesOn}, and ${own}.`
}

/** What is left of a pair, by the move that is not canceled: as it goes on, as it is done, and the canceled vehicle. */
type Rest = { readonly goesOn: string; readonly done: string; readonly left: string }

const PICKUPS: Readonly<Record<'customer' | 'loaner', Rest>> = {
  customer: {
    goesOn: "the customer's car still comes in",
    done: "the customer's car is at the shop",
    left: 'the customer is left without a car',
  },
  loaner: {
    goesOn: 'the loaner still goes out',
    done: 'the loaner is with the customer',
    left: 'the customer keeps both cars',
  },
}

const RETURNS: Readonly<Record<'customer' | 'loaner', Rest>> = {
  customer: {
    goesOn: "the customer's car still goes home",
    done: "the customer's car is with the customer",
    left: 'the customer keeps both cars',
  },
  loaner: {
    goesOn: 'the loaner is still picked up',
    done: 'the loaner is back at the shop',
    left: "the customer's car stays at the shop: the customer is left without a car",
  },
}

export const WHICH = 'What to cancel'
export const CANCEL = 'Cancel booking'
export const KEEP = 'Keep booking'
export const NOT_UNDONE = "This can't be undone once sent."

/** A choice of the cancel question with what it means; null stands for both moves. */
export function describeChoice({ action }: BookedMoves, move: Pick<Move, 'role'> | null): string {
  if (move === null) return 'Both moves: no driver comes'
  const words = action === 'return' ? RETURN_CHOICES : PICKUP_CHOICES
  return move.role === 'loaner' ? words.loaner : words.customer
}

const PICKUP_CHOICES = {
  customer: "Customer's car only: the loaner still goes out",
  loaner: 'Loaner only: their own car is still picked up',
}

const RETURN_CHOICES = {
  customer: "Customer's car only: the loaner is still picked up",
  loaner: 'Loaner only: their own car still goes home',
}
