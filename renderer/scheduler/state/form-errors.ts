import { checkAgainstClock, parseBooking, type Booking } from '../../../shared/booking/booking.ts'
import type { FieldIssue } from '../../../shared/field-issues.ts'
import { describeFormIssue, NO_LOANER_TYPED } from '../text/issue-text.ts'
import { parseTime } from '../../../shared/time/parse-time.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { cityOf, FIELDS, intendedTime, toBooking, type BookingForm, type FieldName } from './form.ts'

/** The errors of the form: one sentence per field, and in `loose` the sentences that belong to no field. */
export type FormErrors = {
  readonly fields: { readonly [Name in FieldName]?: string }
  readonly loose: readonly string[]
}

export const NO_ERRORS: FormErrors = { fields: {}, loose: [] }

export type CheckedForm =
  { readonly ok: true; readonly booking: Booking } | { readonly ok: false; readonly problems: FormErrors }

/** Checks the form as the bridge does, and against `now`, the desk's last known time. */
export function checkForm(form: BookingForm, zone: string, now: UtcInstant): CheckedForm {
  const read = parseBooking(toBooking(form, zone))
  const spokenProblem = notUnderstoodReason(form, zone, now)
  const own = {
    ...(spokenProblem !== null && { spokenInput: spokenProblem }),
    ...(lacksTypedLoaner(form) && { loanerStock: NO_LOANER_TYPED }),
  }
  if (!read.ok || Object.keys(own).length > 0) {
    const found = read.ok ? NO_ERRORS : formErrorsFrom(read.failure.issues, form, zone)
    return { ok: false, problems: { ...found, fields: { ...found.fields, ...own } } }
  }
  const late = checkAgainstClock(read.value, now)
  if (late.length > 0) return { ok: false, problems: formErrorsFrom(late, form, zone) }
  return { ok: true, booking: read.value }
}

/** True for "Enter loaner" without a value that names the loaner, which would be saved as a loaner to assign later. */
function lacksTypedLoaner({ kind, loanerChoice, ...form }: BookingForm): boolean {
  const named = [form.loanerStock, form.loanerVin, form.loanerYear, form.loanerMake, form.loanerModel]
  return kind !== 'one-way' && loanerChoice === 'now' && named.every((value) => value.trim() === '')
}

/**
 * Returns why the spoken text prevents the save; null if it does not. Text that was not understood may mean another
 * time than the date and time fields.
 */
function notUnderstoodReason(
  { spokenInput, parsedInput, date }: BookingForm,
  zone: string,
  now: UtcInstant,
): string | null {
  if (spokenInput.trim() === '' || spokenInput === parsedInput) return null
  const read = parseTime(spokenInput, { now, zone, date })
  return read.kind === 'unread' || read.kind === 'question'
    ? read.message
    : 'Not read yet. Leave this field, then look at what was understood.'
}

/** Assigns issues to the fields of the form by their paths in the booking. */
export function formErrorsFrom(issues: readonly FieldIssue[], form: BookingForm, zone: string): FormErrors {
  const fields: { [Name in FieldName]?: string } = {}
  const loose: string[] = []
  for (const issue of issues) {
    const name = fieldOf(issue.path, form, zone)
    const message = describeFormIssue(issue, name)
    if (name === null) loose.push(message)
    else fields[name] ??= message
  }
  return { fields, loose }
}

const BY_PATH: Readonly<Record<string, FieldName>> = {
  kind: 'kind',
  action: 'kind',
  'customer.phone': 'customerPhone',
  'customer.name': 'customerName',
  'vehicle.vin': 'vehicleVin',
  'vehicle.year': 'vehicleYear',
  'vehicle.make': 'vehicleMake',
  'vehicle.model': 'vehicleModel',
  'vehicle.color': 'vehicleColor',
  'vehicle.stock': 'vehicleStock',
  'vehicle.manual': 'vehicleGearbox',
  'place.name': 'placeName',
  'place.addressOne': 'placeStreet',
  'place.addressTwo': 'placeUnit',
  'place.zip': 'placeZip',
  'place.city': 'placeCity',
  'place.state': 'placeState',
  'destination.name': 'destinationName',
  'destination.addressOne': 'destinationStreet',
  'destination.addressTwo': 'destinationUnit',
  'destination.zip': 'destinationZip',
  'destination.city': 'destinationCity',
  'destination.state': 'destinationState',
  loaner: 'loanerChoice',
  withLoaner: 'loanerChoice',
  'loaner.stock': 'loanerStock',
  'loaner.vin': 'loanerVin',
  'loaner.year': 'loanerYear',
  'loaner.color': 'loanerColor',
  'loaner.make': 'loanerMake',
  'loaner.model': 'loanerModel',
  'loaner.manual': 'loanerGearbox',
  reference: 'reference',
  payerNumber: 'payerNumber',
  'customerNotes.dealerContact': 'customerContact',
  'customerNotes.specialInstructions': 'customerInstructions',
  'loanerNotes.dealerContact': 'loanerContact',
  'loanerNotes.specialInstructions': 'loanerInstructions',
  'notes.dealerContact': 'moveContact',
  'notes.specialInstructions': 'moveInstructions',
}

function fieldOf(path: string, form: BookingForm, zone: string): FieldName | null {
  const top = path.split('.')[0]
  if (top === 'appointment' || top === 'readyBy') {
    if (form.date === '') return 'date'
    return intendedTime(form, zone).kind === 'twice' && form.occurrence === '' ? 'occurrence' : 'time'
  }
  // A blank place name means the customer's name, so one message at the customer is enough if both are missing.
  if (path === 'place.name' && form.kind !== 'one-way' && form.placeName.trim() === '') return 'customerName'
  return BY_PATH[path] ?? null
}

const SECTIONS = [/^customer|^place|^destination/, /^vehicle/, /./]

/** Returns the messages of the fields in the order of the screen. City and state are one field there. */
export function messagesOnScreen({ fields }: FormErrors): readonly string[] {
  const sectionOf = (name: FieldName) => SECTIONS.findIndex((section) => section.test(name))
  return FIELDS.toSorted((a, b) => sectionOf(a) - sectionOf(b)).flatMap((name) =>
    name.endsWith('State') && fields[cityOf(name)] !== undefined ? [] : (fields[name] ?? []),
  )
}
