import type { Booking } from '../../../shared/booking/booking.ts'
import { addMinutes, dateAfter, instantsOf, type UtcInstant, type ZonedTime } from '../../../shared/time/time.ts'
import { checked } from '../../support/builders/vins.ts'
import { chanceOf, type Chance } from '../../support/sim/seeded-rng.ts'
import * as words from './words.ts'

/*
 * Invented, plausible bookings of a dealership. The number of a booking and the calendar determine every value, so any
 * booking can be made again without the bookings before.
 */

/** Part of the key of the kept stores: a change of the invented data needs another number. */
export const GENERATOR = 1

/** The time at which every bench reads a store. */
export const NOW: UtcInstant = '2026-06-15T15:00:00Z'
const TODAY = NOW.slice(0, 10)
const ZONE = 'America/New_York'
/** The days of the stored bookings before and after today. */
const DAYS_BEFORE = 1500
const DAYS_AFTER = 10
/** A visit is a pickup and, a day later, its return; a one-way follows each visit. */
const BOOKINGS_OF_VISIT = 3
const MOVES_OF_VISIT = 5
/** After so many days a loaner goes to the next customer. */
const LOANER_DAYS = 4

/** How many bookings are spread over the days of a store. Later numbers go on after the last day at the same pace. */
export type Calendar = { readonly bookings: number }

/** The calendar of a store with so many moves, a multiple of 5. */
export function calendarOf(moves: number): Calendar {
  return { bookings: (moves / MOVES_OF_VISIT) * BOOKINGS_OF_VISIT }
}

type Person = ReturnType<typeof personOf>

/** A customer with one car and one address, as every visit of that customer has them. */
function personOf(id: number) {
  const chance = chanceOf(id * 2 + 1)
  const [make, models, codes] = chance.pick(words.CARS)
  const [city, state, zips] = chance.pick(words.TOWNS)
  const street = `${chance.pick(words.STREETS).replace('-', ' ')} ${chance.pick(words.STREET_KINDS)}`
  return {
    name: `${chance.pick(words.FIRST_NAMES)} ${chance.pick(words.LAST_NAMES)}`,
    phone: `+1${chance.pick(words.AREA_CODES)}${phoneOf(id, chance)}`,
    vehicle: {
      stock: null,
      vin: vinOf(chance.pick<string>(codes), chance),
      year: String(2008 + chance.upTo(18)),
      make,
      model: chance.pick<string>(models),
      color: chance.pick(words.COLORS),
      manual: false,
    },
    place: {
      name: 'Home',
      addressOne: `${100 + chance.upTo(9800)} ${street}`,
      addressTwo: chance.fraction() < 0.15 ? `Apt ${1 + chance.upTo(400)}` : null,
      city,
      state,
      zip: chance.pick<string>(zips),
    },
  }
}

/** Some customers have the sample numbers 555-0100 to 555-0199, the others any valid number, for variety at scale. */
function phoneOf(id: number, chance: Chance): string {
  if (id % 20 === 0) return `55501${String(chance.upTo(99)).padStart(2, '0')}`
  return `${2 + chance.upTo(7)}${chance.upTo(9)}${2 + chance.upTo(7)}${String(chance.upTo(9999)).padStart(4, '0')}`
}

const VIN_SIGNS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'
const YEAR_SIGNS = 'ABCDEFGHJKLMNPRSTVWXY'

function vinOf(code: string, chance: Chance): string {
  const signs = (count: number) => Array.from({ length: count }, () => VIN_SIGNS[chance.upTo(32)]).join('')
  const serial = String(100_000 + chance.upTo(899_999))
  return checked(`${code}${signs(5)}0${YEAR_SIGNS[chance.upTo(20)]}${signs(1)}${serial}`)
}

/** The customer of a visit. A customer comes about four times. */
function visitorOf(visit: number, { bookings }: Calendar): Person {
  const visits = bookings / BOOKINGS_OF_VISIT
  return personOf(chanceOf(visit * 2).upTo(Math.max(1, Math.floor(visits / 4))))
}

/** The booking of a number, in the form that `parseBooking` returns. */
export function bookingAt(number: number, calendar: Calendar): Booking {
  const visit = Math.floor(number / BOOKINGS_OF_VISIT)
  const chance = chanceOf(number * 2 + 7)
  const notes = chance.fraction() < 0.3 ? chance.pick(words.INSTRUCTIONS) : null
  const part = number % BOOKINGS_OF_VISIT
  const at = timeOf(visit, part === 1 ? 1 : 0, calendar)
  if (part === 2) return oneWay(number, visit, { at, notes, person: personOf(number + 5_000_000) })
  const { name, phone, place, vehicle } = visitorOf(visit, calendar)
  return {
    kind: 'pair',
    action: part === 0 ? 'pickup' : 'return',
    appointment: at,
    customer: { name, phone },
    place,
    vehicle,
    withLoaner: true,
    loaner: {
      stock: `LN-${100 + (visit % loanersOf(calendar))}`,
      vin: null,
      year: null,
      make: 'Buick',
      model: 'Encore',
      color: null,
      manual: false,
    },
    reference: `RO ${100_000 + visit}`,
    payerNumber: null,
    customerNotes: { dealerContact: null, specialInstructions: notes },
    loanerNotes: { dealerContact: null, specialInstructions: null },
  }
}

function oneWay(
  number: number,
  visit: number,
  { at, notes, person }: { readonly at: ZonedTime; readonly notes: string | null; readonly person: Person },
): Booking {
  return {
    kind: 'one-way',
    readyBy: at,
    vehicle: { ...person.vehicle, stock: `S${10_000 + number}` },
    place: { ...person.place, name: 'Auction lane' },
    destination: { ...personOf(visit % 40).place, name: 'Body shop' },
    reference: visit % 3 === 0 ? null : `PO ${200_000 + number}`,
    payerNumber: null,
    notes: { dealerContact: null, specialInstructions: notes },
  }
}

function visitsPerDay({ bookings }: Calendar): number {
  return bookings / BOOKINGS_OF_VISIT / (DAYS_BEFORE + DAYS_AFTER)
}

/** So many loaners that each is back at the lot before the next customer gets it. */
function loanersOf(calendar: Calendar): number {
  return Math.max(8, Math.ceil(visitsPerDay(calendar) * LOANER_DAYS))
}

const times = new Map<string, ZonedTime>()

function timeOf(visit: number, daysLater: number, calendar: Calendar): ZonedTime {
  const day = visit / visitsPerDay(calendar) - DAYS_BEFORE
  const quarter = Math.floor((day - Math.floor(day)) * 40)
  const clock = `${String(8 + Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`
  const local = `${dateAfter(TODAY, Math.floor(day) + daysLater)}T${clock}`
  const time = times.get(local) ?? { local, zone: ZONE, utc: instantsOf(local, ZONE)[0] ?? '' }
  times.set(local, time)
  return time
}

const saved = new Map<UtcInstant, UtcInstant>()

/** When a booking was saved: three days before the booking's own time, and never after `NOW`. */
export function savedAt(number: number, calendar: Calendar): UtcInstant {
  const { utc } = timeOf(Math.floor(number / BOOKINGS_OF_VISIT), 0, calendar)
  const before = saved.get(utc) ?? addMinutes(utc, -3 * 24 * 60)
  saved.set(utc, before)
  return before < NOW ? before : NOW
}
