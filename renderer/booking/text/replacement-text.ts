import type { BookedMoves, Move } from '../../../shared/move/move.ts'
import { lacksReplacement } from '../../../shared/outbox/moves-to-replace.ts'
import { roleLabel } from './booking-text.ts'
import { describeMismatch } from './entry-text.ts'
import { providerToCall } from './phone-text.ts'

/** Sentences about a move that the provider rescheduled, which means replaced by a move with a new number. */

/** Describes what the desk knows of the move that replaced a rescheduled move. `zone` is that of the booking. */
export function describeReplacement({ replacedBy, replacementMismatch }: Move, zone: string): string {
  if (replacementMismatch !== null) {
    return `Replaced by a new move. ${describeMismatch(replacementMismatch, zone)} Call ${providerToCall()} for its number.`
  }
  return replacedBy === null
    ? `Replaced by a new move. Call ${providerToCall()} for its number.`
    : `Replaced by move ${replacedBy}. Looking it up.`
}

/** Describes the rescheduled moves of a booking for which a person has to ask the provider, one sentence a move. */
export function describeReplacements({ moves, time }: BookedMoves): readonly string[] {
  return moves
    .filter(lacksReplacement)
    .map((move) => `${roleLabel(move.role)}: ${describeReplacement(move, time.zone)}`)
}

/** Names the earlier numbers of a move; null for a move that was never replaced. */
export function describeFormerNumbers({ formerNumbers }: Move): string | null {
  if (formerNumbers.length === 0) return null
  return `${formerNumbers.length === 1 ? 'move' : 'moves'} ${formerNumbers.join(', ')}, rescheduled`
}
