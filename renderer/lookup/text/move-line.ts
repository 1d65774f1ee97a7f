import { effectiveReference } from '../../../shared/booking/added-facts.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'

/**
 * A line of text to paste elsewhere: repair order (otherwise the reference), move number and tracking link. With
 * `moveId` null, the line has every move of the booking.
 */
export function describeMove(booking: BookedMoves, moveId: string | null): string {
  const moves = moveId === null ? booking.moves : booking.moves.filter(({ id }) => id === moveId)
  const reference = effectiveReference(booking)
  const parts = moves.flatMap((move) => [
    reference === null ? move.reference : null,
    move.number.known ? `move ${move.number.value}` : null,
    move.trackingLink.known ? move.trackingLink.value : null,
  ])
  return [reference, ...parts].filter((part) => part !== null).join(', ')
}
