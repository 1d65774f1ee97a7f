import type { KnownCustomer, KnownPlace, ZipTown } from '../../../shared/booking/customer.ts'
import { normalizeVin, type Vehicle } from '../../../shared/booking/vehicle.ts'
import { emptyForm, FIELDS, type BookingForm, type FieldName } from './form.ts'

/*
 * What the desk types for a person. A field is filled only while it is empty, or while it still holds what the desk itself
 * put there: what a person typed is never written over.
 */

export type PrefillSource = 'zip' | 'customer'

/** What the desk put into fields, by field. */
export type PrefilledFields = {
  readonly [Name in FieldName]?: { readonly value: string; readonly from: PrefillSource }
}

const EMPTY = emptyForm()

/** True while a field holds what the desk put there. */
export function isPrefilled(form: BookingForm, filled: PrefilledFields, name: FieldName): boolean {
  return filled[name] !== undefined && filled[name].value !== EMPTY[name] && filled[name].value === form[name]
}

function mayFill(form: BookingForm, filled: PrefilledFields, name: FieldName): boolean {
  return form[name].trim() === '' || form[name] === EMPTY[name] || filled[name]?.value === form[name]
}

/** City and state of a ZIP; an unknown one takes back what the desk filled in for another. */
export function townFields(
  form: BookingForm,
  filled: PrefilledFields,
  which: 'place' | 'destination',
  town: ZipTown | null,
): Partial<BookingForm> {
  const values: Partial<BookingForm> = {
    [`${which}City`]: town?.city ?? '',
    [`${which}State`]: town?.state ?? '',
  }
  // The city of a known customer's address stands as it was booked, as long as its ZIP does.
  const stands = isPrefilled(form, filled, `${which}Zip`)
  const may = (name: FieldName) => mayFill(form, filled, name) && !(stands && filled[name]?.from === 'customer')
  return pick(values, (name) => may(name) && form[name] !== values[name])
}

const VEHICLE = FIELDS.filter((name) => name.startsWith('vehicle'))
const PLACE = FIELDS.filter((name) => name.startsWith('place'))

/**
 * Name, car and address of a known customer, and what the drivers were told for that address. A car and an address are
 * filled whole or not at all: half of one and half of another is neither.
 */
export function customerFields(
  form: BookingForm,
  filled: PrefilledFields,
  customer: KnownCustomer,
  chosen: { readonly car: number; readonly place: number },
): Partial<BookingForm> {
  const car = customer.cars[chosen.car]
  const place = customer.places[chosen.place]
  const mayAll = (names: readonly FieldName[]) => names.every((name) => mayFill(form, filled, name))
  return {
    ...(mayFill(form, filled, 'customerName') ? { customerName: customer.name } : {}),
    ...(car !== undefined && mayAll(VEHICLE) ? carFields(car) : {}),
    ...(place !== undefined && mayAll(PLACE)
      ? { ...addressFields(place, customer.name), ...pick(notesFields(place), (name) => mayFill(form, filled, name)) }
      : {}),
  }
}

function carFields(car: Vehicle): Partial<BookingForm> {
  return {
    vehicleVin: car.vin ?? '',
    vehicleYear: car.year ?? '',
    vehicleMake: car.make ?? '',
    vehicleModel: car.model ?? '',
    vehicleColor: car.color ?? '',
    vehicleStock: car.stock ?? '',
    vehicleGearbox: car.manual ? 'manual' : 'automatic',
  }
}

function addressFields({ place }: KnownPlace, customerName: string): Partial<BookingForm> {
  return {
    // A blank name of the place stands for the customer's.
    placeName: place.name === customerName ? '' : place.name,
    placeStreet: place.addressOne,
    placeUnit: place.addressTwo ?? '',
    placeZip: place.zip,
    placeCity: place.city,
    placeState: place.state,
  }
}

function notesFields({ customerInstructions, loanerInstructions }: KnownPlace): Partial<BookingForm> {
  return { customerInstructions: customerInstructions ?? '', loanerInstructions: loanerInstructions ?? '' }
}

/** What empties the fields that the desk filled in and nobody changed since. */
export function clearedFields(form: BookingForm, filled: PrefilledFields, from: PrefillSource): Partial<BookingForm> {
  return pick(EMPTY, (name) => filled[name]?.from === from && filled[name].value === form[name])
}

/** What empties the rest of a known car once the VIN of another stands in it: half of one and half of another is neither. */
export function otherVehicleFields(form: BookingForm, filled: PrefilledFields): Partial<BookingForm> {
  const { vehicleVin } = filled
  const known = vehicleVin?.from === 'customer' ? vehicleVin.value : ''
  const typed = normalizeVin(form.vehicleVin)
  // The tail of a VIN is of the same car, and a car without one may be given its own.
  if (known === '' || typed === '' || known.endsWith(typed) || typed.endsWith(known)) return {}
  return pick(clearedFields(form, filled, 'customer'), (name) => VEHICLE.includes(name) && form[name] !== EMPTY[name])
}

function pick(values: Partial<BookingForm>, takes: (name: FieldName) => boolean): Partial<BookingForm> {
  const taken = FIELDS.flatMap((name) => {
    const value = values[name]
    return value !== undefined && takes(name) ? [[name, value] as const] : []
  })
  return Object.fromEntries(taken)
}
