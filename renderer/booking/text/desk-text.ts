import type { BookedMoves } from '../../../shared/move/move.ts'

/** Says where a booking of another desk is changed, which this desk therefore does not offer; null for an own booking. */
export function describeOtherDesk({ desk }: Pick<BookedMoves, 'desk'>): string | null {
  return desk === null ? null : `Made at ${desk}. Make changes there.`
}
