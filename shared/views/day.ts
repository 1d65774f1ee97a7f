import { z } from 'zod/mini'
import { issueCode } from '../field-issues.ts'
import { amendmentContext } from '../outbox/amendment-rules.ts'
import { endsMove } from '../move/cancel-status.ts'
import { assertNever } from '../result.ts'
import { hasLoaner, hasReached, type BookedMoves, type Move, type Stage, type Stamp } from '../move/move.ts'
import { isDate, toMillis, type UtcInstant } from '../time/time.ts'
import type { BookingCount, DayLoad } from './load.ts'

/** The day board: the bookings of one day of the rooftop in order of their time, and which of them are late. */

/** `date` is a day in the rooftop's zone as `YYYY-MM-DD`; null means today in that zone. */
export const dayRequestSchema = z.strictObject({
  date: z.nullable(z.string().check(z.maxLength(10), z.refine(isDate, issueCode('time-not-real')))),
})

export type Day = {
  /** `YYYY-MM-DD` in the rooftop's zone. */
  readonly date: string
  /** The first instant of the day. `to` is the first instant of the next day, 23 to 25 hours later. */
  readonly from: UtcInstant
  readonly to: UtcInstant
  /** In order of their time, without withdrawn bookings. */
  readonly bookings: readonly BookedMoves[]
  /** The day has more bookings than `bookings` lists. */
  readonly more: boolean
  /** The planned trips of the day, and how many are under way in each quarter hour. */
  readonly load: DayLoad
  /** How many bookings each day of the week has, from Monday on. */
  readonly week: readonly BookingCount[]
}

/**
 * Returns the move and the stage that show the driver's arrival: for a pair, the move that delivers a vehicle to the
 * customer; for a one-way and for a pickup without a loaner, the only move, whose vehicle the driver collects.
 */
function arrivalOf(booking: Arrival): { readonly move: Arrival['moves'][number] | undefined; readonly stage: Stage } {
  const { action, moves } = booking
  if (action === null || (action === 'pickup' && !hasLoaner(booking))) {
    return { move: moves[0], stage: 'pickup_arrived' }
  }
  const role = action === 'pickup' ? 'loaner' : 'customer'
  return { move: moves.find((move) => move.role === role), stage: 'delivery_arrived' }
}

/** What `isLate` needs of a booking; a `BookedMoves` has all of it. */
export type Arrival = Pick<BookedMoves, 'action' | 'state'> & {
  readonly moves: readonly (Pick<Move, 'role' | 'cancelStatus'> & {
    readonly stages: Move['stages'] | Readonly<Record<Stage, Stamp>>
  })[]
}

/**
 * True if the time of a booking has passed and its driver has not arrived, at the customer for a pair and at the
 * vehicle for a one-way.
 */
export function isLate(booking: Arrival & Pick<BookedMoves, 'time'>, now: UtcInstant): boolean {
  return toMillis(booking.time.utc) < toMillis(now) && awaitsArrival(booking)
}

/**
 * True while a driver is due and has not arrived. No driver is due for refused, withdrawn, canceled and rescheduled
 * bookings, and bookings placed by phone never count, because the desk cannot see the driver.
 */
export function awaitsArrival(booking: Arrival): boolean {
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
      const { move, stage } = arrivalOf(booking)
      if (move === undefined || endsMove(amendmentContext(move))) return false
      return !hasReached(move.stages, stage)
    }
    default:
      return assertNever(booking.state)
  }
}
