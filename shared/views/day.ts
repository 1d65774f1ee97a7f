import { z } from 'zod'
import { amendmentContext } from '../outbox/amendment-rules.ts'
import { endsMove } from '../move/cancel-status.ts'
import { assertNever } from '../result.ts'
import type { BookedMoves, Move } from '../move/move.ts'
import { isDate, toMillis, type UtcInstant } from '../time/time.ts'

/** The day board: the bookings of one day of the rooftop by their time, and which of them are late. */

/** A day of the rooftop as `YYYY-MM-DD`; null is today there. */
export const dayRequestSchema = z.strictObject({
  date: z.string().max(10).refine(isDate, { error: 'There is no such day.' }).nullable(),
})

export type Day = {
  /** `YYYY-MM-DD` in the rooftop's zone. */
  readonly date: string
  /** Its first instant, and the first of the next day: 23 to 25 hours. */
  readonly from: UtcInstant
  readonly to: UtcInstant
  /** By their time, without those that were taken back. */
  readonly bookings: readonly BookedMoves[]
  /** There are more than are listed. */
  readonly more: boolean
}

/** The move that brings the driver to the customer: of a pair the vehicle that goes there, of a one-way its only one. */
function moveToCustomer({ action, moves }: BookedMoves): Move | undefined {
  const role = action === null ? 'single' : action === 'pickup' ? 'loaner' : 'customer'
  return moves.find((move) => move.role === role)
}

/**
 * True once the time of a booking has passed and its driver is not where he was to be by then: at the customer's for a pair,
 * at the vehicle for a one-way. What was refused, taken back, canceled or placed by phone is not late: no driver is known.
 */
export function isLate(booking: BookedMoves, now: UtcInstant): boolean {
  if (toMillis(booking.time.utc) >= toMillis(now)) return false
  switch (booking.state) {
    case 'refused':
    case 'withdrawn':
    case 'placed-by-phone':
      return false
    case 'waiting':
    case 'sending':
    case 'in-doubt':
    case 'held':
      return true
    case 'booked':
    case 'booked-awaiting-number': {
      const move = moveToCustomer(booking)
      if (move === undefined || endsMove(amendmentContext(move))) return false
      const arrived = move.stages[booking.kind === 'pair' ? 'delivery_arrived' : 'pickup_arrived']
      const delivered = move.stages.delivery_successful
      return !(arrived.known && arrived.value !== null) && !(delivered.known && delivered.value !== null)
    }
    default:
      return assertNever(booking.state)
  }
}
