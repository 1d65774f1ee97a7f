import type { OneWayBooking, PairBooking } from '../../../shared/booking/booking.ts'
import { parseBooking, type Booking } from '../../../shared/booking/booking.ts'
import { addMinutes, dateAfter, dateOf, fromMillis, instantsOf, toLocal, weekdayOf } from '../../../shared/time/time.ts'

/** Invented, plausible bookings that all differ: the number determines name, phone, car, address and reference. */

const ZONE = 'America/New_York'
const NAMES = ['Harriet Quill', 'Miles Okafor', "Nora O'Shea", 'Ines Núñez', 'Theo Brandt', 'Wren Castellane']
const CARS = [
  ['Buick', 'Enclave'],
  ['Subaru', 'Outback'],
  ['Toyota', 'Camry'],
  ['Volvo', 'XC60'],
] as const

export function pairBooking(number: number, changes: Partial<PairBooking> = {}): PairBooking {
  const [make = '', model = ''] = CARS[number % CARS.length] ?? []
  return parsed<PairBooking>({
    kind: 'pair',
    action: number % 2 === 0 ? 'pickup' : 'return',
    appointment: at(number),
    customer: { name: `${NAMES[number % NAMES.length]} ${number}`, phone: phone(number) },
    place: { name: 'Home', addressOne: `${200 + number} S Mulberry St`, city: 'Richmond', state: 'VA', zip: '23220' },
    vehicle: { vin: vin(number), year: '2019', make, model, color: 'White', manual: false },
    loaner: number % 3 === 0 ? { stock: `LN-${number}` } : null,
    reference: `RO ${10_000 + number}`,
    customerNotes: { specialInstructions: 'Gate code 0417' },
    loanerNotes: { dealerContact: 'Dana R.' },
    ...changes,
  })
}

export function oneWayBooking(number: number, changes: Partial<OneWayBooking> = {}): OneWayBooking {
  return parsed<OneWayBooking>({
    kind: 'one-way',
    readyBy: at(number),
    vehicle: { vin: vin(number), make: 'Ford', model: 'Transit', stock: `S${number}`, manual: true },
    place: {
      name: 'Northside Service lot',
      addressOne: '4100 W Broad St',
      city: 'Richmond',
      state: 'VA',
      zip: '23230',
    },
    destination: { name: 'Body shop', addressOne: `${number} Hull St`, city: 'Richmond', state: 'VA', zip: '23224' },
    reference: `RO ${10_000 + number}`,
    notes: { specialInstructions: 'Keys at the desk' },
    ...changes,
  })
}

/** A loaner Buick Encore with a stock number. */
export function encore(stock: string) {
  return { stock, vin: null, year: null, make: 'Buick', model: 'Encore', color: null, manual: false }
}

/** The day so many days from today at a clock time (hh:mm), in the PC's zone. */
export function inDays(days: number, clock: string): PairBooking['appointment'] {
  const local = `${dateAfter(dateOf(fromMillis(Date.now()), ZONE), days)}T${clock}`
  return { local, zone: ZONE, utc: instantsOf(local, ZONE)[0] ?? '' }
}

/** A time of the PC's zone so many minutes from now, in whole minutes. */
export function inMinutes(minutes: number): PairBooking['appointment'] {
  const local = toLocal(addMinutes(fromMillis(Date.now()), minutes), ZONE).slice(0, 16)
  return { local, zone: ZONE, utc: instantsOf(local, ZONE)[0] ?? '' }
}

/** The weekday so many days from today in the PC's zone, as a person types it: "fri". */
export function weekdayIn(days: number): string {
  const date = dateAfter(dateOf(fromMillis(Date.now()), ZONE), days)
  return new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })
    .format(new Date(`${date}T12:00:00Z`))
    .toLowerCase()
}

/** The first Thursday that is two or more days from today in the PC's zone, as a person types it: "thu 12/3". */
export function nextThursday(): string {
  const soon = inDays(2, '12:00').local.slice(0, 10)
  const date = dateAfter(soon, (11 - weekdayOf(soon)) % 7)
  return `thu ${Number(date.slice(5, 7))}/${Number(date.slice(8))}`
}

/** 555-0100 to 555-0199 with varying area codes, so that more than a hundred numbers differ. */
function phone(number: number): string {
  return `${['804', '540', '757', '434'][Math.floor(number / 100) % 4]} 555 01${String(number % 100).padStart(2, '0')}`
}

function vin(number: number): string {
  return `1M8GDM9AXKP${String(number).padStart(6, '0')}`
}

/** Far enough ahead that no test run is too late. */
function at(number: number) {
  const local = `2099-06-${String(1 + (number % 28)).padStart(2, '0')}T${String(9 + (number % 8)).padStart(2, '0')}:30`
  return { local, zone: ZONE, utc: instantsOf(local, ZONE)[0] ?? '' }
}

function parsed<B extends Booking>(input: unknown): B {
  const read = parseBooking(input)
  if (!read.ok) throw new Error(JSON.stringify(read.failure))
  return read.value as B
}
