import type { Takeover } from '../../shared/desk/board-status.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Board } from '../board/board-of-desk.ts'
import type { BookingQueries } from '../bookings/queries.ts'
import { saveOr } from './save-or.ts'

/** What a person at this desk does with the board of the rooftop. */
export type BoardActs = {
  /** Takes the open bookings of a silent desk over (`Board.takeOver`). Fails with `not-possible` or `not-saved`. */
  takeOver(role: string, who: string): Promise<Result<Takeover>>
  /**
   * Takes one booking of another desk over (`Board.takeBooking`), and returns the booking. Fails with `not-found` or
   * `not-possible`.
   */
  takeBooking(bookingId: string, who: string): Promise<Result<BookedMoves>>
  /** Hands over what this desk has not sent, or takes that back (`Board.handOver`). Fails with `not-saved`. */
  handOver(who: string, withdrawn: boolean): Result<{ readonly count: number }>
  /** Ends the notices about other desks. Fails with `not-saved`. */
  markTakenOverSeen(): Result<null>
  /** Ends the alarm that another desk may have sent this booking too. Fails with `not-saved`. */
  markDoubleSendSeen(bookingId: string): Result<null>
}

export function boardActs(board: Board, { getBooking }: Pick<BookingQueries, 'getBooking'>): BoardActs {
  return {
    takeOver: board.takeOver,
    async takeBooking(bookingId, who) {
      const taken = await board.takeBooking(bookingId, who)
      return taken.ok ? getBooking(bookingId) : taken
    },
    handOver(who, withdrawn) {
      let count = 0
      const act = withdrawn ? board.takeBack : board.handOver
      const kept = saveOr(() => void (count = act(who)), 'board-decision-not-saved')
      return kept.ok ? ok({ count }) : kept
    },
    markTakenOverSeen: () => saveOr(board.markTold, 'board-notice-not-saved'),
    markDoubleSendSeen: (id) => saveOr(() => board.markDoubleSendSeen(id), 'board-notice-not-saved'),
  }
}
