import type { Move } from '../../../shared/move/move.ts'
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

/** Names the earlier numbers of a move; null for a move that was never replaced. */
export function describeFormerNumbers({ formerNumbers }: Move): string | null {
  if (formerNumbers.length === 0) return null
  return `${formerNumbers.length === 1 ? 'move' : 'moves'} ${formerNumbers.join(', ')}, rescheduled`
}
