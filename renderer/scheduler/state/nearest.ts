import type { Trip } from '../../../shared/booking/trip.ts'
import { toMillis, type UtcInstant } from '../../../shared/time/time.ts'
import type { DayLoad, PlannedTrip } from '../../../shared/views/load.ts'
import type { BookingForm } from './form.ts'

/* The bookings of a day that are nearest to the time in the form. */

/** The time of a booking: of a pair at the customer, of a one-way at its start. */
export function timeOf({ action, arrives, leaves }: Pick<PlannedTrip, 'action' | 'arrives' | 'leaves'>): UtcInstant {
  return action === null ? leaves : arrives
}

/** The trip of the form as a row among the saved trips. */
export function ownTrip(form: Pick<BookingForm, 'kind' | 'customerName'>, trip: Trip): PlannedTrip {
  const action = form.kind === 'pickup' || form.kind === 'return' ? form.kind : null
  return { ...trip, bookingId: '', action, customerName: form.customerName, stock: null, desk: null }
}

/** Returns at most `most` trips whose booking is on the day, the nearest to `at`, in order of their time. */
export function nearestTrips(load: DayLoad, at: UtcInstant, most: number): readonly PlannedTrip[] {
  const distance = (trip: PlannedTrip) => Math.abs(toMillis(timeOf(trip)) - toMillis(at))
  return load.trips
    .filter((trip) => load.from <= timeOf(trip) && timeOf(trip) < load.to)
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, Math.max(0, most))
    .toSorted((one, other) => toMillis(timeOf(one)) - toMillis(timeOf(other)))
}
