import { effectiveReference } from '../../../shared/booking/added-facts.ts'
import { bookingTime, type Booking } from '../../../shared/booking/booking.ts'
import { hasLoaner, type BookedMoves } from '../../../shared/move/move.ts'
import { formatPhone } from '../../../shared/booking/phone.ts'
import { formatPlace, type Place } from '../../../shared/booking/place.ts'
import { formatTime } from '../../../shared/time/format.ts'
import { type UtcInstant } from '../../../shared/time/time.ts'
import { formatVehicle, type Vehicle } from '../../../shared/booking/vehicle.ts'
import { statusOf } from '../../../shared/outbox/booking-status.ts'

/** The lines in which the duplicate dialog compares two bookings, as shown on the screen. */
export type ComparableBooking = {
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
  /** The desk of the rooftop that made the booking. */
  readonly desk: string
  /** The repair order that holds now and the one that was sent, without blanks and repeats. */
  readonly orders: readonly string[]
}

export type ComparedField = Exclude<keyof ComparableBooking, 'orders'>

export const COMPARED_FIELDS: readonly { readonly key: ComparedField; readonly label: string }[] = [
  { key: 'what', label: 'What' },
  { key: 'who', label: 'Who' },
  { key: 'phone', label: 'Phone' },
  { key: 'car', label: 'Car' },
  { key: 'vin', label: 'VIN' },
  { key: 'when', label: 'When' },
  { key: 'where', label: 'Where' },
  { key: 'order', label: 'RO number' },
  { key: 'state', label: 'State' },
  { key: 'number', label: 'Move number' },
  { key: 'desk', label: 'Desk' },
]

const NONE = 'none'
const THIS_DESK = 'Yours'

function describeKind(action: 'pickup' | 'return' | null, withLoaner: boolean): string {
  if (action === null) return 'One-way'
  return `${action === 'pickup' ? 'Pickup' : 'Return'}${withLoaner ? ' +' : ', no'} loaner`
}

/** Returns the lines of the booking in the form, which is not saved yet. */
export function fromForm(booking: Booking, now: UtcInstant): ComparableBooking {
  const pair = booking.kind === 'pair' ? booking : null
  const time = bookingTime(booking)
  return {
    what: describeKind(pair?.action ?? null, pair?.withLoaner ?? false),
    who: pair?.customer.name ?? NONE,
    phone: pair === null ? NONE : formatPhone(pair.customer.phone),
    ...formatComparedVehicle(booking.vehicle),
    when: formatTime(time.utc, time.zone, now),
    where: formatPlace(booking.place),
    order: booking.reference ?? NONE,
    orders: booking.reference === null ? [] : [booking.reference],
    state: 'Not saved yet',
    number: NONE,
    desk: THIS_DESK,
  }
}

export function fromBooking(booking: BookedMoves, now: UtcInstant): ComparableBooking {
  const [move] = booking.moves
  const place: Place | undefined = booking.action === 'return' ? move?.delivery : move?.pickup
  const order = effectiveReference(booking)
  const orders = [...new Set([order, booking.reference])].filter((one) => one !== null)
  const numbers = booking.moves.flatMap(({ number }) => (number.known ? [number.value] : []))
  return {
    what: describeKind(booking.action, hasLoaner(booking)),
    who: booking.customerName ?? NONE,
    phone: booking.customerPhone === null ? NONE : formatPhone(booking.customerPhone),
    ...formatComparedVehicle(move?.vehicle ?? null),
    when: formatTime(booking.time.utc, booking.time.zone, now),
    where: place === undefined ? NONE : formatPlace(place),
    order: describeOrder(orders),
    orders,
    state: statusOf(booking).label,
    number: numbers.length === 0 ? '–' : numbers.join(', '),
    desk: booking.desk ?? THIS_DESK,
  }
}

function describeOrder([order = NONE, sent]: readonly string[]): string {
  return sent === undefined ? order : `${order} (sent: ${sent})`
}

function formatComparedVehicle(vehicle: Vehicle | null): Pick<ComparableBooking, 'car' | 'vin'> {
  return { car: formatVehicle(vehicle, NONE), vin: vehicle?.vin ?? NONE }
}

/** True if both bookings have the same known value in a line that a booking has before the save. */
export function isSame(key: ComparedField, one: ComparableBooking, other: ComparableBooking): boolean {
  if (key === 'order') return one.orders.some((order) => other.orders.some((same) => plain(same) === plain(order)))
  if (key === 'state' || key === 'number' || key === 'desk' || one[key] === NONE) return false
  return plain(one[key]) === plain(other[key])
}

function plain(text: string): string {
  return text.replace(/ ext\. .*$/, '').toLowerCase()
}
