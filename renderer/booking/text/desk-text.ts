import type { BookedMoves } from '../../../shared/move/move.ts'

/** Says where a booking of another desk is changed; null for a booking of this desk. */
export function describeOtherDesk({ desk }: Pick<BookedMoves, 'desk'>): string | null {
  return desk === null ? null : `${desk} has this booking. Make changes there.`
}
