import type { KnownCustomer, KnownPlace } from '../../shared/booking/customer.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { phoneSchema } from '../../shared/booking/phone.ts'
import type { Vehicle } from '../../shared/booking/vehicle.ts'
import { readBooking } from '../store/tables/bookings.ts'
import { bookingsByPhone, firstSavedAt } from '../store/queries/customers.ts'
import type { ProviderIdentity } from '../store/tables/outbox.ts'
import type { View } from '../store/tx.ts'

/** Most bookings that are read for a customer, the newest first. Older values are rarely still right. */
const MAX_BOOKINGS = 20
const MAX_CHOICES = 5
const MAX_LATEST = 3

/** Returns what the desk's own bookings hold of the customer with this phone; null for an invalid or unknown phone. */
export function readKnownCustomer(view: View, typed: string, remote: ProviderIdentity): KnownCustomer | null {
  const phone = phoneSchema.safeParse(typed)
  if (!phone.success) return null
  const ids = bookingsByPhone(view, phone.data, MAX_BOOKINGS)
  const bookings = ids.flatMap((id) => readBooking(view, id, remote) ?? [])
  const [newest] = bookings
  if (newest === undefined || newest.customerName === null) return null
  return {
    name: newest.customerName,
    lastSaved: newest.savedAt,
    since: firstSavedAt(view, phone.data) ?? newest.savedAt,
    latest: bookings.toSorted((one, other) => (one.time.utc < other.time.utc ? 1 : -1)).slice(0, MAX_LATEST),
    cars: distinctBy(bookings.flatMap(vehicleOf), vehicleKey),
    places: distinctBy(bookings.flatMap(placeOf), placeKey),
  }
}

function vehicleOf({ moves }: BookedMoves): readonly Vehicle[] {
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

/** Identifies a vehicle by its VIN; a vehicle without a VIN, by its year, make and model. */
function vehicleKey({ vin, year, make, model }: Vehicle): string {
  return vin ?? [year, make, model].join(' ').toLowerCase()
}

function placeKey({ place: { addressOne, addressTwo, zip } }: KnownPlace): string {
  return [addressOne, addressTwo, zip].join(' ').toLowerCase()
}

function distinctBy<T>(all: readonly T[], keyOf: (one: T) => string): readonly T[] {
  const first = new Map<string, T>()
  for (const one of all) if (!first.has(keyOf(one))) first.set(keyOf(one), one)
  return [...first.values()].slice(0, MAX_CHOICES)
}
