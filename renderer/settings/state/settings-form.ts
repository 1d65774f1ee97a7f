import type { FieldIssue } from '../../../shared/field-issues.ts'
import { formatPhone } from '../../../shared/booking/phone.ts'
import { describeFieldIssue } from '../../app/text/field-issue-text.ts'
import { typedNumber } from '../../../shared/booking/account-number.ts'
import { DEFAULT_PRACTICE_PROFILE } from '../../../shared/desk/practice.ts'
import { assertNever } from '../../../shared/result.ts'
import type { Rooftop } from '../../../shared/booking/rooftop.ts'
import type { SettingName, SettingsView } from '../../../shared/desk/settings.ts'

/*
 * The form of the settings screen, with one string per field. All functions are pure; `parseSettings` decides what is
 * valid.
 */

/** All fields. After a refused save, the first wrong field in this order takes the focus. */
export const SETTINGS_FIELDS = [
  'remote',
  'practiceProfile',
  'profile',
  'address',
  'providerName',
  'providerPhone',
  'clientId',
  'token',
  'rooftopNumber',
  'payerNumber',
  'linkHosts',
  'caFile',
  'name',
  'contact',
  'street',
  'unit',
  'zip',
  'city',
  'state',
  'lot',
  'zone',
  'notice',
  'margin',
  'tripLimit',
] as const

export type SettingsField = (typeof SETTINGS_FIELDS)[number]

/**
 * `remote` is `practice` or `provider`, `practiceProfile` a profile; `notice` and `margin` are in minutes, `tripLimit`
 * is a number of trips. An empty `token` keeps the stored token.
 */
export type SettingsForm = { readonly [Name in SettingsField]: string }

export type SettingsErrors = { readonly [Name in SettingsField]?: string }

export function formOf(view: SettingsView): SettingsForm {
  const { provider, rooftop, practice } = view
  return {
    remote: provider === null ? 'practice' : 'provider',
    practiceProfile: practice?.profile ?? DEFAULT_PRACTICE_PROFILE,
    profile: provider?.profile ?? 'baseline',
    address: provider?.address ?? '',
    providerName: provider?.name ?? '',
    providerPhone: provider === null || provider.phone === null ? '' : formatPhone(provider.phone),
    clientId: provider?.clientId ?? '',
    rooftopNumber: provider?.rooftopNumber?.toString() ?? '',
    payerNumber: provider?.payerNumber?.toString() ?? '',
    linkHosts: provider?.linkHosts.join(', ') ?? '',
    caFile: provider?.caFile ?? '',
    token: '',
    name: rooftop?.name ?? '',
    contact: rooftop?.contact ?? '',
    street: rooftop?.address.addressOne ?? '',
    unit: rooftop?.address.addressTwo ?? '',
    zip: rooftop?.address.zip ?? '',
    city: rooftop?.address.city ?? '',
    state: rooftop?.address.state ?? '',
    lot: rooftop?.address.name ?? '',
    zone: rooftop?.zone ?? '',
    notice: rooftop === null ? '' : String(rooftop.noticeMinutes),
    margin: rooftop === null ? '' : String(rooftop.marginMinutes),
    tripLimit: rooftop?.tripLimit?.toString() ?? '',
  }
}

export const SETTINGS_PAGES = ['dealership', 'connection', 'booking', 'board', 'appearance', 'about'] as const

export type SettingsPage = (typeof SETTINGS_PAGES)[number]

const DEALERSHIP = ['name', 'contact', 'street', 'unit', 'zip', 'city', 'state', 'lot', 'zone'] as const
const BOOKING = ['notice', 'margin', 'tripLimit'] as const

/** Returns the fields that a page shows and that its button saves; none for a page whose choices apply at once. */
export function fieldsOfPage(page: SettingsPage): readonly SettingsField[] {
  switch (page) {
    case 'dealership':
      return DEALERSHIP
    case 'booking':
      return BOOKING
    case 'connection':
      return SETTINGS_FIELDS.slice(0, SETTINGS_FIELDS.indexOf('name'))
    case 'board':
    case 'appearance':
    case 'about':
      return []
    default:
      return assertNever(page)
  }
}

/** Returns `base` with the fields of one page as typed in `form`. */
export function withPage(base: SettingsForm, form: SettingsForm, page: SettingsPage): SettingsForm {
  return { ...base, ...Object.fromEntries(fieldsOfPage(page).map((name) => [name, form[name]])) }
}

/** True if `form` holds input on the page that is not saved. */
export function isTypedOn(page: SettingsPage, form: SettingsForm, saved: SettingsForm): boolean {
  return fieldsOfPage(page).some((name) => form[name] !== saved[name])
}

const OF_ROOFTOP = SETTINGS_FIELDS.slice(SETTINGS_FIELDS.indexOf('name'))

/** Converts the form to the input of `parseSettings`. With the practice service an empty rooftop becomes null. */
export function toSettings(form: SettingsForm): {
  readonly provider: unknown
  readonly rooftop: unknown
  readonly practice?: unknown
} {
  const none = OF_ROOFTOP.every((name) => form[name].trim() === '')
  return {
    provider:
      form.remote === 'practice'
        ? null
        : {
            address: form.address,
            name: form.providerName,
            phone: form.providerPhone,
            profile: form.profile,
            clientId: form.clientId,
            rooftopNumber: typedNumber(form.rooftopNumber) ?? null,
            payerNumber: typedNumber(form.payerNumber) ?? null,
            linkHosts: form.linkHosts.split(/[\s,;]+/).filter((host) => host !== ''),
            caFile: form.caFile,
            token: form.token.trim() === '' ? null : form.token,
          },
    rooftop: none && form.remote === 'practice' ? null : toRooftop(form),
    // With a provider, the choice is not on the screen and stays as it is.
    ...(form.remote === 'practice' ? { practice: { profile: form.practiceProfile } } : {}),
  }
}

function toRooftop(form: SettingsForm): Record<keyof Rooftop, unknown> {
  return {
    name: form.name,
    address: {
      name: form.lot.trim() === '' ? form.name : form.lot,
      addressOne: form.street,
      addressTwo: form.unit,
      city: form.city,
      state: form.state,
      zip: form.zip,
    },
    zone: form.zone,
    contact: form.contact,
    noticeMinutes: typedNumber(form.notice),
    marginMinutes: typedNumber(form.margin),
    tripLimit: typedNumber(form.tripLimit) ?? null,
  }
}

const BY_PATH: Readonly<Record<string, SettingsField>> = {
  provider: 'remote',
  'provider.address': 'address',
  'provider.name': 'providerName',
  'provider.phone': 'providerPhone',
  'provider.profile': 'profile',
  'provider.clientId': 'clientId',
  'provider.rooftopNumber': 'rooftopNumber',
  'provider.payerNumber': 'payerNumber',
  'provider.linkHosts': 'linkHosts',
  'provider.caFile': 'caFile',
  'provider.token': 'token',
  'rooftop.name': 'name',
  'rooftop.contact': 'contact',
  'rooftop.address.name': 'lot',
  'rooftop.address.addressOne': 'street',
  'rooftop.address.addressTwo': 'unit',
  'rooftop.address.zip': 'zip',
  'rooftop.address.city': 'city',
  'rooftop.address.state': 'state',
  'rooftop.zone': 'zone',
  'rooftop.noticeMinutes': 'notice',
  'rooftop.marginMinutes': 'margin',
  'rooftop.tripLimit': 'tripLimit',
  'practice.profile': 'practiceProfile',
}

/**
 * Assigns issues to fields by their path in the settings. An issue without a field goes to `remote`, the first field.
 */
export function settingsErrors(issues: readonly FieldIssue[], form: SettingsForm): SettingsErrors {
  const problems: { [Name in SettingsField]?: string } = {}
  for (const issue of issues) {
    const { path } = issue
    // An empty lot name defaults to the name of the rooftop, so one message is enough when both are missing.
    if (path === 'rooftop.address.name' && form.lot.trim() === '' && form.name.trim() === '') continue
    // The issue of a list item belongs to the field of the whole list.
    problems[BY_PATH[path.replace(/\.\d+$/, '')] ?? 'remote'] ??= describeFieldIssue(issue)
  }
  return problems
}

const BY_SETTING: Readonly<Record<SettingName, readonly SettingsField[]>> = {
  'provider.address': ['remote', 'address'],
  'provider.name': ['providerName'],
  'provider.phone': ['providerPhone'],
  'provider.profile': ['profile'],
  'provider.clientId': ['clientId'],
  'provider.rooftopNumber': ['rooftopNumber'],
  'provider.payerNumber': ['payerNumber'],
  'provider.linkHosts': ['linkHosts'],
  'provider.caFile': ['caFile'],
  'provider.token': ['token'],
  'rooftop.name': ['name'],
  'rooftop.address': ['street', 'unit', 'zip', 'city', 'state', 'lot'],
  'rooftop.zone': ['zone'],
  'rooftop.contact': ['contact'],
  'rooftop.noticeMinutes': ['notice'],
  'rooftop.marginMinutes': ['margin'],
  'rooftop.tripLimit': ['tripLimit'],
  'practice.profile': ['practiceProfile'],
}

/** Fields that a settings file sets and the screen cannot change. */
export function fieldsByFile(view: SettingsView): ReadonlySet<SettingsField> {
  return new Set(view.setByFile.flatMap((name) => BY_SETTING[name]))
}
