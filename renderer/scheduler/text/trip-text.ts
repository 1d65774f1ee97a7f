import { formatLoaner } from '../../../shared/booking/loaners.ts'
import type { BookingForm } from '../state/form.ts'

/** The words of the driver's trip. */

export const TRIP_TEXT = {
  title: "Driver's trip",
  loaner: 'Loaner',
  car: "Customer's car",
  estimated: 'est.',
  customer: "Customer's address",
  from: 'From',
  to: 'To',
} as const

export type TripStop = {
  readonly place: string
  readonly deed: string
  /** The vehicle that the driver drives from this stop on; null at the last stop. */
  readonly drives: 'loaner' | 'car' | null
}

/** Describes the stops of the form's trip: what the driver does where, with the names of the vehicles. */
export function tripStops(form: BookingForm, lot: string): readonly TripStop[] {
  const car = nameCar(form)
  if (form.kind === 'one-way') {
    return [
      { place: form.placeName || street(form, 'place') || TRIP_TEXT.from, deed: `Picks up ${car}`, drives: 'car' },
      {
        place: form.destinationName || street(form, 'destination') || TRIP_TEXT.to,
        deed: `Drops off ${car}`,
        drives: null,
      },
    ]
  }
  const there = street(form, 'place') || TRIP_TEXT.customer
  const loaner = nameLoaner(form)
  const [brought, taken] = form.kind === 'return' ? [car, loaner] : [loaner, car]
  const [out, back] = form.kind === 'return' ? (['car', 'loaner'] as const) : (['loaner', 'car'] as const)
  if (form.loanerChoice === 'none') {
    return form.kind === 'return'
      ? [
          { place: lot, deed: `Picks up ${car}`, drives: 'car' },
          { place: there, deed: `Drops off ${car}`, drives: null },
        ]
      : [
          { place: there, deed: `Picks up ${car}`, drives: 'car' },
          { place: lot, deed: `Drops off ${car}`, drives: null },
        ]
  }
  return [
    { place: lot, deed: `Picks up ${brought}`, drives: out },
    { place: there, deed: `Hands over ${brought}, takes ${taken}`, drives: back },
    { place: lot, deed: `Drops off ${taken}`, drives: null },
  ]
}

function nameCar(form: BookingForm): string {
  const name = form.vehicleModel.trim() || form.vehicleMake.trim()
  if (name !== '') return `the ${name}`
  return form.kind === 'one-way' ? 'the vehicle' : "the customer's car"
}

function nameLoaner(form: BookingForm): string {
  if (form.loanerChoice !== 'now') return 'the loaner'
  const part = (typed: string) => typed.trim() || null
  const { loanerStock, loanerVin, loanerYear, loanerMake, loanerModel } = form
  return formatLoaner(
    {
      stock: part(loanerStock),
      vin: part(loanerVin),
      year: part(loanerYear),
      make: part(loanerMake),
      model: part(loanerModel),
    },
    'the loaner',
  )
}

function street(form: BookingForm, which: 'place' | 'destination'): string {
  const [one, unit] = [form[`${which}Street`].trim(), form[`${which}Unit`].trim()]
  return one === '' || unit === '' ? one : `${one}, ${unit}`
}
