import { endsMove } from '../move/cancel-status.ts'
import { hasReached, type BookedMoves } from '../move/move.ts'
import type { UtcInstant } from '../time/time.ts'
import { isOpenAmendment } from './amendment.ts'
import { amendmentContext } from './amendment-rules.ts'

/**
 * Returns the time of which a person must tell the customer, because the provider is available only from then on; null
 * for no such time, and once every move is over or is asked to be canceled. The inbox counts the same bookings.
 */
export function timeToTell({ customerToTell, moves }: BookedMoves): UtcInstant | null {
  const isStillDriven = moves.some(
    (move) =>
      move.number.known &&
      !hasReached(move.stages, 'delivery_successful') &&
      !endsMove(amendmentContext(move)) &&
      !move.amendments.some((amendment) => amendment.kind === 'cancel' && isOpenAmendment(amendment)),
  )
  return isStillDriven ? customerToTell : null
}
