import { PROFILES } from '../../shared/desk/provider-profile.ts'
import { issuesOfWhole, settingsSchema, type Settings } from '../../shared/desk/settings.ts'
import { ok, fail, type FieldIssue, type Result } from '../../shared/result.ts'
import { rooftopSchema } from '../../shared/booking/rooftop.ts'
import { fieldIssues } from '../../shared/field-issues.ts'
import { readSetting, writeSetting } from '../store/tables/settings.ts'
import { type Remote } from '../store/tables/outbox.ts'
import { openElsewhere, type OpenBookingsOfOtherProvider } from '../store/queries/outbox.ts'
import type { Tx, View } from '../store/tx.ts'
import type { SettingsFile } from './settings-file.ts'

/*
 * What this desk is set to. It stands in the store of the provider's bookings, also while the desk practises, because
 * that store decides whether another provider may be named.
 */

/** The identity of the practice service, whatever port it listens on: a booking made for it belongs to no provider. */
const PRACTICE: Remote = { address: 'practice', profile: 'baseline' }

const KEY = 'settings'

/** What a provider is before anything but its address was named. */
const NEW_PROVIDER = {
  profile: 'baseline',
  clientId: null,
  rooftopNumber: null,
  linkHosts: [] as readonly string[],
} as const

/** What was kept; null before the first time. Throws when it cannot be read: a desk must not fall into practice unasked. */
export function readSettings(view: View): Settings | null {
  const kept = readSetting(view, KEY)
  return kept === null ? null : settingsOf(settingsSchema.parse(JSON.parse(kept)))
}

export function writeSettings(tx: Tx, settings: Settings): void {
  writeSetting(tx, KEY, JSON.stringify(settingsOf(settings)))
}

/** Without anything else that came with it, a token above all. */
export function settingsOf({ provider, rooftop }: Settings): Settings {
  if (provider === null) return { provider, rooftop }
  const { address, profile, clientId, rooftopNumber, linkHosts } = provider
  return { provider: { address, profile, clientId, rooftopNumber, linkHosts }, rooftop }
}

export function providerIdentity({ provider }: Settings): Remote {
  return provider === null ? PRACTICE : { address: provider.address, profile: provider.profile }
}

export function isSameProvider(one: Remote, other: Remote): boolean {
  return one.address === other.address && one.profile === other.profile
}

/** What a file names, laid over what was set. Fails with the issues of the whole, by the file's keys. */
export function overlayFile(
  settings: Settings,
  file: SettingsFile,
): { readonly ok: true; readonly value: Settings } | { readonly ok: false; readonly issues: readonly FieldIssue[] } {
  const { address, token, ...others } = file.provider
  const issues: FieldIssue[] = []
  let provider = settings.provider
  // What was set for one provider, its client and number above all, says nothing of another.
  if (address !== undefined)
    provider = { ...(provider?.address === address ? provider : NEW_PROVIDER), ...others, address }
  // Without it a token would go to whichever provider is set by now.
  else if (token !== undefined)
    issues.push({ path: 'provider.address', message: 'Address is missing: a token is for one address.' })
  else if (provider !== null) provider = { ...provider, ...others }
  const rooftop =
    Object.keys(file.rooftop).length === 0 ? null : rooftopSchema.safeParse({ ...settings.rooftop, ...file.rooftop })
  if (rooftop?.success === false) {
    issues.push(...fieldIssues(rooftop.error).map(({ path, message }) => ({ path: `rooftop.${path}`, message })))
  }
  const whole = { provider, rooftop: rooftop?.success === true ? rooftop.data : settings.rooftop }
  if (rooftop?.success !== false) issues.push(...issuesOfWhole(whole))
  return issues.length === 0 ? { ok: true, value: whole } : { ok: false, issues }
}

/**
 * Whether this desk may work with `remote`: not while bookings of another are open, which would then be neither sent
 * nor looked after. Fails with `open-bookings` and says what to do.
 */
export function canSwitchTo(view: View, remote: Remote): Result<null> {
  const open = openElsewhere(view, remote)
  return open.length === 0 ? ok(null) : openBookings(open)
}

/** The provider that a desk stays with which may not go over to `wanted`: the one whose bookings are open. */
export function lockedProvider(view: View, wanted: Settings, before: Settings): Settings['provider'] {
  const open = openElsewhere(view, providerIdentity(wanted))
  const held = open.find((one) => isSameProvider(one, providerIdentity(before))) ?? open[0]
  const profile = PROFILES.find((one) => one === held?.profile)
  if (held === undefined || profile === undefined) return before.provider
  return { ...(before.provider ?? NEW_PROVIDER), address: held.address, profile }
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
