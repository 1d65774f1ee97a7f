import type { SettingsView } from '../../../shared/desk/settings.ts'
import type { ConnectionTest } from '../../../shared/desk/connection.ts'
import type { ProfileFacts } from '../../../shared/desk/provider-profile.ts'
import { formatZone } from '../../../shared/time/format.ts'
import { isZone, type UtcInstant } from '../../../shared/time/time.ts'
import { assertNever } from '../../../shared/result.ts'
import type { GoLiveStep, Trial } from '../state/go-live.ts'
import type { SettingsErrors, SettingsForm, SettingsPage } from '../state/settings-form.ts'
import { credentialName } from './credential-text.ts'

/** Words of the settings screen and of going live. */

export const TITLE = 'Settings'
export const PAGES_LABEL = 'Settings pages'
export const MANAGED = 'Managed by IT'
export const OPTIONAL = 'optional'
export const UNSAVED = 'unsaved'
export const SAVE = 'Save changes'
export const SAVING = 'Saving…'
export const SAVE_HINT = 'Saves this page.'
export const NOT_SAVED = 'Not saved.'
export const NOT_TESTED = 'Not tested.'
export const PRACTICE_NOW = 'Practice mode is on. No drivers are sent.'

export function pageLabel(page: SettingsPage): string {
  switch (page) {
    case 'dealership':
      return 'Dealership'
    case 'connection':
      return 'Connection'
    case 'booking':
      return 'Booking'
    case 'board':
      return 'Board'
    case 'appearance':
      return 'Appearance'
    case 'about':
      return 'About'
    default:
      return assertNever(page)
  }
}

export function describeManaged(file: string): readonly [before: string, path: string, after: string] {
  return ['What is marked “Managed by IT” comes from ', file, ' and is changed there.']
}

/** Describes a refusal and how many fields it concerns. */
export function describeRefusal(what: string, problems: SettingsErrors): string {
  const count = Object.keys(problems).length
  return `${what} ${count === 1 ? 'One field needs' : `${count} fields need`} a fix.`
}

/** Describes a save; `withToken` are the saved settings if a token was typed. */
export function describeSaved(withToken: SettingsView | null): string {
  if (withToken === null) return 'Saved.'
  const name = credentialName(withToken.provider?.profile)
  return withToken.token === 'secret-store'
    ? `Saved. The ${name} is stored securely on this computer.`
    : `Saved. The ${name} is kept until Lanekeeper closes.`
}

export const SAMPLE_DEALERSHIP =
  'Until you enter your dealership, practice uses the sample dealership Northside Motors.'
export const NO_DEALERSHIP =
  'In practice, a booking is sent at least 60 minutes before its ready time, and the buffer before an appointment is 30 minutes. Enter your dealership to change both.'
export const GO_TO_DEALERSHIP = 'Go to Dealership'

export const DEALERSHIP_LABELS = {
  name: 'Dealership name',
  contact: 'Drivers ask for',
  contactHint: 'if a booking names nobody',
  street: 'Street of the service lot',
  unit: 'Unit',
  zip: 'ZIP',
  city: 'City',
  state: 'State',
  lot: 'Lot name',
  lotHint: 'if empty, the dealership name',
  zone: 'Time zone',
} as const

export const BOOKING_LABELS = {
  notice: 'Send at least … min before ready time',
  noticeHint: 'usually 60',
  margin: 'Buffer before appointment, min',
  marginHint: 'usually 30',
  marginNote: 'The estimated ready time is the drive and this buffer before the appointment.',
  tripLimit: 'Trips at once',
  tripLimitHint: 'if empty, no limit',
  tripLimitNote: 'The day shows a line at this number. Nothing is refused.',
} as const

export const CONNECTION = {
  mode: 'Mode',
  practice: 'Practice. No drivers are sent.',
  live: 'Live. Real drivers are sent.',
  goLive: 'Go live…',
  goToPractice: 'Switch to practice',
  goToPracticeNote: 'Bookings then stay on this computer, and no drivers are sent. Live bookings are kept.',
  askPractice: 'Switch to practice?',
  tokenAgain: (name: string) => `To go live again, you enter the ${name} again. Unsaved changes here are dropped.`,
  stayLive: 'Stay live',
} as const

export const GO_LIVE = {
  notReady: (why: string) => `Not ready: ${why}.`,
  title: 'Go live',
  steps: 'Steps',
  service: 'Driver service',
  summary: 'Summary',
  cancel: 'Stay in practice',
  back: 'Back',
  next: 'Continue',
  go: 'Go live',
  goAnyway: 'Go live anyway',
  going: 'Going live…',
  warning: 'Real drivers will be sent. Practice bookings stay here.',
  notTested: 'Connection not tested yet. Go back to test it.',
} as const

/** Says in a few words why a connection test failed. */
export function describeFailedTest({ detail }: ConnectionTest, profile: string): string {
  return detail === 'token-rejected' ? `the ${credentialName(profile)} was rejected` : 'the connection test failed'
}

/** Says that the desk is live, and no more than the connection test told. */
export function describeLive(trial: Trial, profile: string): string {
  if (trial === null || trial === 'trying') return 'You are live. The connection was not tested.'
  return trial.good
    ? 'You are live. Real drivers are sent from now on.'
    : `Live, but ${describeFailedTest(trial, profile)}. Bookings wait here until that is fixed.`
}

/** What the last step shows of the first two. */
export function summaryOf(
  form: SettingsForm,
  now: UtcInstant,
): readonly { readonly term: string; readonly value: string }[] {
  const join = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(', ')
  const town = join(form.city, `${form.state} ${form.zip}`.trim())
  return [
    { term: GO_LIVE.service, value: join(form.providerName, form.address) },
    { term: PROVIDER_LABELS.providerPhone, value: form.providerPhone },
    { term: DEALERSHIP_LABELS.name, value: form.name },
    { term: DEALERSHIP_LABELS.contact, value: form.contact },
    { term: 'Service lot', value: join(form.street, form.unit, town) },
    { term: DEALERSHIP_LABELS.zone, value: isZone(form.zone) ? formatZone(form.zone, now) : form.zone },
  ].filter(({ value }) => value !== '')
}

export function stepLabel(step: GoLiveStep): string {
  switch (step) {
    case 'connect':
      return 'Connect'
    case 'dealership':
      return 'Dealership'
    case 'live':
      return 'Review'
    default:
      return assertNever(step)
  }
}

/** Says what a step is about; the first step names what a person enters for the profile. */
export function describeStep(step: GoLiveStep, profile: string): string {
  switch (step) {
    case 'connect':
      return credentialName(profile) === 'token'
        ? 'Your driver service gives you the address and the API token.'
        : 'Your driver service gives you the address, the client ID and the client secret.'
    case 'dealership':
      return 'Drivers pick up and drop off cars here.'
    case 'live':
      return 'Check this once more.'
    default:
      return assertNever(step)
  }
}

export const PROVIDER_LABELS = {
  profile: 'Provider type',
  address: 'Address',
  addressHint: 'begins with https://',
  providerName: 'Provider name',
  providerNameHint: 'as your staff calls it',
  providerPhone: 'Provider phone',
  clientId: 'Client ID',
  rooftopNumber: 'Rooftop number',
  rooftopHint: 'from your driver service, if it gave you one',
  payerNumber: 'Payer number',
  payerHint: 'from your driver service; if empty, the usual payer pays',
  token: 'API token',
  secret: 'Client secret',
  linkHostsHint: 'sites that tracking links may open, from your driver service; usually empty',
  caFile: 'Certificate file (PEM)',
  caFileHint: 'a file path from IT; leave empty unless IT asks for it',
  test: 'Test connection',
  testing: 'Testing…',
  more: 'More settings',
} as const

/** Describes a stored token. `isSameAddress` is false if the form has another address than the saved provider. */
export function describeToken({ token, provider }: SettingsView, isSameAddress: boolean): string {
  if (token === 'missing' || provider === null) return 'none saved'
  if (!isSameAddress) return 'a new provider needs its own'
  return token === 'secret-store' ? 'saved; leave empty to keep it' : 'saved until Lanekeeper closes; empty keeps it'
}

export function describeVault({ hasSecretStore }: SettingsView, name: string): string {
  return hasSecretStore
    ? `The ${name} is stored securely on this computer and can't be read back here.`
    : `This computer can't store the ${name} securely right now. You'll be asked again after a restart.`
}

/** Says what goes by phone with a provider, because the desk offers only what the provider takes. */
export function describeProfile(facts: ProfileFacts, call: string): string {
  const amends =
    facts.cancels && facts.changes
      ? 'cancel and change from here'
      : facts.cancels
        ? 'cancel from here'
        : 'cancel and change by phone'
  const destination = facts.supportsDestination ? '' : '; one-way destinations go in the driver notes'
  const payer = facts.takesPayer ? 'A booking can name another payer.' : `To bill someone else, call ${call}.`
  return `${facts.label}: ${amends}${destination}. ${payer}`
}
