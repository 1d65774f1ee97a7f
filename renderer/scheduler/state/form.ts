import { typedNumber } from '../../../shared/booking/account-number.ts'
import { STASHED_DRAFT_PREFIX } from '../../../shared/booking/stored-draft.ts'
import { instantsOf, type UtcInstant } from '../../../shared/time/time.ts'

/*
 * The shape of the booking form: one text per field, stored as the draft. All functions are pure; `parseBooking` in
 * shared/ has the rules of a valid booking.
 */

/**
 * All fields in the order of the error summary. The screen has the same order, except that the screen shows the name of
 * a place after the address.
 */
export const FIELDS = [
  // Not shown: the id of the booking that is being changed, blank for a new booking. The draft stores the id, so that
  // a change does not become a second booking after a restart.
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
  // `spokenInput` is a time typed as people say it, such as "tomorrow 2p". `parsedInput` is not shown: it is the last
  // `spokenInput` that the desk understood.
  'spokenInput',
  'parsedInput',
  'date',
  'time',
  'occurrence',
  // The time of the return that is booked with its pickup, as a person types it; asked for outside the form.
  'returnInput',
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
  'payerNumber',
] as const

export type FieldName = (typeof FIELDS)[number]

/**
 * The text of each field. `kind` is pickup, return or one-way; `date` is YYYY-MM-DD and `time` hh:mm in the rooftop's
 * zone; `occurrence` says which of two equal wall times is meant (first, second); a gearbox is automatic or manual;
 * `loanerChoice` is later, now, or none for a booking without a loaner.
 */
export type BookingForm = { readonly [Name in FieldName]: string }

const DEFAULTS: Partial<BookingForm> = {
  kind: 'pickup',
  vehicleGearbox: 'automatic',
  loanerChoice: 'later',
  loanerGearbox: 'automatic',
}

/** Returns a form with the default choices and no text. */
export function emptyForm(): BookingForm {
  return restoreForm({})
}

/** Builds the form of a stored draft, with defaults for missing fields. Names that are not fields are ignored. */
export function restoreForm(kept: Readonly<Record<string, string>>): BookingForm {
  const entries = FIELDS.map((name) => [name, kept[name] ?? DEFAULTS[name] ?? ''])
  return Object.fromEntries(entries) as BookingForm
}

/** Returns the note to the driver with more lines. */
export function addNotes(form: BookingForm, notes: readonly string[]): Partial<BookingForm> {
  const name = form.kind === 'one-way' ? 'moveInstructions' : 'customerInstructions'
  return notes.length === 0 ? {} : { [name]: [form[name], ...notes].filter((text) => text !== '').join('\n') }
}

/**
 * Builds the draft to store: the form, and the form that a person can put back (`waiting`). The fields of `waiting`
 * get the prefix `STASHED_DRAFT_PREFIX`.
 */
export function toStoredDraft(form: BookingForm, waiting: BookingForm | null): Readonly<Record<string, string>> {
  if (waiting === null) return form
  const behind = FIELDS.filter((name) => waiting[name] !== '').map((name) => [
    STASHED_DRAFT_PREFIX + name,
    waiting[name],
  ])
  return { ...form, ...Object.fromEntries(behind) }
}

/** Returns the form that a person can put back from a stored draft; null if there is none. */
export function stashedForm(kept: Readonly<Record<string, string>>): BookingForm | null {
  const behind = Object.entries(kept).filter(([name]) => name.startsWith(STASHED_DRAFT_PREFIX))
  if (behind.length === 0) return null
  return restoreForm(Object.fromEntries(behind.map(([name, text]) => [name.slice(STASHED_DRAFT_PREFIX.length), text])))
}

/** True if the form holds nothing worth storing. A chosen `kind` alone does not count. */
export function isEmpty(form: BookingForm): boolean {
  const empty = emptyForm()
  return FIELDS.every((name) => name === 'kind' || form[name] === empty[name])
}

/**
 * The meaning of the typed date and time in the rooftop's zone: incomplete (`open`), skipped by the spring clock
 * change (`gap`), repeated by the fall clock change (`twice`), or one instant (`known`).
 */
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

export function intendedTime(form: Pick<BookingForm, 'date' | 'time' | 'occurrence'>, zone: string): MeantTime {
  if (form.date === '' || form.time === '') return { kind: 'open' }
  const [first, second] = instantsOf(`${form.date}T${form.time}`, zone)
  if (first === undefined) return { kind: 'gap' }
  if (second === undefined) return { kind: 'known', utc: first }
  const chosen = form.occurrence === 'first' ? first : form.occurrence === 'second' ? second : null
  return { kind: 'twice', first, second, chosen }
}

/** Returns the UTC instant of the typed time; null if the time is incomplete, skipped, or repeated and not chosen. */
export function intendedInstant(
  form: Pick<BookingForm, 'date' | 'time' | 'occurrence'>,
  zone: string,
): UtcInstant | null {
  const meant = intendedTime(form, zone)
  if (meant.kind === 'known') return meant.utc
  return meant.kind === 'twice' ? meant.chosen : null
}

/**
 * Builds the unchecked input of `parseBooking`. Drops the fields that the chosen kind or loaner choice hides, and
 * uses the customer's name for a blank place of a pair.
 */
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
      payerNumber: typedNumber(form.payerNumber) ?? null,
      notes: { dealerContact: form.moveContact, specialInstructions: form.moveInstructions },
    }
  }
  const place = placeOf(form, 'place')
  return {
    kind: 'pair',
    action: form.kind,
    appointment: when,
    customer: { name: form.customerName, phone: form.customerPhone },
    // The provider requires a name for each place. The customer's name is the default at a customer's address.
    place: { ...place, name: place.name.trim() === '' ? form.customerName : place.name },
    vehicle,
    withLoaner: form.loanerChoice !== 'none',
    loaner: form.loanerChoice === 'now' ? loanerOf(form) : null,
    reference: form.reference,
    payerNumber: typedNumber(form.payerNumber) ?? null,
    customerNotes: { dealerContact: form.customerContact, specialInstructions: form.customerInstructions },
    loanerNotes:
      form.loanerChoice === 'none'
        ? {}
        : { dealerContact: form.loanerContact, specialInstructions: form.loanerInstructions },
  }
}

/** Returns a place as typed, unchecked. */
function placeOf(form: BookingForm, which: 'place' | 'destination') {
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

/** Returns the field of the city that stands with a state in one field of the screen. */
export function cityOf(name: FieldName): FieldName {
  return name.startsWith('place') ? 'placeCity' : 'destinationCity'
}
