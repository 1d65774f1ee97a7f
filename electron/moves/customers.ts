import type { Booking } from '../../shared/booking.ts'
import { endsMove, readCancelStatus } from '../../shared/cancel.ts'
import type { KnownCustomer, KnownPlace } from '../../shared/customer.ts'
import type { BookedMoves } from '../../shared/move.ts'
import { phoneSchema } from '../../shared/phone.ts'
import type { Vehicle } from '../../shared/vehicle.ts'
import { readBooking } from '../store/bookings.ts'
import { bookingsAlike, bookingsOfPhone } from '../store/customers.ts'
import type { Remote } from '../store/outbox.ts'
import type { View } from '../store/store.ts'

/** What stands in older bookings is rarely still so. */
const MOST_BOOKINGS = 20
const MOST_CHOICES = 5
const MOST_ALIKE = 10

/** Who has this phone, as this desk's own bookings say; null for a phone that is none or that nobody has. */
export function readKnownCustomer(view: View, typed: string, remote: Remote): KnownCustomer | null {
  const phone = phoneSchema.safeParse(typed)
  if (!phone.success) return null
  const ids = bookingsOfPhone(view, phone.data, MOST_BOOKINGS)
  const bookings = ids.flatMap((id) => readBooking(view, id, remote) ?? [])
  const [newest] = bookings
  if (newest === undefined || newest.customerName === null) return null
  return {
    name: newest.customerName,
    lastSaved: newest.savedAt,
    cars: apart(bookings.flatMap(carOf), keyOfCar),
    places: apart(bookings.flatMap(placeOf), keyOfPlace),
  }
}

/** The bookings that stand on the same day for the same repair order, vehicle, phone or customer's name. */
export function readAlike(
  view: View,
  booking: Booking,
  { remote, zone, except }: { readonly remote: Remote; readonly zone: string; readonly except: string | null },
): readonly BookedMoves[] {
  const ids = bookingsAlike(view, booking, { zone, except, limit: MOST_ALIKE })
  return ids.flatMap((id) => readBooking(view, id, remote) ?? []).filter((one) => !isCanceled(one))
}

function isCanceled({ moves }: BookedMoves): boolean {
  return moves.every(({ cancelStatus }) => cancelStatus.known && endsMove(readCancelStatus(cancelStatus.value)))
}

function carOf({ moves }: BookedMoves): readonly Vehicle[] {
  const car = moves.find((move) => move.role === 'customer')?.vehicle ?? null
  return car === null ? [] : [car]
}

function placeOf({ action, moves }: BookedMoves): readonly KnownPlace[] {
  const move = moves.find((one) => one.role === 'customer')
  if (move === undefined) return []
  const { name, addressOne, addressTwo, city, state, zip } = action === 'return' ? move.delivery : move.pickup
  return [
    {
      place: { name, addressOne, addressTwo, city, state, zip },
      customerInstructions: move.specialInstructions,
      loanerInstructions: moves.find((one) => one.role === 'loaner')?.specialInstructions ?? null,
    },
  ]
}

/** By the VIN; a car that was booked without one by what it is. */
function keyOfCar({ vin, year, make, model }: Vehicle): string {
  return vin ?? [year, make, model].join(' ').toLowerCase()
}

function keyOfPlace({ place: { addressOne, addressTwo, zip } }: KnownPlace): string {
  return [addressOne, addressTwo, zip].join(' ').toLowerCase()
}

function apart<T>(all: readonly T[], keyOf: (one: T) => string): readonly T[] {
  const first = new Map<string, T>()
  for (const one of all) if (!first.has(keyOf(one))) first.set(keyOf(one), one)
  return [...first.values()].slice(0, MOST_CHOICES)
}
