import type { KnownCustomer, KnownPlace, ZipTown } from '../../../shared/booking/customer.ts'
import { normalizeVin, type Vehicle } from '../../../shared/booking/vehicle.ts'
import type { VinFacts } from '../../../shared/booking/vin-year.ts'
import { withWindowLine } from '../../../shared/time/window-line.ts'
import { emptyForm, FIELDS, type BookingForm, type FieldName } from './form.ts'

/*
 * The rules of the prefill. A field is filled only while it is empty or still holds a prefilled value, so a person's
 * text is never overwritten.
 */

export type PrefillSource = 'zip' | 'customer' | 'address' | 'vin'

/** The values that the desk filled in, by field. */
export type PrefilledFields = {
  readonly [Name in FieldName]?: { readonly value: string; readonly from: PrefillSource }
}

const EMPTY = emptyForm()

/** True while a field holds the value that the desk filled in. */
export function isPrefilled(form: BookingForm, filled: PrefilledFields, name: FieldName): boolean {
  return filled[name] !== undefined && filled[name].value !== EMPTY[name] && filled[name].value === form[name]
}

function mayFill(form: BookingForm, filled: PrefilledFields, name: FieldName): boolean {
  const by = filled[name]
  // An address that a person typed as a whole is that person's text.
  const isOwn = by?.value === form[name] && by.from !== 'address'
  return form[name].trim() === '' || form[name] === EMPTY[name] || isOwn
}

/** Returns city and state of a ZIP. An unknown ZIP (`town` is null) empties what another ZIP filled in. */
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
  // City and state of a known customer's address stay as booked while the form has the ZIP of that address.
  const hasBookedZip = isPrefilled(form, filled, `${which}Zip`)
  const may = (name: FieldName) => mayFill(form, filled, name) && !(hasBookedZip && filled[name]?.from === 'customer')
  return pick(values, (name) => may(name) && form[name] !== values[name])
}

const VEHICLE = FIELDS.filter((name) => name.startsWith('vehicle'))
const PLACE = FIELDS.filter((name) => name.startsWith('place'))

/**
 * Returns name, car and address of a known customer, and the last instructions for that address. A car and an address
 * are filled completely or not at all, because a mix of two would be wrong.
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
    // A blank place name means the customer's name.
    placeName: place.name === customerName ? '' : place.name,
    placeStreet: place.addressOne,
    placeUnit: place.addressTwo ?? '',
    placeZip: place.zip,
    placeCity: place.city,
    placeState: place.state,
  }
}

function notesFields({ customerInstructions, loanerInstructions }: KnownPlace): Partial<BookingForm> {
  // The window of the last visit's time says nothing about this one.
  const plain = (notes: string | null) => withWindowLine(notes ?? '', null)
  return { customerInstructions: plain(customerInstructions), loanerInstructions: plain(loanerInstructions) }
}

/** Returns year, make and model of a decoded VIN, for the fields that are empty or were filled from another VIN. */
export function vinFields(
  form: BookingForm,
  filled: PrefilledFields,
  which: 'vehicle' | 'loaner',
  facts: VinFacts,
): Partial<BookingForm> {
  const values: Partial<BookingForm> = {
    [`${which}Year`]: facts.year === null ? '' : String(facts.year),
    [`${which}Make`]: facts.make ?? '',
    [`${which}Model`]: facts.model ?? '',
  }
  const may = (name: FieldName) =>
    form[name].trim() === '' || (filled[name]?.from === 'vin' && filled[name].value === form[name])
  return pick(values, (name) => may(name) && form[name] !== values[name])
}

/** Returns the default values of the fields that `from` filled in and that a person has not changed since. */
export function clearedFields(form: BookingForm, filled: PrefilledFields, from: PrefillSource): Partial<BookingForm> {
  return pick(EMPTY, (name) => filled[name]?.from === from && filled[name].value === form[name])
}

/**
 * Returns empty values for the rest of a prefilled car once the VIN of another car is typed, because a mix of two
 * cars would be wrong.
 */
export function otherVehicleFields(form: BookingForm, filled: PrefilledFields): Partial<BookingForm> {
  const { vehicleVin } = filled
  const known = vehicleVin?.from === 'customer' ? vehicleVin.value : ''
  const typed = normalizeVin(form.vehicleVin)
  // The typed VIN may be the tail of the prefilled VIN, and a prefilled car without a VIN may get one.
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
