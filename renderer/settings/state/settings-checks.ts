import { DEFAULT_PRACTICE_PROFILE } from '../../../shared/desk/practice.ts'
import { parseAddress, type SettingsChange, type SettingsView } from '../../../shared/desk/settings.ts'
import type { Result } from '../../../shared/result.ts'
import { describeMissingCredential } from '../text/credential-text.ts'
import {
  isTypedOn,
  settingsErrors,
  SETTINGS_PAGES,
  toSettings,
  withPage,
  type SettingsErrors,
  type SettingsForm,
} from './settings-form.ts'

/** What the store of the settings screen decides without the bridge. All functions but `zoneOfPc` are pure. */

/** Parses a form. `change` is null if fields are refused, whose problems are then listed. */
export function checkForm(
  form: SettingsForm,
  view: SettingsView,
  parse: (typed: ReturnType<typeof toSettings>) => Result<SettingsChange>,
): { readonly change: SettingsChange | null; readonly problems: SettingsErrors } {
  const found = parse(toSettings(form))
  if (found.ok) return { change: found.value, problems: {} }
  const problems = settingsErrors(found.failure.issues, form)
  // Only the main process knows whether a token is stored, and reports a missing token only for an otherwise valid
  // form. A token that is missing for certain joins the other problems here.
  const all = needsToken(form, view)
    ? { ...problems, token: problems.token ?? describeMissingCredential(form.profile) }
    : problems
  return { change: null, problems: all }
}

/** Returns the problems under a profile: a missing credential has the name that the profile gives its field. */
export function problemsUnder(profile: string, problems: SettingsErrors, form: SettingsForm): SettingsErrors {
  return problems.token === describeMissingCredential(form.profile)
    ? { ...problems, token: describeMissingCredential(profile) }
    : problems
}

/** A text that differs between any two services that bookings can go to. */
export function remoteOf({ provider, practice }: SettingsView): string {
  return provider === null
    ? `practice ${practice?.profile ?? DEFAULT_PRACTICE_PROFILE}`
    : `${provider.address} ${provider.profile}`
}

/** Practice keeps one store whatever its profile. */
export function storeAfter(before: SettingsView, after: SettingsView): 'same' | 'other' {
  return before.provider === null && after.provider === null ? 'same' : 'other'
}

/** True if the form names another provider and no token. A stored token belongs to the current provider alone. */
function needsToken(form: SettingsForm, { provider, setByFile }: SettingsView): boolean {
  if (form.remote !== 'provider' || form.token.trim() !== '' || setByFile.includes('provider.token')) return false
  return provider === null || parseAddress(form.address) !== provider.address
}

/** Returns the saved settings with the pages on which something was typed as they were typed. */
export function keepTyped(fresh: SettingsForm, form: SettingsForm, saved: SettingsForm): SettingsForm {
  return SETTINGS_PAGES.filter((page) => isTypedOn(page, form, saved)).reduce(
    (kept, page) => withPage(kept, form, page),
    fresh,
  )
}

export function zoneOfPc(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
