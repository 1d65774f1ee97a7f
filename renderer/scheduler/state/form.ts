import { STASHED_DRAFT_PREFIX } from '../../../shared/booking/stored-draft.ts'
import { instantsOf, type UtcInstant } from '../../../shared/time/time.ts'

/*
 * The booking form's own shape: one text a field, the same that is kept as the draft. Pure; the rules of what may be
 * booked stand in shared/ and are asked through `parseBooking`.
 */

/** Every field in the order in which the eye meets it, which is also the order of the error summary. */
export const FIELDS = [
  // Not shown: the id of the booking that is changed; blank for a new one. Kept with the draft, so that after a restart a
  // change does not become a second booking.
  'changes',
  'kind',
  'customerPhone',
  'customerName',
  'vehicleVin',
  'vehicleYear',
  'vehicleMake',
  'vehicleModel',
  'vehicleColor',
  'vehicleStock',
  'vehicleGearbox',
  // A time as it was said, and (not shown) the words from which date and time were taken.
  'said',
  'heard',
  'date',
  'time',
  'clockTurn',
  'placeName',
  'placeStreet',
  'placeUnit',
  'placeZip',
  'placeCity',
  'placeState',
  'destinationName',
  'destinationStreet',
  'destinationUnit',
  'destinationZip',
  'destinationCity',
  'destinationState',
  'loanerChoice',
  'loanerStock',
  'loanerVin',
  'loanerYear',
  'loanerColor',
  'loanerMake',
  'loanerModel',
  'loanerGearbox',
  'reference',
  'customerContact',
  'customerInstructions',
  'loanerContact',
  'loanerInstructions',
  'moveContact',
  'moveInstructions',
] as const

export type FieldName = (typeof FIELDS)[number]

/**
 * `kind` is pickup, return or one-way; `date` is YYYY-MM-DD and `time` hh:mm in the rooftop's zone; `clockTurn` says which
 * of two equal wall times is meant (first, second); a gearbox is automatic or manual; `loanerChoice` is later or now.
 */
export type BookingForm = { readonly [Name in FieldName]: string }

const DEFAULTS: Partial<BookingForm> = {
  kind: 'pickup',
  vehicleGearbox: 'automatic',
  loanerChoice: 'later',
  loanerGearbox: 'automatic',
}

/** A form in which nothing was typed. */
export function emptyForm(): BookingForm {
  return restoreForm({})
}

/** The form of a kept draft. A name that is no field of the form is left out. */
export function restoreForm(kept: Readonly<Record<string, string>>): BookingForm {
  const entries = FIELDS.map((name) => [name, kept[name] ?? DEFAULTS[name] ?? ''])
  return Object.fromEntries(entries) as BookingForm
}

/** The draft as it is kept: what stands in the form, and what was taken out of it and can be put back. */
export function toStoredDraft(form: BookingForm, waiting: BookingForm | null): Readonly<Record<string, string>> {
  if (waiting === null) return form
  const behind = FIELDS.filter((name) => waiting[name] !== '').map((name) => [
    STASHED_DRAFT_PREFIX + name,
    waiting[name],
  ])
  return { ...form, ...Object.fromEntries(behind) }
}

/** What waits behind the form of a kept draft; null where nothing does. */
export function stashedForm(kept: Readonly<Record<string, string>>): BookingForm | null {
  const behind = Object.entries(kept).filter(([name]) => name.startsWith(STASHED_DRAFT_PREFIX))
  if (behind.length === 0) return null
  return restoreForm(Object.fromEntries(behind.map(([name, text]) => [name.slice(STASHED_DRAFT_PREFIX.length), text])))
}

/** Nothing worth keeping: the kind alone is not. */
export function isEmpty(form: BookingForm): boolean {
  const empty = emptyForm()
  return FIELDS.every((name) => name === 'kind' || form[name] === empty[name])
}

/** What the typed date and time mean in the rooftop's zone. */
export type MeantTime =
  | { readonly kind: 'open' }
  | { readonly kind: 'gap' }
  | {
      readonly kind: 'twice'
      readonly first: UtcInstant
      readonly second: UtcInstant
      readonly chosen: UtcInstant | null
    }
  | { readonly kind: 'known'; readonly utc: UtcInstant }

export function intendedTime(form: Pick<BookingForm, 'date' | 'time' | 'clockTurn'>, zone: string): MeantTime {
  if (form.date === '' || form.time === '') return { kind: 'open' }
  const [first, second] = instantsOf(`${form.date}T${form.time}`, zone)
  if (first === undefined) return { kind: 'gap' }
  if (second === undefined) return { kind: 'known', utc: first }
  const chosen = form.clockTurn === 'first' ? first : form.clockTurn === 'second' ? second : null
  return { kind: 'twice', first, second, chosen }
}

/** The instant that is meant, once it is certain. */
export function intendedInstant(
  form: Pick<BookingForm, 'date' | 'time' | 'clockTurn'>,
  zone: string,
): UtcInstant | null {
  const meant = intendedTime(form, zone)
  if (meant.kind === 'known') return meant.utc
  return meant.kind === 'twice' ? meant.chosen : null
}

/** The shape that `parseBooking` takes. Adds nothing and drops only what the chosen kind has no field for. */
export function toBooking(form: BookingForm, zone: string): unknown {
  const local = form.date === '' && form.time === '' ? '' : `${form.date}T${form.time}`
  const when = { local, zone, utc: intendedInstant(form, zone) ?? '' }
  const vehicle = {
    stock: form.vehicleStock,
    vin: form.vehicleVin,
    year: form.vehicleYear,
    make: form.vehicleMake,
    model: form.vehicleModel,
    color: form.vehicleColor,
    manual: readGearbox(form.vehicleGearbox),
  }
  if (form.kind === 'one-way') {
    return {
      kind: 'one-way',
      readyBy: when,
      vehicle,
      place: placeOf(form, 'place'),
      destination: placeOf(form, 'destination'),
      reference: form.reference,
      notes: { dealerContact: form.moveContact, specialInstructions: form.moveInstructions },
    }
  }
  const place = placeOf(form, 'place')
  return {
    kind: 'pair',
    action: form.kind,
    appointment: when,
    customer: { name: form.customerName, phone: form.customerPhone },
    // The provider wants a name for every place; at a customer's address that is the customer's.
    place: { ...place, name: place.name.trim() === '' ? form.customerName : place.name },
    vehicle,
    loaner: form.loanerChoice === 'now' ? loanerOf(form) : null,
    reference: form.reference,
    customerNotes: { dealerContact: form.customerContact, specialInstructions: form.customerInstructions },
    loanerNotes: { dealerContact: form.loanerContact, specialInstructions: form.loanerInstructions },
  }
}

/** A place as typed, unchecked. */
export function placeOf(form: BookingForm, which: 'place' | 'destination') {
  return {
    name: form[`${which}Name`],
    addressOne: form[`${which}Street`],
    addressTwo: form[`${which}Unit`],
    city: form[`${which}City`],
    state: form[`${which}State`],
    zip: form[`${which}Zip`],
  }
}

function loanerOf(form: BookingForm) {
  return {
    stock: form.loanerStock,
    vin: form.loanerVin,
    year: form.loanerYear,
    make: form.loanerMake,
    model: form.loanerModel,
    color: form.loanerColor,
    manual: readGearbox(form.loanerGearbox),
  }
}

function readGearbox(text: string): boolean | undefined {
  return text === 'manual' ? true : text === 'automatic' ? false : undefined
}
