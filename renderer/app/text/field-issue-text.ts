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
      return `${label} is missing.`
    case 'too-long':
      return `${label} is too long: at most ${Number(fields['max'])} characters.`
    case 'not-text':
      return `${label} must be text.`
    case 'unusable-character':
      return `${label} holds a character that cannot be kept. Type it again without pasting.`
    case 'unknown-field':
      return 'This field is not known.'
    case 'wrong-type':
      return 'This part is missing or of the wrong kind.'
    case 'kind-missing':
      return 'Choose what to book: a pair or a one-way move.'
    case 'action-missing':
      return 'Choose pickup or return.'
    case 'transmission-missing':
      return 'Transmission is missing: choose automatic or manual.'
    case 'zip-not-five-digits':
      return 'ZIP needs five digits, for example 23220.'
    case 'vin-characters':
      return 'VIN takes letters and digits only, at most 24.'
    case 'year-not-four-digits':
      return 'Year needs four digits, for example 2019.'
    case 'phone-incomplete':
      return 'Phone is not complete: type it with its area code, for example (804) 555-0134.'
    case 'phone-with-words':
      return 'Phone holds words too: keep the number alone, and put the rest into the instructions.'
    case 'several-phones':
      return 'There is more than one number in Phone: keep the one to call, and put the other into the instructions.'
    case 'phone-unusually-short':
      return `Unusual: this phone has fewer than ${Number(fields['usual'])} digits, and the customer gets messages there. Read it back to the customer.`
    case 'time-missing':
      return 'Date and time are missing.'
    case 'time-incomplete':
      return 'Date and time are not complete.'
    case 'time-not-real':
      return 'There is no such date or time.'
    case 'time-too-far-ahead':
      return 'This date is too far ahead. Check the year.'
    case 'time-passed':
      return 'This time has passed. Choose a later one.'
    case 'time-mismatch':
      return 'Date and time do not fit together. Choose them again.'
    case 'time-skipped':
      return describeSpringGap(String(fields['local']), String(fields['zone']))
    case 'time-repeated':
      return `${describeAutumnOverlap(String(fields['local']), String(fields['zone']))} Choose the first or the second.`
    case 'ready-by-after-appointment':
      return 'Ready-by cannot be after the appointment. Choose an earlier time.'
    case 'zone-unknown':
      return 'The time zone of this desk is not known. Choose it again in the settings.'
    case 'zone-not-iana':
      return 'Time zone must be an IANA name, for example America/New_York.'
    case 'not-minutes':
      return `${label} must be a whole number of minutes from 0 to ${MAX_MINUTES}.`
    case 'not-a-trip-limit':
      return `${label} must be a whole number from 1 to ${MAX_TRIPS}, or empty.`
    case 'address-with-query':
      return 'Address cannot hold a question mark or #: leave out what begins there.'
    case 'address-incomplete':
      return 'Address is not complete. It looks like https://provider.example.'
    case 'address-with-credentials':
      return 'Address cannot hold a name or a password: the token goes into its own field.'
    case 'address-not-https':
      return 'Address must begin with https://, or others on the way could read the token.'
    case 'address-missing-for-token':
      return 'Address is missing: a token is for one address.'
    case 'profile-unknown':
      return `Profile is not known: it can be ${PROFILES.join(', ')}.`
    case 'not-a-positive-number':
      return `${label} must be a whole number above 0.`
    case 'payer-not-taken':
      return `A payer number cannot be sent to this provider. Clear the field, and call ${providerToCall()} to bill someone else.`
    case 'concierge-not-taken':
      return 'A booking without a loaner cannot be sent to this provider. Choose “Name later” or enter the loaner, or book a one-way.'
    case 'loaner-excluded':
      return 'A booking without a loaner holds none. Clear the loaner, or choose to have one.'
    case 'not-a-host-name':
      return 'A host of links is a name alone, for example track.example.'
    case 'too-many-hosts':
      return 'Hosts of links can be ten at most.'
    case 'token-characters':
      return 'Token or client secret is empty, or holds characters that neither can have. Paste it again.'
    case 'token-missing-for-provider':
      return 'Token or client secret is missing: this provider needs one.'
    case 'client-id-missing-for-profile':
      return 'Client id is missing: this profile signs in with one.'
    case 'rooftop-missing-for-provider':
      return "A provider needs this desk's rooftop: name, address and time zone."
    case 'provider-number-missing':
      return 'Enter at least one number of the provider.'
    case 'resolution-missing':
      return 'Choose what to do with this booking.'
    case 'emptied-at-provider':
      return `${label} cannot be emptied at the provider. Enter that of the new vehicle.`
    case 'nothing-changed':
      return 'Nothing was changed. Change at least one thing.'
    case 'repeated-key':
      return 'This key stands there twice.'
    case 'unknown-key':
      return 'This key is not known.'
    case 'not-an-object':
      return 'This must be an object in braces.'
    default:
      return assertNever(code)
  }
}

/** Names of the fields by the last parts of their paths. If several keys match a path, the longest key wins. */
const LABELS: Readonly<Record<string, string>> = {
  name: 'Name of the place',
  'customer.name': 'Customer name',
  'rooftop.name': 'Name of the rooftop',
  phone: 'Phone',
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
  'loaner.make': 'Make of the loaner',
  'loaner.model': 'Model of the loaner',
  reference: 'Reference',
  dealerContact: 'Contact for the driver',
  specialInstructions: 'Instructions for the driver',
  zone: 'Time zone',
  contact: 'Contact',
  noticeMinutes: 'Notice',
  marginMinutes: 'Margin',
  tripLimit: 'Limit of trips',
  address: 'Address',
  clientId: 'Client id',
  rooftopNumber: 'Rooftop number',
  payerNumber: 'Payer number',
  caFile: 'Certificate file',
  token: 'Token',
  text: 'The search',
  who: 'Your name',
  why: 'Who said it, and how',
}

function labelOfPath(path: string): string {
  const parts = path.split('.')
  const ends = parts.map((_, at) => parts.slice(at).join('.'))
  return ends.map((end) => LABELS[end]).find((label) => label !== undefined) ?? 'This field'
}
