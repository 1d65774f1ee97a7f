import { timeOf, type Booking } from '../../shared/booking.ts'
import { sayState, type BookedMoves } from '../../shared/move.ts'
import { sayPhone } from '../../shared/phone.ts'
import { sayPlace, type Place } from '../../shared/place.ts'
import { sayTime } from '../../shared/time-words.ts'
import { type UtcInstant } from '../../shared/time.ts'
import { sayVehicle, type Vehicle } from '../../shared/vehicle.ts'
import { sayMark } from '../../shared/wish.ts'
import { markOfBooking } from './words.ts'

/** What is told of a booking beside another, line by line; both have the same lines. */
export type Told = {
  readonly what: string
  readonly who: string
  readonly phone: string
  readonly car: string
  readonly vin: string
  readonly when: string
  readonly where: string
  readonly order: string
  readonly state: string
  readonly number: string
}

export const LINES: readonly { readonly key: keyof Told; readonly label: string }[] = [
  { key: 'what', label: 'What' },
  { key: 'who', label: 'Who' },
  { key: 'phone', label: 'Phone' },
  { key: 'car', label: 'Car' },
  { key: 'vin', label: 'VIN' },
  { key: 'when', label: 'When' },
  { key: 'where', label: 'Where' },
  { key: 'order', label: 'Repair order' },
  { key: 'state', label: 'State' },
  { key: 'number', label: 'Move number' },
]

const NONE = 'none'
const KINDS = { pickup: 'Pickup with loaner', return: 'Return with loaner' } as const

/** The booking that stands in the form. */
export function tellTyped(booking: Booking, now: UtcInstant): Told {
  const pair = booking.kind === 'pair' ? booking : null
  const time = timeOf(booking)
  return {
    what: pair === null ? 'One-way' : KINDS[pair.action],
    who: pair?.customer.name ?? NONE,
    phone: pair === null ? NONE : sayPhone(pair.customer.phone),
    ...tellCar(booking.vehicle),
    when: sayTime(time.utc, time.zone, now),
    where: sayPlace(booking.place),
    order: booking.reference ?? NONE,
    state: 'Not saved yet',
    number: NONE,
  }
}

export function tellKept(booking: BookedMoves, now: UtcInstant): Told {
  const [move] = booking.moves
  const mark = markOfBooking(booking)
  const place: Place | undefined = booking.action === 'return' ? move?.delivery : move?.pickup
  const numbers = booking.moves.flatMap(({ number }) => (number.known ? [number.value] : []))
  return {
    what: booking.action === null ? 'One-way' : KINDS[booking.action],
    who: booking.customerName ?? NONE,
    phone: booking.customerPhone === null ? NONE : sayPhone(booking.customerPhone),
    ...tellCar(move?.vehicle ?? null),
    when: sayTime(booking.time.utc, booking.time.zone, now),
    where: place === undefined ? NONE : sayPlace(place),
    order: booking.reference ?? NONE,
    state: mark === null ? sayState(booking.state) : sayMark(mark),
    number: numbers.length === 0 ? 'not yet known' : numbers.join(', '),
  }
}

function tellCar(vehicle: Vehicle | null): Pick<Told, 'car' | 'vin'> {
  return { car: sayVehicle(vehicle), vin: vehicle?.vin ?? NONE }
}

/** True where the two say the same of something by which bookings are taken for one another. */
export function isSame(key: keyof Told, one: Told, other: Told): boolean {
  const binds = key === 'who' || key === 'phone' || key === 'vin' || key === 'order'
  return binds && one[key] !== NONE && plain(one[key]) === plain(other[key])
}

function plain(text: string): string {
  return text.replace(/ ext\. .*$/, '').toLowerCase()
}
