import { phoneSchema } from '../../shared/booking/phone.ts'
import { normalizeZip } from '../../shared/booking/place.ts'
import { normalizeVin, normalizeYear } from '../../shared/booking/vehicle.ts'
import {
  customerFields,
  clearedFields,
  otherVehicleFields,
  townFields,
  type PrefillSource,
} from './state/prefill-rules.ts'
import { FIELDS, type BookingForm, type FieldName } from './state/form.ts'
import { fieldId, setFields, focusField, type Desk } from './booking-form.ts'

/*
 * What happens when a field is left beside its check: the desk fills in what follows from it. Answers come late at times;
 * what they would fill in is decided when they are there.
 */

/** A field was left. */
export function onFieldBlur(desk: Desk, name: FieldName): void {
  tidy(desk, name)
  desk.draft.left([name])
  desk.advice.look(desk.draft.getState().form, name)
  if (name === 'customerPhone') offerCustomer(desk)
  else if (name === 'vehicleVin')
    put(desk, otherVehicleFields(desk.draft.getState().form, desk.advice.getState().filled), 'customer')
  else if (name === 'placeZip') fillTown(desk, 'place')
  else if (name === 'destinationZip') fillTown(desk, 'destination')
}

/** Shows a VIN, a year or a ZIP as it will be kept. */
function tidy(desk: Desk, name: FieldName): void {
  const typed = desk.draft.getState().form[name]
  const plain = tidied(name, typed)
  if (plain !== typed) setFields(desk, { [name]: plain })
}

function tidied(name: FieldName, typed: string): string {
  if (name.endsWith('Zip')) return normalizeZip(typed)
  if (name.endsWith('Year')) return normalizeYear(typed)
  return name.endsWith('Vin') ? normalizeVin(typed) : typed
}

/** Asks for what will be wanted when the field is left, so that it is there before the next field has the focus. */
export function previewPrefill({ advice }: Desk, name: FieldName, typed: string): void {
  if (name === 'customerPhone' && phoneSchema.safeParse(typed).success) void advice.customer(typed)
  if (name === 'placeZip' || name === 'destinationZip') void advice.town(normalizeZip(typed))
}

function fillTown(desk: Desk, which: 'place' | 'destination'): void {
  const { advice, draft } = desk
  const { form: before, round } = draft.getState()
  const typed = before[`${which}Zip`]
  const fill = () => {
    const { form, round: now } = draft.getState()
    const town = advice.townNow(normalizeZip(typed))
    // Another form stands on the screen once the round is another.
    if (town === undefined || now !== round || form[`${which}Zip`] !== typed) return
    put(desk, townFields(form, advice.getState().filled, which, town), 'zip')
    advice.look(draft.getState().form, `${which}Zip`)
  }
  if (advice.townNow(normalizeZip(typed)) !== undefined) fill()
  else void advice.town(normalizeZip(typed)).then(fill)
}

function offerCustomer(desk: Desk): void {
  const { advice, draft } = desk
  const { customerPhone: phone, changes } = draft.getState().form
  // Who is asked for again has been offered, or was taken out again.
  if (changes !== '' || advice.getState().known?.phone === phone || !phoneSchema.safeParse(phone).success) return
  const { round } = draft.getState()
  const offer = () => {
    const { form } = draft.getState()
    const customer = advice.customerNow(phone) ?? null
    if (form.customerPhone !== phone || draft.getState().round !== round) return
    // What another phone filled in is another customer's.
    put(desk, clearedFields(form, advice.getState().filled, 'customer'), 'customer')
    advice.offer(customer === null ? null : { phone, customer, car: 0, place: 0 })
    if (customer !== null) acceptSuggestion(desk, 0, 0)
  }
  if (advice.customerNow(phone) !== undefined) offer()
  else void advice.customer(phone).then(offer)
}

/** Fills in this car and this address of the known customer. */
export function acceptSuggestion(desk: Desk, car: number, place: number): void {
  const { advice, draft } = desk
  const { known, filled } = advice.getState()
  if (known === null) return
  advice.offer({ ...known, car, place })
  put(desk, customerFields(draft.getState().form, filled, known.customer, { car, place }), 'customer')
}

/** Takes everything out again that the known customer filled in and nobody changed since. */
export function undoPrefill(desk: Desk): void {
  // What was pressed is gone with what it spoke of.
  focusField('customerPhone')
  const { advice, draft } = desk
  put(desk, clearedFields(draft.getState().form, advice.getState().filled, 'customer'), 'customer')
}

function put(desk: Desk, values: Partial<BookingForm>, from: PrefillSource): void {
  const put = FIELDS.filter((name) => values[name] !== undefined)
  if (put.length === 0) return
  desk.advice.note(values, from)
  setFields(desk, values)
  // Where the focus is in a field already, typing replaces what was filled in, as after every Tab. In a microtask: once
  // the field shows it, and before the next key.
  queueMicrotask(() => {
    const field = document.activeElement
    if (field instanceof HTMLInputElement && put.some((name) => field.id === fieldId(name))) field.select()
  })
}
