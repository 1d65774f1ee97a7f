import { z } from 'zod'
import { amendmentContext } from '../outbox/amendment-rules.ts'
import { endsMove } from '../move/cancel-status.ts'
import { assertNever } from '../result.ts'
import type { BookedMoves, Move } from '../move/move.ts'
import { isDate, toMillis, type UtcInstant } from '../time/time.ts'

/** The day board: the bookings of one day of the rooftop by time, and which of them are late. */

/** A day of the rooftop as `YYYY-MM-DD`; null is today there. */
export const dayRequestSchema = z.strictObject({
  date: z.string().max(10).refine(isDate, { error: 'There is no such day.' }).nullable(),
})

export type Day = {
  /** `YYYY-MM-DD` in the rooftop's zone. */
  readonly date: string
  /** The first instant of the day and of the next day, 23 to 25 hours apart. */
  readonly from: UtcInstant
  readonly to: UtcInstant
  /** By time, without withdrawn bookings. */
  readonly bookings: readonly BookedMoves[]
  /** More bookings exist than the list contains. */
  readonly more: boolean
}

/**
 * The move that brings the driver to the customer: the vehicle of a pair that goes there, or the only move of a
 * one-way.
 */
function moveToCustomer({ action, moves }: BookedMoves): Move | undefined {
  const role = action === null ? 'single' : action === 'pickup' ? 'loaner' : 'customer'
  return moves.find((move) => move.role === role)
}

/**
 * True if the time of a booking has passed and the driver has not arrived: at the customer's for a pair, at the
 * vehicle for a one-way. Refused, withdrawn, canceled and phone-placed bookings are never late, because no driver is
 * known.
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
