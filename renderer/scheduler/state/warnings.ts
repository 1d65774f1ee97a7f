import type { ZipTown } from '../../../shared/booking/customer.ts'
import { isUnlikelyPhone } from '../../../shared/booking/phone.ts'
import { normalizeZip } from '../../../shared/booking/place.ts'
import { findUnusualPhone } from '../../../shared/booking/unusual.ts'
import { stateCode } from '../../../shared/booking/us-state.ts'
import { normalizeVin, normalizeYear, vinWarning, yearWarning } from '../../../shared/booking/vehicle.ts'
import { isOtherMake } from '../../../shared/paste/makes.ts'
import type { VinFacts } from '../../../shared/booking/vin-year.ts'
import { describeFieldIssue } from '../../app/text/field-issue-text.ts'
import {
  describeTownOfZip,
  describeUnknownState,
  describeVinFact,
  UNKNOWN_ZIP,
  UNLIKELY_PHONE,
} from '../text/issue-text.ts'
import type { BookingForm, FieldName } from './form.ts'

/*
 * Warnings of probable typing errors and of unusual values, none of which is a rule of a provider. A warning shows
 * until its field or the `relatedField` changes, and never prevents a save.
 */

/** The requested towns by ZIP; null for a ZIP that the offline data does not have. */
export type Towns = ReadonlyMap<string, ZipTown | null>

/** What the decoded VINs told, by normalized VIN. */
export type Vins = ReadonlyMap<string, VinFacts>

/** Returns the warning for the value of a field, as a sentence; null if there is none. */
export function warningOf(form: BookingForm, name: FieldName, towns: Towns, vins: Vins): string | null {
  if (name === 'customerPhone') {
    const unusual = findUnusualPhone(form.customerPhone)
    if (unusual !== null) return describeFieldIssue(unusual)
    return isUnlikelyPhone(form.customerPhone) ? UNLIKELY_PHONE : null
  }
  if (name === 'vehicleVin' || name === 'loanerVin') return vinWarning(form[name])
  if (name === 'vehicleYear')
    return yearWarning(form.vehicleYear) ?? conflictWarning(form.vehicleVin, form.vehicleYear, vins)
  if (name === 'loanerYear')
    return yearWarning(form.loanerYear) ?? conflictWarning(form.loanerVin, form.loanerYear, vins)
  if (name === 'vehicleMake') return makeWarning(form.vehicleVin, form.vehicleMake, vins)
  if (name === 'loanerMake') return makeWarning(form.loanerVin, form.loanerMake, vins)
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

function conflictWarning(vin: string, year: string, vins: Vins): string | null {
  const told = vins.get(normalizeVin(vin))?.year ?? null
  const typed = normalizeYear(year)
  return told === null || typed === '' || typed === String(told) ? null : describeVinFact(told)
}

function makeWarning(vin: string, make: string, vins: Vins): string | null {
  const told = vins.get(normalizeVin(vin))?.make ?? null
  return told !== null && isOtherMake(make, told) ? describeVinFact(told) : null
}

const BOUND: { readonly [Name in FieldName]?: FieldName } = {
  vehicleVin: 'vehicleYear',
  vehicleYear: 'vehicleVin',
  vehicleMake: 'vehicleVin',
  loanerVin: 'loanerYear',
  loanerYear: 'loanerVin',
  loanerMake: 'loanerVin',
  placeZip: 'placeState',
  placeState: 'placeZip',
  destinationZip: 'destinationState',
  destinationState: 'destinationZip',
}

/**
 * Returns the field that a field is checked against: the state for its ZIP, the year for its VIN, and the reverse, and
 * the VIN for its make. Null for any other field.
 */
export function relatedField(name: FieldName): FieldName | null {
  return BOUND[name] ?? null
}
