import { DEFAULT_PRACTICE_PROFILE } from '../../shared/desk/practice.ts'
import { PROFILE_FACTS, PROFILES, type ProviderProfile } from '../../shared/desk/provider-profile.ts'
import { issuesOfWhole, settingsSchema, type Settings } from '../../shared/desk/settings.ts'
import { ok, fail, type Result } from '../../shared/result.ts'
import { rooftopSchema } from '../../shared/booking/rooftop.ts'
import { fieldIssues, type FieldIssue } from '../../shared/field-issues.ts'
import { readSetting, writeSetting } from '../store/tables/settings.ts'
import type { ProviderIdentity } from '../store/tables/outbox.ts'
import { openElsewhere, type OpenBookingsOfOtherProvider } from '../store/queries/outbox.ts'
import type { Tx, View } from '../store/tx.ts'
import type { SettingsFile } from './settings-file.ts'

/*
 * The settings of this desk. They are always in the store of the provider's bookings, even in practice mode, because
 * that store decides whether another provider may be set.
 */

/** The address of the practice service on any port. A booking made for the practice service belongs to no provider. */
const PRACTICE_ADDRESS = 'practice'

const KEY = 'settings'

/** Defaults for a new provider of which only the address is known. */
const NEW_PROVIDER = {
  name: null,
  phone: null,
  profile: 'baseline',
  clientId: null,
  rooftopNumber: null,
  payerNumber: null,
  linkHosts: [] as readonly string[],
  caFile: null,
} as const

/**
 * The stored settings; null before the first start. Throws if they cannot be read, because a desk must not fall back
 * to practice mode automatically.
 */
export function readSettings(view: View): Settings | null {
  const kept = readSetting(view, KEY)
  return kept === null ? null : settingsOf(settingsSchema.parse(JSON.parse(kept)))
}

export function writeSettings(tx: Tx, settings: Settings): void {
  writeSetting(tx, KEY, JSON.stringify(settingsOf(settings)))
}

/** Copies the known settings and drops all other fields, above all a token. */
export function settingsOf({ provider, rooftop, practice }: Settings): Settings {
  const chosen = practice === undefined ? {} : { practice: { profile: practice.profile } }
  if (provider === null) return { provider, rooftop, ...chosen }
  const { address, name, phone, profile, clientId, rooftopNumber, payerNumber, linkHosts, caFile } = provider
  return {
    provider: { address, name, phone, profile, clientId, rooftopNumber, payerNumber, linkHosts, caFile },
    rooftop,
    ...chosen,
  }
}

export function providerIdentity({ provider, practice }: Settings): ProviderIdentity {
  return provider === null
    ? { address: PRACTICE_ADDRESS, profile: practice?.profile ?? DEFAULT_PRACTICE_PROFILE }
    : { address: provider.address, profile: provider.profile }
}

/**
 * Returns the profile in which the practice service must answer for the store of its bookings: the chosen one, or that
 * of open bookings, which no other profile would send or track.
 */
export function practiceProfileFor(view: View, settings: Settings): ProviderProfile {
  const chosen = settings.practice?.profile ?? DEFAULT_PRACTICE_PROFILE
  const open = openElsewhere(view, { address: PRACTICE_ADDRESS, profile: chosen })
  return PROFILES.find((profile) => open.some((one) => one.profile === profile)) ?? chosen
}

export function isSameProvider(one: ProviderIdentity, other: ProviderIdentity): boolean {
  return one.address === other.address && one.profile === other.profile
}

/**
 * Merges the settings of a file, except the token, into stored or planned settings. Fails with the issues of the merged
 * settings, each under its key in the file.
 */
export function overlayFile(
  settings: Settings,
  file: SettingsFile,
): { readonly ok: true; readonly value: Settings } | { readonly ok: false; readonly issues: readonly FieldIssue[] } {
  const { address, token, ...others } = file.provider
  const issues: FieldIssue[] = []
  let provider = settings.provider
  // Settings of one provider, above all client and rooftop number, do not apply to another provider.
  if (address !== undefined)
    provider = { ...(provider?.address === address ? provider : NEW_PROVIDER), ...others, address }
  // A token without an address would go to whatever provider is set now.
  else if (token !== undefined) issues.push({ path: 'provider.address', code: 'address-missing-for-token' })
  else if (provider !== null) provider = { ...provider, ...others }
  // A stored payer must not make a file invalid that only names a profile without payers.
  if (provider !== null && file.provider.payerNumber === undefined && !PROFILE_FACTS[provider.profile].takesPayer)
    provider = { ...provider, payerNumber: null }
  const rooftop =
    Object.keys(file.rooftop).length === 0 ? null : rooftopSchema.safeParse({ ...settings.rooftop, ...file.rooftop })
  if (rooftop?.success === false) {
    issues.push(...fieldIssues(rooftop.error).map((issue) => ({ ...issue, path: `rooftop.${issue.path}` })))
  }
  const practice = file.practice ?? settings.practice
  const whole = {
    provider,
    rooftop: rooftop?.success === true ? rooftop.data : settings.rooftop,
    ...(practice === undefined ? {} : { practice }),
  }
  if (rooftop?.success !== false) issues.push(...issuesOfWhole(whole))
  return issues.length === 0 ? { ok: true, value: whole } : { ok: false, issues }
}

/**
 * Fails with `open-bookings` while bookings of another provider are open, because the desk would neither send nor
 * track them.
 */
export function canSwitchTo(view: View, remote: ProviderIdentity): Result<null> {
  const open = openElsewhere(view, remote)
  return open.length === 0 ? ok(null) : openBookings(open)
}

/**
 * Returns the provider that the desk keeps instead of `wanted`, because the kept provider has open bookings. If several
 * providers have open bookings, the provider of `before` comes first.
 */
export function lockedProvider(view: View, wanted: Settings, before: Settings): Settings['provider'] {
  const open = openElsewhere(view, providerIdentity(wanted))
  const held = open.find((one) => isSameProvider(one, providerIdentity(before))) ?? open[0]
  const profile = PROFILES.find((one) => one === held?.profile)
  if (held === undefined || profile === undefined) return before.provider
  const kept = { ...(before.provider ?? NEW_PROVIDER), address: held.address, profile }
  return PROFILE_FACTS[profile].takesPayer ? kept : { ...kept, payerNumber: null }
}

function openBookings(open: readonly OpenBookingsOfOtherProvider[]): Result<never> {
  const sum = (count: (one: OpenBookingsOfOtherProvider) => number) =>
    open.reduce((total, one) => total + count(one), 0)
  return fail('open-bookings', 'open-bookings', {
    addresses: open.map((one) => one.address),
    waiting: sum((one) => one.waiting),
    asking: sum((one) => one.asking),
    stuck: sum((one) => one.stuck),
    doubt: sum((one) => one.doubt),
  })
}
