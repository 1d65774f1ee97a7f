import { fail, type Result } from '../../shared/result.ts'
import { deskName } from '../store/board/link.ts'
import { amendmentById } from '../store/tables/amendments.ts'
import { bookingOfMove } from '../store/tables/bookings.ts'
import { entryOfBooking } from '../store/tables/outbox.ts'
import type { Store } from '../store/store.ts'
import type { View } from '../store/tx.ts'

/** Each returns `not-possible` (`other-desk`) for a booking of another desk, and null for every other booking. */
export type DeskRefusal = {
  ofBooking(bookingId: string): Result<never> | null
  /** All moves of one request are moves of one booking. */
  ofMoves(moveIds: readonly string[]): Result<never> | null
  ofAmendment(amendmentId: string): Result<never> | null
}

/**
 * Refuses what would change a booking of another desk, because that desk alone sends the booking and its amendments.
 */
export function createDeskRefusal(store: Store): DeskRefusal {
  const refusal = (bookingOf: (view: View) => string | null): Result<never> | null =>
    store.read((view) => {
      const bookingId = bookingOf(view)
      const entry = bookingId === null ? null : entryOfBooking(view, bookingId)
      if (entry === null || entry.desk === null) return null
      return fail('not-possible', 'other-desk', { desk: deskName(view, entry.desk) })
    })
  return {
    ofBooking: (bookingId) => refusal(() => bookingId),
    ofMoves: ([moveId = '']) => refusal((view) => bookingOfMove(view, moveId)),
    ofAmendment: (amendmentId) => refusal((view) => amendmentById(view, amendmentId)?.bookingId ?? null),
  }
}
