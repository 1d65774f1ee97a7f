import { normalizeZip } from '../../../shared/booking/place.ts'
import { stateCode } from '../../../shared/booking/us-state.ts'
import { formatZone } from '../../../shared/time/format.ts'
import { isZone, type UtcInstant } from '../../../shared/time/time.ts'
import { describeTownOfZip, UNKNOWN_ZIP } from '../../scheduler/text/issue-text.ts'
import type { SettingsForm } from '../state/settings-form.ts'
import type { TownOfZip } from '../state/town.ts'

/** Warnings about the address of the dealership, where drivers go. */

/** The states of each zone, by the first word of the zone's name. */
const STATES_OF_ZONE = {
  Eastern: 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC TN VA VT WV',
  Central: 'AL AR FL IA IL IN KS KY LA MI MN MO MS ND NE OK SD TN TX WI',
  Mountain: 'AZ CO ID KS MT ND NE NM NV OR SD TX UT WY',
  Pacific: 'CA ID NV OR WA',
  Alaska: 'AK',
  Hawaii: 'AK HI',
  Atlantic: 'PR VI',
}

export type PlaceWarnings = { readonly [Name in 'zip' | 'city' | 'zone']?: string | undefined }

/** Says which parts of the address contradict each other. `town` is the last ZIP that was looked up. */
export function placeWarnings(form: SettingsForm, town: TownOfZip | null, now: UtcInstant): PlaceWarnings {
  const found = town !== null && town.zip === normalizeZip(form.zip) ? town : null
  const state = stateCode(form.state) ?? form.state.trim()
  const isOther =
    (state !== '' && state !== found?.town?.state) ||
    (form.city.trim() !== '' && form.city.trim().toLowerCase() !== found?.town?.city.toLowerCase())
  return {
    zip: found !== null && found.town === null ? UNKNOWN_ZIP : undefined,
    city: found !== null && found.town !== null && isOther ? describeTownOfZip(found.zip, found.town) : undefined,
    zone: describeOtherZone(state, form.zone, now),
  }
}

function describeOtherZone(state: string, zone: string, now: UtcInstant): string | undefined {
  if (state === '' || !isZone(zone)) return undefined
  const names = Object.entries(STATES_OF_ZONE).flatMap(([name, states]) => (states.includes(state) ? [name] : []))
  const name = formatZone(zone, now)
  const fits = names.length === 0 || names.some((one) => name.startsWith(one))
  return fits ? undefined : `${state} is in ${names.join(' or ')} Time`
}
