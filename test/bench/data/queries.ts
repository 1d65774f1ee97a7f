import { chanceOf, type Chance } from '../../support/sim/seeded-rng.ts'
import { bookingAt, type Calendar } from './generator.ts'

/* What dispatchers type into the search, and what would trouble an index most. */

/** Queries of a person who looks for a booking that exists, one and two letters among them. */
export function mixedQueries(count: number, calendar: Calendar, seed = 11): readonly string[] {
  const chance = chanceOf(seed)
  return Array.from({ length: count }, (_, nth) => mixed(chance, calendar, nth))
}

function mixed(chance: Chance, calendar: Calendar, nth: number): string {
  const booking = bookingAt(chance.upTo(calendar.bookings - 1), calendar)
  const name = booking.kind === 'pair' ? booking.customer.name : booking.destination.addressOne
  const phone = booking.kind === 'pair' ? booking.customer.phone : '8045550142'
  const last = name.split(' ').at(-1) ?? name
  const vin = booking.vehicle.vin ?? ''
  const from = chance.upTo(Math.max(last.length - 4, 0))
  const kinds = [
    last,
    last.slice(0, 3),
    last.slice(0, 2),
    last.slice(0, 1),
    last.slice(from, from + 4),
    name,
    `${last} ${phone.slice(-4)}`,
    phone.slice(-7),
    phone.slice(-4),
    vin.slice(-6),
    vin.slice(-8),
    vin,
    booking.reference ?? 'encore',
    (booking.reference ?? 'PO 12').slice(-5),
    `${booking.vehicle.make} ${booking.vehicle.model}`,
    booking.place.addressOne,
    booking.place.zip,
    `${last.slice(0, 2)} ${booking.vehicle.make}`,
    `${name.slice(0, 1)} ${last.slice(0, 2)}`,
    String(chance.upTo(99)),
  ]
  return kinds[nth % kinds.length] ?? last
}

/** Queries that match nearly everything, nothing, or pieces far apart. */
export function hostileQueries(count: number, calendar: Calendar, seed = 13): readonly string[] {
  const chance = chanceOf(seed)
  return Array.from({ length: count }, (_, nth) => hostile(chance, calendar, nth))
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

function hostile(chance: Chance, calendar: Calendar, nth: number): string {
  const letters = (length: number) => Array.from({ length }, () => LETTERS[chance.upTo(35)]).join('')
  const [one, other] = mixedQueries(2, calendar, chance.upTo(1_000_000)) as [string, string]
  const kinds = [
    `${one.slice(0, 4)}${other.slice(-4)}`,
    '000000',
    `${letters(1)} ${letters(1)} ${letters(2)}`,
    letters(2),
    letters(1),
    `${letters(2)} encore`,
    'encore va 8',
    `${letters(1)} richmond`,
    `${one} ${letters(2)}`,
    'lk-',
    `${String(chance.upTo(9))}${String(chance.upTo(9))} rich va`,
    letters(3),
    'qz',
    'a e i o',
  ]
  return kinds[nth % kinds.length] ?? letters(3)
}
