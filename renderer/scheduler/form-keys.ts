import { normalizeVin, vinWarning } from '../../shared/booking/vehicle.ts'
import { fieldId, focusField, setFields, type Desk } from './booking-form.ts'
import { FIELDS, type FieldName } from './state/form.ts'

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

/**
 * Moves a VIN that was scanned into another field to the empty VIN field. Returns false if the field holds no whole VIN
 * with a right check digit.
 */
export function takeScannedVin(desk: Desk, field: Element): boolean {
  const name = FIELDS.find((one) => fieldId(one) === field.id)
  if (name === undefined || !isScanTarget(name)) return false
  const { form } = desk.draft.getState()
  const scanned = normalizeVin(form[name])
  if (scanned.length !== 17 || vinWarning(scanned) !== null || form.vehicleVin.trim() !== '') return false
  setFields(desk, { [name]: '', vehicleVin: scanned })
  focusField('vehicleVin')
  return true
}

function isScanTarget(name: FieldName): boolean {
  return !name.endsWith('Vin') && !name.endsWith('Instructions')
}
