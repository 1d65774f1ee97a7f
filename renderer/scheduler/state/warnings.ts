import type { ZipTown } from '../../../shared/booking/customer.ts'
import { isUnlikelyPhone } from '../../../shared/booking/phone.ts'
import { normalizeZip } from '../../../shared/booking/place.ts'
import { findUnusualPhone } from '../../../shared/booking/unusual.ts'
import { stateCode } from '../../../shared/booking/us-state.ts'
import { vinWarning, yearWarning } from '../../../shared/booking/vehicle.ts'
import { describeFieldIssue } from '../../app/text/field-issue-text.ts'
import { describeTownOfZip, describeUnknownState, UNKNOWN_ZIP, UNLIKELY_PHONE } from '../text/issue-text.ts'
import type { BookingForm, FieldName } from './form.ts'

/*
 * Warnings of probable typing errors and of unusual values, none of which is a rule of a provider. A warning shows
 * until its field or the `relatedField` changes, and never prevents a save.
 */

/** The requested towns by ZIP; null for a ZIP that the offline data does not have. */
export type Towns = ReadonlyMap<string, ZipTown | null>

/** Returns the warning for the value of a field, as a sentence; null if there is none. */
export function warningOf(form: BookingForm, name: FieldName, towns: Towns): string | null {
  if (name === 'customerPhone') {
    const unusual = findUnusualPhone(form.customerPhone)
    if (unusual !== null) return describeFieldIssue(unusual)
    return isUnlikelyPhone(form.customerPhone) ? UNLIKELY_PHONE : null
  }
  if (name === 'vehicleVin' || name === 'loanerVin') return vinWarning(form[name])
  if (name === 'vehicleYear' || name === 'loanerYear') return yearWarning(form[name])
  if (name === 'placeZip' || name === 'destinationZip') {
    return towns.get(normalizeZip(form[name])) === null ? UNKNOWN_ZIP : null
  }
  if (name === 'placeState') return stateWarning(form.placeZip, form.placeState, towns)
  return name === 'destinationState' ? stateWarning(form.destinationZip, form.destinationState, towns) : null
}

function stateWarning(zip: string, state: string, towns: Towns): string | null {
  const town = towns.get(normalizeZip(zip)) ?? null
  const typed = state.trim()
  if (typed === '') return null
  const code = stateCode(typed)
  if (town === null) {
    return code === null ? describeUnknownState(typed) : null
  }
  return code === town.state ? null : describeTownOfZip(normalizeZip(zip), town)
}

const BOUND: { readonly [Name in FieldName]?: FieldName } = {
  placeZip: 'placeState',
  placeState: 'placeZip',
  destinationZip: 'destinationState',
  destinationState: 'destinationZip',
}

/**
 * Returns the state field for a ZIP field and the ZIP field for a state field, because a state is checked against its
 * ZIP. Null for any other field.
 */
export function relatedField(name: FieldName): FieldName | null {
  return BOUND[name] ?? null
}
