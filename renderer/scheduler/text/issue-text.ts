import type { FieldIssue } from '../../../shared/field-issues.ts'
import { describeFieldIssue } from '../../app/text/field-issue-text.ts'
import type { FieldName } from '../state/form.ts'

/** All texts of the booking form's errors. */

/** Starts each message about an empty field, which names the field as the screen does. */
const ENTER: { readonly [Name in FieldName]?: string } = {
  customerPhone: 'Enter a mobile phone',
  customerName: 'Enter a name',
  vehicleMake: 'Enter a make',
  vehicleModel: 'Enter a model',
  placeName: 'Enter a location name',
  placeStreet: 'Enter a street',
  placeZip: 'Enter a ZIP',
  placeCity: 'Enter a city and state',
  placeState: 'Enter a state',
  destinationName: 'Enter a location name',
  destinationStreet: 'Enter a street',
  destinationZip: 'Enter a ZIP',
  destinationCity: 'Enter a city and state',
  destinationState: 'Enter a state',
  date: 'Enter a date and time',
  time: 'Enter a time',
}

/** Describes an issue at its field of the form. */
export function describeFormIssue(issue: FieldIssue, name: FieldName | null): string {
  const { code } = issue
  if (code === 'missing' || code === 'time-missing' || code === 'time-incomplete')
    return (name === null ? undefined : ENTER[name]) ?? describeFieldIssue(issue)
  if (code === 'zip-not-five-digits') return 'Needs 5 digits, like 23220'
  if (code === 'phone-incomplete') return 'Needs an area code, like (804) 555-0134'
  return describeFieldIssue(issue)
}

/** True for a message that names its empty field, so that the message can stand in the label's place. */
export function namesField(message: string): boolean {
  return message.startsWith('Enter ')
}

/** Returns the name of the empty field in a message, such as "street"; null for another message. */
export function missingName(message: string): string | null {
  return /^Enter an? (.+)$/.exec(message)?.[1] ?? null
}

/** Says how many fields prevent the save, or what does if no field is wrong. */
export function describeRefusal(messages: readonly string[], loose: readonly string[]): string {
  const [first = ''] = [...messages, ...loose]
  const count = messages.length
  if (count === 0 || loose.length > 0) return loose.join(' ') || first
  const areMissing = messages.every(namesField)
  if (count === 1) return /[.!?]$/.test(first) ? first : `${first}.`
  return areMissing ? `${count} fields are missing.` : `${count} fields need a fix.`
}

export const UNLIKELY_PHONE = 'This may not be a working number. Read it back.'
export const UNKNOWN_ZIP = 'This ZIP is not known here. Check it.'

export function describeUnknownState(state: string): string {
  return `There is no state ${state}. Check the spelling.`
}

export function describeTownOfZip(zip: string, town: { readonly city: string; readonly state: string }): string {
  return `${zip} is ${town.city}, ${town.state}`
}

/** Says which year or make the VIN names, beside another typed one. */
export function describeVinFact(fact: number | string): string {
  return `VIN: ${fact}`
}

/** The message at the stock number of "Enter loaner" while no value names the loaner. */
export const NO_LOANER_TYPED = 'Enter a loaner stock number'
