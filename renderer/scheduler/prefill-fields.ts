import { phoneSchema } from '../../shared/booking/phone.ts'
import { normalizeZip } from '../../shared/booking/place.ts'
import { normalizeVin, normalizeYear } from '../../shared/booking/vehicle.ts'
import {
  customerFields,
  clearedFields,
  otherVehicleFields,
  isPrefilled,
  townFields,
  vinFields,
  type PrefillSource,
} from './state/prefill-rules.ts'
import { zipAtEnd } from '../../shared/booking/address.ts'
import { addressFields } from './state/address-rules.ts'
import { formatTypedPhone } from './state/typed-phone.ts'
import { FIELDS, type BookingForm, type FieldName } from './state/form.ts'
import { fieldId, setFields, focusField, type Desk } from './booking-form.ts'

/*
 * The prefill that starts when a person leaves a field. A late answer applies to the current values of the form, and is
 * dropped if the field has changed or another form has replaced this one.
 */

/** Normalizes and checks a field that lost the focus, then fills in the fields that follow from it. */
export function onFieldBlur(desk: Desk, name: FieldName): void {
  normalizeField(desk, name)
  desk.draft.checkFields([name])
  desk.prefill.updateWarnings(desk.draft.getState().form, name)
  if (name === 'customerPhone') offerCustomer(desk)
  else if (name === 'vehicleVin') {
    put(desk, otherVehicleFields(desk.draft.getState().form, desk.prefill.getState().filled), 'customer')
    fillVehicle(desk, 'vehicle')
  } else if (name === 'loanerVin') fillVehicle(desk, 'loaner')
  else if (name === 'placeStreet') fillAddress(desk, 'place')
  else if (name === 'destinationStreet') fillAddress(desk, 'destination')
  else if (name === 'placeZip') fillTown(desk, 'place')
  else if (name === 'destinationZip') fillTown(desk, 'destination')
}

/** Replaces a typed phone, VIN, year or ZIP with its normalized text. */
function normalizeField(desk: Desk, name: FieldName): void {
  const typed = desk.draft.getState().form[name]
  const plain = normalizedText(name, typed)
  if (plain !== typed) setFields(desk, { [name]: plain })
}

function normalizedText(name: FieldName, typed: string): string {
  if (name === 'customerPhone') return formatTypedPhone(typed)
  if (name.endsWith('Zip')) return normalizeZip(typed)
  if (name.endsWith('Year')) return normalizeYear(typed)
  return name.endsWith('Vin') ? normalizeVin(typed) : typed
}

/** Requests prefill data while a person types, so that the answer is usually there when the field loses the focus. */
export function previewPrefill({ prefill }: Desk, name: FieldName, typed: string): void {
  if (name === 'customerPhone' && phoneSchema.safeParse(typed).success) void prefill.customer(formatTypedPhone(typed))
  if (name === 'placeZip' || name === 'destinationZip') void prefill.town(normalizeZip(typed))
  if (name === 'vehicleVin' || name === 'loanerVin') void prefill.vin(typed)
  const zip = name.endsWith('Street') ? zipAtEnd(typed) : null
  if (zip !== null) void prefill.town(zip)
}

/** Takes the addresses in the street fields apart at once, for a save that does not wait until a field is left. */
export function takeApartStreets(desk: Desk): void {
  for (const which of ['place', 'destination'] as const)
    takeApart(desk, which, desk.draft.getState().form[`${which}Street`])
}

/** Fills the fields of an address that replaces the whole text of a street. Returns false for any other paste. */
export function pasteIntoField(desk: Desk, field: EventTarget, pasted: string): boolean {
  if (!(field instanceof HTMLInputElement)) return false
  const which = (['place', 'destination'] as const).find((one) => field.id === fieldId(`${one}Street`))
  const isWhole = field.selectionStart === 0 && field.selectionEnd === field.value.length
  return which !== undefined && isWhole && pasteAddress(desk, which, pasted)
}

function pasteAddress(desk: Desk, which: 'place' | 'destination', pasted: string): boolean {
  const zip = zipAtEnd(pasted)
  if (zip === null || addressFields(desk.draft.getState().form, which, pasted, null) === null) return false
  const { round } = desk.draft.getState()
  void desk.prefill.town(zip).then(() => {
    if (desk.draft.getState().round === round) takeApart(desk, which, pasted)
  })
  return true
}

function fillAddress(desk: Desk, which: 'place' | 'destination'): void {
  const { form, round } = desk.draft.getState()
  const typed = form[`${which}Street`]
  const zip = zipAtEnd(typed)
  if (zip === null || desk.prefill.cachedTown(zip) !== undefined) takeApart(desk, which, typed)
  else
    void desk.prefill.town(zip).then(() => {
      const now = desk.draft.getState()
      if (now.round === round && now.form[`${which}Street`] === typed) takeApart(desk, which, typed)
    })
}

function takeApart(desk: Desk, which: 'place' | 'destination', typed: string): void {
  const zip = zipAtEnd(typed)
  const town = zip === null ? null : (desk.prefill.cachedTown(zip) ?? null)
  const { form } = desk.draft.getState()
  const fields = addressFields(form, which, typed, town?.city ?? null)
  if (fields === null) return
  put(desk, fields, 'address')
  desk.prefill.updateWarnings(desk.draft.getState().form, `${which}State`)
  if (fields[`${which}Zip`] !== undefined) fillTown(desk, which)
}

/** Fills in what a VIN says of its car, at once or when the answer is there. */
export function fillVehicle(desk: Desk, which: 'vehicle' | 'loaner'): void {
  const { prefill, draft } = desk
  const { form: before, round } = draft.getState()
  const typed = before[`${which}Vin`]
  const fill = () => {
    const { form, round: now } = draft.getState()
    const facts = prefill.cachedVin(typed)
    if (facts === undefined || now !== round || form[`${which}Vin`] !== typed) return
    put(desk, vinFields(form, prefill.getState().filled, which, facts), 'vin')
    prefill.updateWarnings(draft.getState().form, `${which}Vin`)
  }
  if (prefill.cachedVin(typed) !== undefined) fill()
  else void prefill.vin(typed).then(fill)
}

/** Fills in the town of a ZIP, at once or when the answer is there. */
export function fillTown(desk: Desk, which: 'place' | 'destination'): void {
  const { prefill, draft } = desk
  const { form: before, round } = draft.getState()
  const typed = before[`${which}Zip`]
  const fill = () => {
    const { form, round: now } = draft.getState()
    const town = prefill.cachedTown(normalizeZip(typed))
    // A new `round` means that another form has replaced this one.
    if (town === undefined || now !== round || form[`${which}Zip`] !== typed) return
    put(desk, townFields(form, prefill.getState().filled, which, town), 'zip')
    prefill.updateWarnings(draft.getState().form, `${which}Zip`)
  }
  if (prefill.cachedTown(normalizeZip(typed)) !== undefined) fill()
  else void prefill.town(normalizeZip(typed)).then(fill)
}

function offerCustomer(desk: Desk): void {
  const { prefill, draft } = desk
  const { customerPhone: phone, changes } = draft.getState().form
  // A form that changes a booking gets no customer prefill. The customer of an unchanged phone is not offered again,
  // because a person may have undone the prefill.
  if (changes !== '' || prefill.getState().known?.phone === phone || !phoneSchema.safeParse(phone).success) return
  const { round } = draft.getState()
  const offer = () => {
    const { form } = draft.getState()
    const customer = prefill.cachedCustomer(phone) ?? null
    if (form.customerPhone !== phone || draft.getState().round !== round) return
    // The prefill of the previous phone belongs to another customer.
    put(desk, clearedFields(form, prefill.getState().filled, 'customer'), 'customer')
    prefill.offer(customer === null ? null : { phone, customer, car: 0, place: 0 })
    if (customer === null) return
    acceptSuggestion(desk, 0, 0)
    // A fill can come while the focus is still on its way to the next field.
    setTimeout(() => goOnToTime(desk), 0)
  }
  if (prefill.cachedCustomer(phone) !== undefined) offer()
  else void prefill.customer(phone).then(offer)
}

/** Moves the focus from the name, which was just filled with all the rest, to the time, the next text to type. */
function goOnToTime({ draft, prefill }: Desk): void {
  const { form } = draft.getState()
  const { filled } = prefill.getState()
  const isFilled = (['customerName', 'placeStreet', 'vehicleModel'] as const).every((name) =>
    isPrefilled(form, filled, name),
  )
  if (isFilled && form.date === '' && document.activeElement?.id === fieldId('customerName')) focusField('spokenInput')
}

/** Fills in one car and one address of the known customer; `car` and `place` are indexes into the two lists. */
export function acceptSuggestion(desk: Desk, car: number, place: number): void {
  const { prefill, draft } = desk
  const { known, filled } = prefill.getState()
  if (known === null) return
  prefill.offer({ ...known, car, place })
  put(desk, customerFields(draft.getState().form, filled, known.customer, { car, place }), 'customer')
}

/** Resets each field that was prefilled for a known customer and that a person has not changed since. */
export function undoPrefill(desk: Desk): void {
  // The pressed button disappears with the prefill, so the focus moves to the phone.
  focusField('customerPhone')
  const { prefill, draft } = desk
  put(desk, clearedFields(draft.getState().form, prefill.getState().filled, 'customer'), 'customer')
}

function put(desk: Desk, values: Partial<BookingForm>, from: PrefillSource): void {
  const filledNames = FIELDS.filter((name) => values[name] !== undefined)
  if (filledNames.length === 0) return
  desk.prefill.note(values, from)
  setFields(desk, values)
  // If the focused field was just filled, its text is selected, so that typing replaces the text as after every Tab.
  // The microtask runs after the field shows the text and before the next key.
  queueMicrotask(() => {
    const field = document.activeElement
    if (field instanceof HTMLInputElement && filledNames.some((name) => field.id === fieldId(name))) field.select()
  })
}
