import { normalizeVin } from '../../shared/booking/vehicle.ts'
import { fieldId, focusField, setFields, type Desk } from './booking-form.ts'
import { FIELDS, type BookingForm, type FieldName } from './state/form.ts'
import { createScanWatch, vinAtEnd } from './state/scan.ts'

/*
 * The Enter key in the booking form. Enter goes to the next field and never saves, because VIN scanners end with Enter.
 */

/** Elements of the form that Enter visits: fields, the chosen option of a group, and the save button at the end. */
const STOPS = 'input:not([type="hidden"]), textarea, button[type="submit"]'

/** Moves the focus from a field of the form to the next one, and selects its text as Tab does. */
export function focusNext(form: HTMLElement, from: Element): void {
  const stops = [...form.querySelectorAll<HTMLElement>(STOPS)].filter((stop) => isStop(stop, from))
  // A field inside a popover is no stop itself, so the next stop is the first that follows it in the document.
  const next = stops.find(
    (stop) => stop !== from && (from.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  )
  next?.focus()
  if (next instanceof HTMLInputElement) next.select()
}

/** True for a visible stop that is not another option of the group that is left. */
function isStop(stop: HTMLElement, from: Element): boolean {
  if (
    stop.tabIndex < 0 ||
    stop.closest('[data-enter="skip"]') !== null ||
    !stop.checkVisibility({ visibilityProperty: true })
  )
    return false
  if (!(stop instanceof HTMLInputElement) || stop.type !== 'radio') return true
  if (from instanceof HTMLInputElement && from.name === stop.name) return false
  const group = stop.closest('[role="radiogroup"]')
  const chosen = group?.querySelector('input[type="radio"]:checked') ?? group?.querySelector('input[type="radio"]')
  return chosen === stop
}

/** Listens to the keys of a form for a VIN from a scanner, which goes to the VIN field from any element. */
export function watchScans(desk: Desk): (event: KeyboardEvent) => boolean {
  const scans = createScanWatch<BookingForm>()
  return (event) => {
    const { key, timeStamp: at, target, ctrlKey, altKey, metaKey } = event
    const { form, saving } = desk.draft.getState()
    if (!(target instanceof Element) || saving || ctrlKey || altKey || metaKey || key === 'Shift') return false
    const scan = scans.press({ key, at, target, before: form })
    if (scan === null) return false
    takeVin(desk, target, scan.vin, scan.before)
    return true
  }
}

/** Moves a VIN that ends the text of a field, typed at any speed and ended with Enter, to the empty VIN field. */
export function takeTypedVin(desk: Desk, field: Element): void {
  const { form } = desk.draft.getState()
  const [name, ...joined] = namesOf(field)
  const vin = name === undefined || joined.length > 0 || name.endsWith('Vin') ? null : vinAtEnd(form[name])
  if (name === undefined || vin === null || !['', vin].includes(normalizeVin(form[vinFieldOf(name)]))) return
  takeVin(desk, field, vin, { ...form, [name]: form[name].trimEnd().slice(0, -vin.length).trim() })
}

/** Sets the VIN of the vehicle of a field. All fields that show the typed text get back their value `before`. */
function takeVin(desk: Desk, field: Element, vin: string, before: BookingForm): void {
  const names = namesOf(field)
  const { form } = desk.draft.getState()
  const typed = FIELDS.filter((one) => form[one] !== before[one] && names.some((name) => form[name] === form[one]))
  const to = vinFieldOf(names[0] ?? 'vehicleVin')
  setFields(desk, { ...Object.fromEntries(typed.map((one) => [one, before[one]])), [to]: vin })
  // A joined field keeps its typed text until the field is left.
  if (field instanceof HTMLElement && field.id !== fieldId(to)) field.blur()
  focusField(to)
  if (document.activeElement === document.body && field instanceof HTMLElement) field.focus()
}

/** Returns the fields that an element shows. */
function namesOf(field: Element): readonly FieldName[] {
  return FIELDS.filter((one) => fieldId(one) === field.id)
}

function vinFieldOf(name: FieldName): 'vehicleVin' | 'loanerVin' {
  return /^loaner(?:Stock|Vin|Year|Color|Make|Model)$/.test(name) ? 'loanerVin' : 'vehicleVin'
}
