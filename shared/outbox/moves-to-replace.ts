import type { BookedMoves, Move } from '../move/move.ts'
import { amendmentContext } from './amendment-rules.ts'

/**
 * Lists the moves of a booking that the provider replaced by moves whose numbers a person may report
 * (test/spec/reliability.md#rescheduled-moves). A reported number can be corrected until the desk follows the new move.
 */
export function movesToReplace({ state, moves }: BookedMoves): readonly Move[] {
  return state === 'booked' ? moves.filter((move) => amendmentContext(move) === 'rescheduled') : []
}

/**
 * True if a person has to ask the provider for the number of the move that replaced `move`. The inbox counts the same
 * moves.
 */
export function lacksReplacement(move: Move): boolean {
  return amendmentContext(move) === 'rescheduled' && (move.replacedBy === null || move.replacementMismatch !== null)
}
