import type { FieldIssue } from '../../../shared/field-issues.ts'
import { MAX_MINUTES, MAX_TRIPS } from '../../../shared/booking/rooftop.ts'
import { PROFILES } from '../../../shared/desk/provider-profile.ts'
import { assertNever } from '../../../shared/result.ts'
import { providerToCall } from '../../booking/text/phone-text.ts'
import { describeAutumnOverlap, describeSpringGap } from '../../../shared/time/format.ts'

/**
 * Returns the sentence of a field issue: what is wrong, and what to enter. `label` is the name of the field on the
 * screen; without a label, the path of the issue selects the name.
 */
export function describeFieldIssue(issue: FieldIssue, label: string = labelOfPath(issue.path)): string {
  const { code, fields = {} } = issue
  switch (code) {
    case 'missing':
      return `Enter ${describeMissing(label)}.`
    case 'too-long':
      return `${label} is too long: at most ${Number(fields['max'])} characters.`
    case 'not-text':
      return `${label} must be text.`
    case 'unusable-character':
      return `${label} has a character that can't be saved. Type it again without pasting.`
    case 'unknown-field':
      return 'This field is unknown.'
    case 'wrong-type':
      return 'This part is missing or of the wrong kind.'
    case 'kind-missing':
      return 'Choose pickup, return or one-way.'
    case 'action-missing':
      return 'Choose pickup or return.'
    case 'transmission-missing':
      return 'Choose automatic or manual.'
    case 'zip-not-five-digits':
      return 'ZIP needs five digits, for example 23220.'
    case 'vin-characters':
      return 'VIN takes only letters and digits, at most 24.'
    case 'year-not-four-digits':
      return 'Year needs four digits, for example 2019.'
    case 'phone-incomplete':
      return 'Enter the phone with its area code, for example (804) 555-0134.'
    case 'phone-with-words':
      return 'Keep only the number here, and put the rest into the note for the driver.'
    case 'several-phones':
      return 'Keep only one number here, and put the other one into the note for the driver.'
    case 'phone-unusually-short':
      return `Needs ${Number(fields['usual'])} digits so the customer can get texts.`
    case 'time-missing':
      return 'Enter a date and time.'
    case 'time-incomplete':
      return 'Enter the whole date and time.'
    case 'time-not-real':
      return 'This date or time does not exist.'
    case 'time-too-far-ahead':
      return 'This date is too far ahead. Check the year.'
    case 'time-passed':
      return 'This time has passed. Choose a later one.'
    case 'time-mismatch':
      return 'Date and time do not match. Choose them again.'
    case 'time-skipped':
      return describeSpringGap(String(fields['local']), String(fields['zone']))
    case 'time-repeated':
      return `${describeAutumnOverlap(String(fields['local']), String(fields['zone']))} Choose the first or the second.`
    case 'ready-by-after-appointment':
      return 'Ready-by cannot be after the appointment. Choose an earlier time.'
    case 'return-before-pickup':
      return 'The return must be after the pickup. Choose a later time.'
    case 'zone-unknown':
      return 'The time zone is unknown. Choose it again in Settings.'
    case 'zone-not-iana':
      return 'Time zone must be an IANA name, for example America/New_York.'
    case 'not-minutes':
      return `${label} must be a whole number of minutes from 0 to ${MAX_MINUTES}.`
    case 'not-a-trip-limit':
      return `${label} must be a whole number from 1 to ${MAX_TRIPS}, or empty.`
    case 'address-with-query':
      return "Address can't contain ? or #. Remove that part."
    case 'address-incomplete':
      return 'Enter the whole address, like https://provider.example.'
    case 'address-with-credentials':
      return "Address can't contain a name or password. The API token goes into its own field."
    case 'address-not-https':
      return 'Address must begin with https://, or others could read the API token.'
    case 'address-missing-for-token':
      return 'Enter the address. A token is for one address.'
    case 'profile-unknown':
      return `Provider type is unknown: it can be ${PROFILES.join(', ')}.`
    case 'not-a-positive-number':
      return `${label} must be a whole number above 0.`
    case 'payer-not-taken':
      return `A payer number can't be sent here. Clear the field, and call ${providerToCall()} to bill someone else.`
    case 'concierge-not-taken':
      return "A booking without a loaner can't be sent here. Choose “Assign later” or a loaner, or book a one-way."
    case 'loaner-excluded':
      return 'A booking without a loaner has none. Clear the loaner, or choose one.'
    case 'not-a-host-name':
      return 'A link domain is only a name, for example track.example.'
    case 'too-many-hosts':
      return 'At most ten link domains.'
    case 'token-characters':
      return 'API token or client secret is empty or has invalid characters. Paste it again.'
    case 'token-missing-for-provider':
      return 'Enter the API token or client secret.'
    case 'client-id-missing-for-profile':
      return 'Enter the client ID.'
    case 'rooftop-missing-for-provider':
      return 'Enter the dealership: name, address and time zone.'
    case 'provider-number-missing':
      return 'Enter at least one move number.'
    case 'resolution-missing':
      return 'Choose what to do with this booking.'
    case 'emptied-at-provider':
      return `${label} can't be cleared. Enter the new vehicle's.`
    case 'nothing-changed':
      return 'Nothing was changed. Change at least one field.'
    case 'repeated-key':
      return 'This key is repeated.'
    case 'unknown-key':
      return 'This key is unknown.'
    case 'not-an-object':
      return 'This must be an object in braces.'
    case 'not-an-invitation':
      return 'This must be the invitation of this computer, or the path of its file.'
    case 'not-absolute':
      return 'Enter the whole path of the file, from the root or the drive.'
    default:
      return assertNever(code)
  }
}

/** Names of the fields by the last parts of their paths. If several keys match a path, the longest key wins. */
const LABELS: Readonly<Record<string, string>> = {
  name: 'Location name',
  'customer.name': 'Name',
  'rooftop.name': 'Dealership name',
  phone: 'Mobile phone',
  addressOne: 'Street',
  addressTwo: 'Unit',
  city: 'City',
  state: 'State',
  zip: 'ZIP',
  vin: 'VIN',
  year: 'Year',
  make: 'Make',
  model: 'Model',
  color: 'Color',
  stock: 'Stock number',
  'loaner.make': 'Make',
  'loaner.model': 'Model',
  reference: 'RO number',
  dealerContact: 'Driver asks for',
  specialInstructions: 'Note for driver',
  zone: 'Time zone',
  contact: 'Drivers ask for',
  noticeMinutes: 'Send time',
  marginMinutes: 'Buffer',
  tripLimit: 'Trips at once',
  address: 'Address',
  clientId: 'Client ID',
  rooftopNumber: 'Rooftop number',
  payerNumber: 'Payer number',
  caFile: 'Certificate file',
  token: 'API token',
  text: 'The search',
  who: 'Your name',
  why: 'Who confirmed it',
}

function labelOfPath(path: string): string {
  const parts = path.split('.')
  const ends = parts.map((_, at) => parts.slice(at).join('.'))
  return ends.map((end) => LABELS[end]).find((label) => label !== undefined) ?? 'This field'
}

/** A label within "Enter …": in lower case with an article, but for abbreviations, "your" and "their". */
function describeMissing(label: string): string {
  if (label === 'This field') return 'something here'
  const name = /^[A-Z]{2}/.test(label) ? label : `${label.charAt(0).toLowerCase()}${label.slice(1)}`
  if (/^(?:your|their) /.test(name)) return name
  return `${/^(?:[aeio]|RO)/.test(name) ? 'an' : 'a'} ${name}`
}
