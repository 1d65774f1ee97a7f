import { phoneSchema } from '../../shared/phone.ts'
import { plainZip } from '../../shared/place.ts'
import { plainVin, plainYear } from '../../shared/vehicle.ts'
import { customerFields, emptied, otherCar, townFields, type FillSource } from '../state/fills.ts'
import { FIELDS, type BookingForm, type FieldName } from '../state/form.ts'
import { fieldId, fillFields, focusField, type Desk } from './booking-form.ts'

/*
 * What happens when a field is left beside its check: the desk fills in what follows from it. Answers come late at times;
 * what they would fill in is decided when they are there.
 */

/** A field was left. */
export function leaveField(desk: Desk, name: FieldName): void {
  tidy(desk, name)
  desk.draft.left([name])
  desk.advice.look(desk.draft.getState().form, name)
  if (name === 'customerPhone') offerCustomer(desk)
  else if (name === 'vehicleVin')
    put(desk, otherCar(desk.draft.getState().form, desk.advice.getState().filled), 'customer')
  else if (name === 'placeZip') fillTown(desk, 'place')
  else if (name === 'destinationZip') fillTown(desk, 'destination')
}

/** Shows a VIN, a year or a ZIP as it will be kept. */
function tidy(desk: Desk, name: FieldName): void {
  const typed = desk.draft.getState().form[name]
  const plain = tidied(name, typed)
  if (plain !== typed) fillFields(desk, { [name]: plain })
}

function tidied(name: FieldName, typed: string): string {
  if (name.endsWith('Zip')) return plainZip(typed)
  if (name.endsWith('Year')) return plainYear(typed)
  return name.endsWith('Vin') ? plainVin(typed) : typed
}

/** Asks for what will be wanted when the field is left, so that it is there before the next field has the focus. */
export function lookAhead({ advice }: Desk, name: FieldName, typed: string): void {
  if (name === 'customerPhone' && phoneSchema.safeParse(typed).success) void advice.customer(typed)
  if (name === 'placeZip' || name === 'destinationZip') void advice.town(plainZip(typed))
}

function fillTown(desk: Desk, which: 'place' | 'destination'): void {
  const { advice, draft } = desk
  const typed = draft.getState().form[`${which}Zip`]
  const fill = () => {
    const { form } = draft.getState()
    const town = advice.townNow(plainZip(typed))
    if (town === undefined || form[`${which}Zip`] !== typed) return
    put(desk, townFields(form, advice.getState().filled, which, town), 'zip')
    advice.look(draft.getState().form, `${which}Zip`)
  }
  if (advice.townNow(plainZip(typed)) !== undefined) fill()
  else void advice.town(plainZip(typed)).then(() => inStep(desk) && fill())
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
    put(desk, emptied(form, advice.getState().filled, 'customer'), 'customer')
    advice.offer(customer === null ? null : { phone, customer, car: 0, place: 0 })
    if (customer !== null) takeKnown(desk, 0, 0)
  }
  if (advice.customerNow(phone) !== undefined) offer()
  else void advice.customer(phone).then(() => inStep(desk) && offer())
}

/** Fills in this car and this address of the known customer. */
export function takeKnown(desk: Desk, car: number, place: number): void {
  const { advice, draft } = desk
  const { known, filled } = advice.getState()
  if (known === null) return
  advice.offer({ ...known, car, place })
  put(desk, customerFields(draft.getState().form, filled, known.customer, { car, place }), 'customer')
}

/** Takes everything out again that the known customer filled in and nobody changed since. */
export function takeOut(desk: Desk): void {
  // What was pressed is gone with what it spoke of.
  focusField('customerPhone')
  const { advice, draft } = desk
  put(desk, emptied(draft.getState().form, advice.getState().filled, 'customer'), 'customer')
}

function put(desk: Desk, values: Partial<BookingForm>, from: FillSource): void {
  const put = FIELDS.filter((name) => values[name] !== undefined)
  if (put.length === 0) return
  desk.advice.note(values, from)
  fillFields(desk, values)
  // Where the focus is in a field already, typing replaces what was filled in, as after every Tab. In a microtask: once
  // the field shows it, and before the next key.
  queueMicrotask(() => {
    const field = document.activeElement
    if (field instanceof HTMLInputElement && put.some((name) => field.id === fieldId(name))) field.select()
  })
}

/** False once this form is no longer the one on the screen: it must not speak for it. */
function inStep({ form, draft }: Desk): boolean {
  const kept = draft.getState().form
  return FIELDS.every((name) => form.state.values[name] === kept[name])
}
