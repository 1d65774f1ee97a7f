import type { DeskStatus } from '../../../shared/bridge/calls.ts'
import { sendBy } from '../../../shared/booking/send-by.ts'
import type { Trip } from '../../../shared/booking/trip.ts'
import { formatTime } from '../../../shared/time/format.ts'
import { addMinutes, toLocal } from '../../../shared/time/time.ts'

/** The words of the booking form, except the sentences about errors. */
export const FORM_TEXT = {
  newBooking: 'New booking',
  editBooking: 'Edit booking',
  kind: 'Type',
  kinds: { pickup: 'Pickup', return: 'Return', 'one-way': 'One-way' },
  summary: 'Summary',
  clear: 'Clear',
  restore: 'Restore',
  discardChanges: 'Discard changes',
  restoreChanges: 'Restore changes',
  saveChanges: 'Save changes',
  saveWithReturn: 'Book pickup + return',

  customer: 'Customer',
  phone: 'Mobile phone',
  phoneHint: 'gets the texts',
  name: 'Name',
  street: 'Street',
  unit: 'Unit',
  zip: 'ZIP',
  town: 'City, state',
  locationName: 'Location name',
  from: 'From',
  to: 'To',
  ourLot: 'Use our lot',
  customersName: "customer's name",

  vehicle: 'Vehicle',
  vin: 'VIN',
  reference: 'RO number',
  year: 'Year',
  make: 'Make',
  model: 'Model',
  color: 'Color',
  stock: 'Stock',
  transmission: 'Transmission',
  gearboxes: [
    { value: 'automatic', label: 'Automatic' },
    { value: 'manual', label: 'Manual' },
  ],

  note: 'Note for driver',
  contact: 'Driver asks for',
  customersCar: "Customer's car",
  loaner: 'Loaner',
  loanerNote: 'Note for driver, loaner',
  loanerContact: 'Driver asks for, loaner',
  loanerStock: 'Loaner stock',
  loanerVin: 'Loaner VIN',
  loanerColor: 'Loaner color',
  payer: 'Payer number',
  noDestinationField:
    "This provider's one-way has no field for a destination. It travels as the last line of the driver's note.",

  atCustomer: 'At the customer',
  readyBy: 'Ready by',
  dateAndTime: 'Date and time',
  timeExample: 'tomorrow 2p',
  calendar: 'Calendar',
  date: 'Date',
  time: 'Time',
  day: 'Day',
  today: 'Today',
  tomorrow: 'Tomorrow',

  loanerChoice: 'Which loaner',
  assignLater: 'Assign later',
  chooseLoaner: 'Choose loaner',
  typeLoaner: 'Enter loaner',
  loanerCar: 'Year, make, model',
  noLoaner: 'No loaner',
  noLoanerHere:
    'No loaner at all: book a one-way between the customer and the shop. The customer gets no texts for a one-way.',

  optional: 'optional',
  sources: {
    zip: 'from ZIP',
    vin: 'from VIN',
    customer: 'from the last booking',
    address: 'from address',
  },
  undoFill: 'Undo fill',
  knownCar: 'Which car',
  knownPlace: 'Which address',
} as const

/** The label of a segment of the type switch. */
export function describeKind(kind: 'pickup' | 'return' | 'one-way', hasLoaner: boolean): string {
  const word = FORM_TEXT.kinds[kind]
  if (kind === 'one-way') return word
  return hasLoaner ? `${word} + loaner` : `${word}, no loaner`
}

/** The button of the further details, which names a typed payer, and the end of the VIN of a typed loaner. */
export function describeMore(payer: string, vin: string): string {
  const parts = ['More details', vin === '' ? '' : `VIN …${vin.slice(-6)}`, payer === '' ? '' : `payer ${payer}`]
  return parts.filter((part) => part !== '').join(', ')
}

/** The name of the save button: what is booked. */
export function describeSave(kind: string, changes: boolean): string {
  if (changes) return FORM_TEXT.saveChanges
  return kind === 'one-way' ? 'Book one-way' : kind === 'return' ? 'Book return' : 'Book pickup'
}

/** "Filled from Aug 12", with the year unless the day is in this year. */
export function describeFill(date: string, today: string): string {
  return `Filled from ${shortDay(date, today)}`
}

function shortDay(date: string, today: string): string {
  const at = new Date(`${date}T12:00:00Z`)
  const sameYear = date.slice(0, 4) === today.slice(0, 4)
  return new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(at)
}

/** The chip of a day (`YYYY-MM-DD`): "Fri 27". */
export function describeDayChip(date: string): string {
  const at = new Date(`${date}T12:00:00Z`)
  const weekday = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short' }).format(at)
  return `${weekday} ${Number(date.slice(8))}`
}

/** The caption of the save bar: what a save does, and until when the booking of a planned trip can be sent. */
export function describePromise(trip: Pick<Trip, 'leaves' | 'arrives'> | null, status: DeskStatus): string {
  const { connection, rooftop, now } = status
  if (connection.kind === 'down') return "Saves instantly. Sends when you're back online."
  if (trip === null) return 'Saves instantly, then sends.'
  const by = sendBy({ readyBy: { utc: trip.leaves }, time: { utc: trip.arrives }, savedAt: now }, rooftop.noticeMinutes)
  const isToday = toLocal(by, rooftop.zone).slice(0, 10) === toLocal(addMinutes(now, 0), rooftop.zone).slice(0, 10)
  const [, weekday = '', clock = ''] = /^(\w+), .*, (\d+:\d\d [AP]M)/.exec(formatTime(by, rooftop.zone, now)) ?? []
  return `Saves instantly, then sends. Must be sent by ${clock}${isToday ? '' : ` ${weekday}`}.`
}
