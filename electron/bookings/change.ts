import { bookingTime, type Booking } from '../../shared/booking/booking.ts'
import type { BookedMoves, MoveRole, ReadyBy } from '../../shared/move/move.ts'
import { updateBooking } from '../store/tables/bookings.ts'
import { updateMove, type NewMove } from '../store/tables/moves.ts'
import { indexMove } from '../store/queries/search.ts'
import type { Tx } from '../store/tx.ts'

/**
 * Writes new values over a booking that has certainly not left. The booking keeps its id, its moves and the unique
 * part of their references, so that only this one booking can leave; throws when the kinds differ.
 */
export function applyChange(
  tx: Tx,
  stored: BookedMoves,
  booking: Booking,
  {
    readyBy,
    payerNumber,
    moves,
  }: { readonly readyBy: ReadyBy; readonly payerNumber: number | null; readonly moves: readonly NewMove[] },
): void {
  const pair = booking.kind === 'pair' ? booking : null
  updateBooking(tx, {
    id: stored.id,
    action: pair?.action ?? null,
    customerName: pair?.customer.name ?? null,
    customerPhone: pair?.customer.phone ?? null,
    time: bookingTime(booking),
    readyBy,
    reference: booking.reference,
    payerNumber,
  })
  const idOf = (role: MoveRole) => stored.moves.find((move) => move.role === role)?.id
  for (const move of moves) {
    const id = idOf(move.role)
    if (id === undefined) throw new Error('a change makes no move')
    updateMove(tx, { ...move, id })
    indexMove(tx, id)
  }
}
