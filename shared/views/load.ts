import { z } from 'zod/mini'
import type { Trip } from '../booking/trip.ts'
import { issueCode } from '../field-issues.ts'
import { isDate, type UtcInstant } from '../time/time.ts'

/*
 * How busy a day is: the trips by quarter hour, and the number of bookings of many days. Only bookings for which a
 * driver is due count: withdrawn, refused and canceled bookings do not.
 */

/** Most days that one call counts: six weeks, as a month's calendar shows them. */
const MAX_COUNTED_DAYS = 42

const date = z.string().check(z.maxLength(10), z.refine(isDate, issueCode('time-not-real')))

/** `date` is a day in the rooftop's zone; `except` the id of the booking that the form changes, or null. */
export const dayLoadRequestSchema = z.strictObject({
  date,
  except: z.nullable(z.string().check(z.minLength(1), z.maxLength(64))),
})

/** The `days` days from `from` on, in the rooftop's zone. */
export const bookingCountsRequestSchema = z.strictObject({
  from: date,
  days: z.int().check(z.minimum(1), z.maximum(MAX_COUNTED_DAYS)),
})

/** The planned trip of a saved booking, and the values that name the booking in a list. */
export type PlannedTrip = Trip & {
  readonly bookingId: string
  /** Null for a one-way. */
  readonly action: 'pickup' | 'return' | null
  readonly customerName: string | null
  /** The stock number of the vehicle that is no loaner. */
  readonly stock: string | null
  /** The other desk of the rooftop that has the booking; null for a booking of this desk. */
  readonly desk: string | null
}

export type DayLoad = {
  /** `YYYY-MM-DD` in the rooftop's zone. */
  readonly date: string
  /** The first instant of the day. `to` is the first instant of the next day, 23 to 25 hours later. */
  readonly from: UtcInstant
  readonly to: UtcInstant
  /** Trips under way in each quarter hour from `from` on (`countTripsByQuarter`): 92, 96 or 100 numbers. */
  readonly quarters: readonly number[]
  /** The trips that touch the day, in order of their booking's time, also of bookings of the day before or after. */
  readonly trips: readonly PlannedTrip[]
  /** Number of bookings whose own time is on the day. */
  readonly bookings: number
}

/** The number of bookings whose own time is on a day (`YYYY-MM-DD` in the rooftop's zone). */
export type BookingCount = { readonly date: string; readonly bookings: number }
