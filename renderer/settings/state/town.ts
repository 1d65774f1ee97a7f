import type { ZipTown } from '../../../shared/booking/customer.ts'
import type { SettingsForm } from './settings-form.ts'

/** A ZIP of five digits and its town; null for a ZIP that the offline data does not hold. */
export type TownOfZip = { readonly zip: string; readonly town: ZipTown | null }

/**
 * Returns the form with city and state of a ZIP. Only an empty field and a field that names the town of the ZIP before
 * change, and an unknown ZIP empties the latter.
 */
export function withTown(form: SettingsForm, { town }: TownOfZip, before: TownOfZip | null): SettingsForm {
  const next = (name: 'city' | 'state') =>
    form[name].trim() === '' || form[name] === before?.town?.[name] ? (town?.[name] ?? '') : form[name]
  return { ...form, city: next('city'), state: next('state') }
}
