import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import type { ConnectionTest } from '../../../shared/desk/connection.ts'
import type { ProviderProfile } from '../../../shared/desk/provider-profile.ts'
import type { Result } from '../../../shared/result.ts'
import {
  parseSettings,
  parseConnectionTest,
  parseAddress,
  type SettingsChange,
  type SettingsView,
} from '../../../shared/desk/settings.ts'
import {
  formOf,
  settingsErrors,
  toSettings,
  type SettingsField,
  type SettingsForm,
  type SettingsErrors,
} from './settings-form.ts'
import { describeFailure } from '../../app/text/failure-text.ts'
import { credentialName, describeMissingCredential } from '../text/credential-text.ts'

export type SettingsState = {
  /** Current settings of the desk; null before the first reply. */
  readonly view: SettingsView | null
  readonly form: SettingsForm | null
  /** True if the form holds input that is not saved. */
  readonly typed: boolean
  readonly problems: SettingsErrors
  /** Grows with each refused save or test, so that the first wrong field takes the focus again. */
  readonly refusals: number
  readonly saving: boolean
  /**
   * Result of the connection test for the typed provider; `trying` until the reply. Null before a test and after any
   * input.
   */
  readonly trial: ConnectionTest | 'trying' | null
  /** Result of the last save, or why a read or test failed; null after any input. */
  readonly outcome: { readonly good: boolean; readonly message: string } | null
  /** Why the last link was not opened; null after an opened one. */
  readonly linkRefusal: string | null
}

export type SettingsStore = StoreApi<SettingsState> & {
  readonly read: () => Promise<void>
  readonly type: (name: SettingsField, value: string) => void
  /** Tests the connection to the typed provider and stores nothing. */
  readonly tryIt: () => Promise<void>
  /** Validates and saves the form. Does nothing while a save is running. */
  readonly save: () => Promise<void>
  /** Opens a page of the provider or of the practice service. */
  readonly openLink: (url: string) => Promise<void>
  /** Saves the profile of the practice service alone. Returns why that failed, or null. */
  readonly choosePractice: (profile: ProviderProfile) => Promise<string | null>
}

/**
 * Store of the settings screen. `remote.leaving` runs before each save, and `remote.changed` after a save that changes
 * the provider or its profile, or that turns practice on or off; its argument says whether the store is the same.
 */
export function createSettings(
  bridge: Bridge,
  remote: { readonly leaving: () => void; readonly changed: (store: 'same' | 'other') => void },
): SettingsStore {
  const store = createStore<SettingsState>(() => ({
    view: null,
    form: null,
    typed: false,
    problems: {},
    refusals: 0,
    saving: false,
    trial: null,
    outcome: null,
    linkRefusal: null,
  }))

  function refuse(problems: SettingsErrors, message: string) {
    store.setState((before) => ({ problems, refusals: before.refusals + 1, outcome: { good: false, message } }))
  }

  /** Parses the form. If fields are refused, shows their problems and returns null. */
  function read(
    parse: (typed: ReturnType<typeof toSettings>) => Result<SettingsChange>,
    otherwise: string,
  ): SettingsChange | null {
    const { form, view } = store.getState()
    if (form === null || view === null) return null
    const found = parse(toSettings(form))
    if (found.ok) return found.value
    const problems = settingsErrors(found.failure.issues, form)
    // Only the main process knows whether a token is stored, and reports a missing token only for an otherwise valid
    // form. A token that is missing for certain joins the other problems here.
    const all = needsToken(form, view)
      ? { ...problems, token: problems.token ?? describeMissingCredential(form.profile) }
      : problems
    const count = Object.keys(all).length
    refuse(all, `${otherwise} ${count === 1 ? 'One field needs' : `${count} fields need`} another look.`)
    return null
  }

  return {
    ...store,
    read: async () => {
      const answer = await bridge.readSettings(null)
      if (!answer.ok) {
        store.setState({ outcome: { good: false, message: describeFailure(answer.failure) } })
        return
      }
      // Input that is not saved survives leaving the screen.
      const { form, typed } = store.getState()
      store.setState({ view: answer.value, form: typed && form !== null ? form : formOf(answer.value), outcome: null })
    },
    type: (name, value) => {
      const { form, problems } = store.getState()
      if (form === null) return
      const { [name]: _mended, ...others } = problems
      store.setState({ form: { ...form, [name]: value }, typed: true, problems: others, trial: null, outcome: null })
    },
    tryIt: async () => {
      const change = read(({ provider }) => parseConnectionTest(provider), 'Not tried.')
      if (change === null || store.getState().trial === 'trying') return
      store.setState({ problems: {}, outcome: null, trial: 'trying' })
      const { form } = store.getState()
      const answer = await bridge.testConnection(change)
      // If a person typed during the test, the result may belong to another provider than the typed one.
      if (form === null || store.getState().form !== form) return
      store.setState({ trial: answer.ok ? answer.value : null })
      if (!answer.ok)
        refuse(settingsErrors(answer.failure.issues, form), `Not tried. ${describeFailure(answer.failure)}`)
    },
    save: async () => {
      const { form, view, saving } = store.getState()
      if (form === null || view === null || saving) return
      const change = read(parseSettings, 'Not saved.')
      if (change === null) return
      store.setState({ saving: true, problems: {}, outcome: null })
      remote.leaving()
      const answer = await bridge.changeSettings(change)
      store.setState({ saving: false })
      if (!answer.ok) {
        refuse(settingsErrors(answer.failure.issues, form), `Not saved. ${describeFailure(answer.failure)}`)
        return
      }
      const message = change.provider !== null && form.token !== '' ? describeToken(answer.value) : 'Saved.'
      // The form is filled again from the saved settings, so that a typed token does not stay on the screen.
      const fresh = formOf(answer.value)
      store.setState({ view: answer.value, form: fresh, typed: false, trial: null, outcome: { good: true, message } })
      if (remoteOf(view) !== remoteOf(answer.value)) remote.changed(storeAfter(view, answer.value))
    },
    openLink: async (url) => {
      const answer = await bridge.openLink({ url })
      store.setState({ linkRefusal: answer.ok ? null : describeFailure(answer.failure) })
    },
    choosePractice: async (profile) => {
      const present = await bridge.readSettings(null)
      if (!present.ok) return describeFailure(present.failure)
      const { rooftop } = present.value
      remote.leaving()
      const answer = await bridge.changeSettings({ provider: null, rooftop, practice: { profile } })
      if (!answer.ok) return describeFailure(answer.failure)
      const { form, typed } = store.getState()
      const fresh = formOf(answer.value)
      store.setState({
        view: answer.value,
        form: typed && form !== null ? { ...form, practiceProfile: fresh.practiceProfile } : fresh,
      })
      remote.changed(storeAfter(present.value, answer.value))
      return null
    },
  }
}

/** A text that differs between any two services that bookings can go to. */
function remoteOf({ provider, practice }: SettingsView): string {
  return provider === null ? `practice ${practice?.profile ?? 'baseline'}` : `${provider.address} ${provider.profile}`
}

/** Practice keeps one store whatever its profile. */
function storeAfter(before: SettingsView, after: SettingsView): 'same' | 'other' {
  return before.provider === null && after.provider === null ? 'same' : 'other'
}

/** True if the form names another provider and no token. A stored token belongs to the current provider alone. */
function needsToken(form: SettingsForm, { provider, setByFile }: SettingsView): boolean {
  if (form.remote !== 'provider' || form.token.trim() !== '' || setByFile.includes('provider.token')) return false
  return provider === null || parseAddress(form.address) !== provider.address
}

function describeToken({ token, provider }: SettingsView): string {
  const name = credentialName(provider?.profile)
  return token === 'secret-store'
    ? `Saved. The ${name} is in the vault of this PC.`
    : `Saved. The ${name} is kept in memory until Lanekeeper closes.`
}
