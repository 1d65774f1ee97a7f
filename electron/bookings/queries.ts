import type { KnownCustomer } from '../../shared/booking/customer.ts'
import type { DuplicateCandidate, DuplicateQuery } from '../../shared/booking/duplicates.ts'
import type { LoanerCheck, LoanerConflict, LoanerState } from '../../shared/booking/loaner-state.ts'
import type { OpenPickupQuery } from '../../shared/booking/open-pickup.ts'
import type { Rooftop } from '../../shared/booking/rooftop.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Day } from '../../shared/views/day.ts'
import type { BookingCount, DayLoad } from '../../shared/views/load.ts'
import type { History } from '../../shared/views/history.ts'
import type { Inbox } from '../../shared/views/inbox.ts'
import type { CustomerSuggestion, CustomerSuggestionQuery } from '../../shared/views/suggestions.ts'
import type { FoundBookings, Lookup } from '../../shared/views/lookup.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import type { Clock } from '../platform/clock.ts'
import { countAhead } from '../store/queries/booking-list.ts'
import { historyOf } from '../store/queries/history.ts'
import { supportDump } from '../store/queries/support-dump.ts'
import type { Store } from '../store/store.ts'
import { readBooking } from '../store/tables/bookings.ts'
import type { ProviderIdentity } from '../store/tables/outbox.ts'
import { readDay } from './day.ts'
import type { DistanceLookup } from './distance.ts'
import { findDuplicates, findOpenPickup } from './duplicates.ts'
import { readInbox } from './inbox.ts'
import { readKnownCustomer } from './known-customers.ts'
import { countBookings, readDayLoad } from './load.ts'
import { checkLoaner, createKeptLoaners, readLoaners, readLoanersAhead } from './loaners.ts'
import { findBookings } from './search.ts'
import { suggestCustomers, suggestVehicles } from './suggestions.ts'

/** The reads of the booking service. */
export type BookingQueries = {
  /** Returns the duplicate candidates of a booking, also while it is typed: on the same day in the rooftop's zone. */
  findDuplicates(query: DuplicateQuery): Result<readonly DuplicateCandidate[]>
  /** Returns the latest pickup of this phone, VIN or repair order that has no return yet; null when there is none. */
  findOpenPickup(query: OpenPickupQuery): Result<BookedMoves | null>
  /** Returns what each loaner known from bookings does at an instant, without the booking `except`. */
  readLoaners(utc: UtcInstant, except: string | null): Result<readonly LoanerState[]>
  /** Returns the booking of another customer to whom a loaner is promised; null when there is none. */
  checkLoaner(check: LoanerCheck): Result<LoanerConflict | null>
  /** Reads some of what saves and screens will ask for, in a moment without work. Returns false if nothing is left. */
  readAhead(): Result<boolean>
  /** Returns the customers that the typed text may mean, the most recently booked first. */
  suggestCustomers(query: CustomerSuggestionQuery): Result<readonly CustomerSuggestion[]>
  /** Returns makes, or models of `make`, that begin with the typed text. */
  suggestVehicles(text: string, make: string | null): Result<readonly string[]>
  /** Returns the customer with this phone; null when there is none. */
  knownCustomer(phone: string): Result<KnownCustomer | null>
  /** Returns a booking by its id. Fails with `not-found`. */
  getBooking(bookingId: string): Result<BookedMoves>
  /**
   * Returns all that the store has of a booking as text for support, also of an unreadable booking. Fails with
   * `not-found`.
   */
  supportDump(bookingId: string): Result<string>
  /** Returns what happened to a booking, and by whom. Fails with `not-found`. */
  readHistory(bookingId: string): Result<History>
  findBookings(lookup: Lookup): Result<FoundBookings>
  /** Returns the bookings, trips and week of a day (`YYYY-MM-DD`, null for today) in the rooftop's zone. */
  readDay(date: string | null): Result<Day>
  /** Returns the trips and the load by quarter hour of a day (`YYYY-MM-DD`), without the booking `except`. */
  dayLoad(date: string, except: string | null): Result<DayLoad>
  /** Returns the number of bookings of each of the `days` days from `from` on. */
  countBookings(from: string, days: number): Result<readonly BookingCount[]>
  /** Returns the bookings that wait or need a person, and a tally of the bookings that were saved today. */
  readInbox(): Result<Inbox>
}

export type QueryDeps = {
  readonly store: Store
  readonly remote: ProviderIdentity
  readonly clock: Clock
  /** Called for each read, because settings change while the app runs. */
  readonly rooftop: () => Rooftop
  readonly miles: DistanceLookup
}

export function createBookingQueries({ store, remote, clock, rooftop, miles }: QueryDeps): BookingQueries {
  const kept = createKeptLoaners(store, miles)
  return {
    getBooking(bookingId) {
      const booking = store.read((view) => readBooking(view, bookingId, remote))
      return booking === null ? fail('not-found', 'booking-not-found') : ok(booking)
    },
    supportDump(bookingId) {
      const dump = store.read((view) => supportDump(view, bookingId))
      return dump === null ? fail('not-found', 'booking-not-found') : ok(dump)
    },
    readHistory(bookingId) {
      const history = store.read((view) => historyOf(view, bookingId))
      return history === null ? fail('not-found', 'booking-not-found') : ok(history)
    },
    findDuplicates: (query) => ok(store.read((view) => findDuplicates(view, query, { remote, zone: rooftop().zone }))),
    findOpenPickup: (query) => ok(store.read((view) => findOpenPickup(view, query, { remote, now: clock.now() }))),
    readLoaners: (utc, except) =>
      ok(store.read((view) => readLoaners(view, { utc, except }, { zone: rooftop().zone, kept }))),
    checkLoaner: (check) => ok(store.read((view) => checkLoaner(view, check, { zone: rooftop().zone, miles, kept }))),
    readAhead: () => ok(store.read((view) => countAhead(view) || readLoanersAhead(view, clock.now(), kept))),
    suggestCustomers: (query) => ok(store.read((view) => suggestCustomers(view, query))),
    suggestVehicles: (text, make) => ok(store.read((view) => suggestVehicles(view, { text, make }))),
    knownCustomer: (phone) => ok(store.read((view) => readKnownCustomer(view, phone, remote))),
    findBookings(lookup) {
      const { zone, noticeMinutes } = rooftop()
      return ok(store.read((view) => findBookings(view, lookup, { remote, zone, noticeMinutes, now: clock.now() })))
    },
    readDay: (date) =>
      ok(store.read((view) => readDay(view, date, { remote, zone: rooftop().zone, now: clock.now(), miles }))),
    dayLoad: (date, except) =>
      ok(store.read((view) => readDayLoad(view, { date, except }, { zone: rooftop().zone, miles }))),
    countBookings: (from, days) => ok(store.read((view) => countBookings(view, { from, days }, rooftop().zone))),
    readInbox: () => ok(store.read((view) => readInbox(view, { remote, rooftop: rooftop(), now: clock.now() }))),
  }
}
