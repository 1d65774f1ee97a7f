import { z } from 'zod/mini'
import type { KnownCustomer, ZipTown } from '../booking/customer.ts'
import { duplicateQuerySchema, type DuplicateCandidate } from '../booking/duplicates.ts'
import {
  loanerCheckSchema,
  loanersRequestSchema,
  type LoanerConflict,
  type LoanerState,
} from '../booking/loaner-state.ts'
import { openPickupQuerySchema } from '../booking/open-pickup.ts'
import type { VinFacts } from '../booking/vin-year.ts'
import { visitSchema, type Visit } from '../booking/visit.ts'
import type { BookedMoves } from '../move/move.ts'
import { bookingCountsRequestSchema, dayLoadRequestSchema, type BookingCount, type DayLoad } from '../views/load.ts'
import { customerSuggestionsSchema, vehicleSuggestionsSchema, type CustomerSuggestion } from '../views/suggestions.ts'
import { answers, defineCall } from './define-call.ts'

/* The calls that the booking form and the day make while a person types; see `BRIDGE_CALLS` for the failure codes. */

export const FORM_CALLS = {
  /**
   * Saves a pickup and its return in one commit; a failure saves neither. Fails as `bookMove` does, with issue paths
   * such as `back.booking.appointment`; `findDuplicates` finds the candidates of each half before.
   */
  bookVisit: defineCall(visitSchema, answers<Visit>()),
  /**
   * Suggests customers by the end of the phone (three digits or more), or by the beginnings of the words of the name or
   * the street; at most eight, the most recently booked first.
   */
  suggestCustomers: defineCall(customerSuggestionsSchema, answers<readonly CustomerSuggestion[]>()),
  /** Suggests makes, or with `make` models of that make, at most eight; `readLoaners` has the loaners to suggest. */
  suggestVehicles: defineCall(vehicleSuggestionsSchema, answers<readonly string[]>()),
  /**
   * Finds the duplicate candidates of a booking that is being typed or is about to be saved (`duplicateQuery`). The
   * window asks about those of the kind `same` before the save, and tells the others beside the form.
   */
  findDuplicates: defineCall(duplicateQuerySchema, answers<readonly DuplicateCandidate[]>()),
  /**
   * Finds the latest pickup of this phone, VIN or repair order that has no return yet, in the thirty days before and
   * after now: the form offers to book its return. Null if there is none.
   */
  findOpenPickup: defineCall(openPickupQuerySchema, answers<BookedMoves | null>()),
  /**
   * Reads what each loaner that the bookings of the last two months name does at an instant: free, due back, promised
   * or out, and with whom.
   */
  readLoaners: defineCall(loanersRequestSchema, answers<readonly LoanerState[]>()),
  /** Checks whether another customer has or gets a loaner, before the save; null for a free loaner. */
  checkLoaner: defineCall(loanerCheckSchema, answers<LoanerConflict | null>()),
  /**
   * Reads the customer of a phone from the newest bookings of this desk, without withdrawn bookings; null if these
   * bookings show no customer.
   */
  knownCustomer: defineCall(
    z.strictObject({ phone: z.string().check(z.maxLength(60)) }),
    answers<KnownCustomer | null>(),
  ),
  /** Reads city and state of a ZIP code from the offline data; null for an unknown ZIP code. */
  lookUpZip: defineCall(z.strictObject({ zip: z.string().check(z.maxLength(10)) }), answers<ZipTown | null>()),
  /** Decodes a VIN from the offline data. A value that the VIN does not tell for certain is null. */
  decodeVin: defineCall(z.strictObject({ vin: z.string().check(z.maxLength(80)) }), answers<VinFacts>()),
  /**
   * Returns the straight-line miles from the service lot to a ZIP code; null if the offline data lacks one of the two
   * ZIP codes.
   */
  distanceTo: defineCall(
    z.strictObject({ zip: z.string().check(z.maxLength(10)) }),
    answers<{ miles: number | null }>(),
  ),
  /** Reads the planned trips of a day and how many are under way in each quarter hour. Fails with `invalid`. */
  dayLoad: defineCall(dayLoadRequestSchema, answers<DayLoad>()),
  /** Counts the bookings of each day of a range, for week tabs, day chips and months. Fails with `invalid`. */
  countBookings: defineCall(bookingCountsRequestSchema, answers<readonly BookingCount[]>()),
}
