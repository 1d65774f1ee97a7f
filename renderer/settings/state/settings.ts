import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge, ConnectionTest } from '../../../shared/bridge/calls.ts'
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

export type SettingsState = {
  /** The current settings; null until they were read. */
  readonly view: SettingsView | null
  readonly form: SettingsForm | null
  /** The form has unsaved input. */
  readonly typed: boolean
  readonly problems: SettingsErrors
  /** Grows with each refused save, so that the first wrong field gets the focus again. */
  readonly refusals: number
  readonly saving: boolean
  /** The result of testing the typed provider: `trying` during the test, null before it and after more typing. */
  readonly trial: ConnectionTest | 'trying' | null
  /** The result of the last save, until more typing. */
  readonly outcome: { readonly good: boolean; readonly words: string } | null
}

export type SettingsStore = StoreApi<SettingsState> & {
  readonly read: () => Promise<void>
  readonly type: (name: SettingsField, value: string) => void
  /** Tests the typed provider and stores nothing. */
  readonly tryIt: () => Promise<void>
  /** Checks and saves. One call at a time. */
  readonly save: () => Promise<void>
}

/**
 * The store of the settings screen. Calls `changed` when the desk works with another provider, which has other
 * bookings.
 */
export function createSettings(
  bridge: Bridge,
  remote: { readonly leaving: () => void; readonly changed: () => void },
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
  }))

  function refuse(problems: SettingsErrors, words: string) {
    store.setState((before) => ({ problems, refusals: before.refusals + 1, outcome: { good: false, words } }))
  }

  /** Parses the form; null if fields were refused, which the state then shows. */
  function read(
    parse: (typed: ReturnType<typeof toSettings>) => Result<SettingsChange>,
    otherwise: string,
  ): SettingsChange | null {
    const { form, view } = store.getState()
    if (form === null || view === null) return null
    const found = parse(toSettings(form))
    if (found.ok) return found.value
    const problems = settingsErrors(found.failure.issues, form)
    // Only the main process knows whether the secret store has the token, and reports that if all other fields are
    // valid.
    const all = needsToken(form, view) ? { ...problems, token: problems.token ?? TOKEN_MISSING } : problems
    const count = Object.keys(all).length
    refuse(all, `${otherwise} ${count === 1 ? 'One field needs' : `${count} fields need`} another look.`)
    return null
  }

  return {
    ...store,
    read: async () => {
      const answer = await bridge.readSettings(null)
      if (!answer.ok) {
        store.setState({ outcome: { good: false, words: describeFailure(answer.failure) } })
        return
      }
      // Unsaved input is still there when the screen opens again.
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
      // The form was changed meanwhile, so the result belongs to another provider.
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
      const words = change.provider !== null && form.token !== '' ? describeToken(answer.value) : 'Saved.'
      // The form starts over from the saved settings, so a typed token does not stay on the screen.
      const fresh = formOf(answer.value)
      store.setState({ view: answer.value, form: fresh, typed: false, trial: null, outcome: { good: true, words } })
      const [before, after] = [view.provider, answer.value.provider]
      if (before?.address !== after?.address || before?.profile !== after?.profile) remote.changed()
    },
  }
}

const TOKEN_MISSING = 'Token is missing: this provider needs one.'

/** A provider that the desk does not use yet has no stored token. */
function needsToken(form: SettingsForm, { provider, setByFile }: SettingsView): boolean {
  if (form.remote !== 'provider' || form.token.trim() !== '' || setByFile.includes('provider.token')) return false
  return provider === null || parseAddress(form.address) !== provider.address
}

function describeToken({ token }: SettingsView): string {
  return token === 'vault'
    ? 'Saved. The token is in the vault of this PC.'
    : 'Saved. The token is kept in memory until Lanekeeper closes.'
}
