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
  /** What the desk is set to; null until it was read. */
  readonly view: SettingsView | null
  readonly form: SettingsForm | null
  /** Something in the form was typed and not saved. */
  readonly typed: boolean
  readonly problems: SettingsErrors
  /** Grows with each refused save, so that the first wrong field takes the focus again. */
  readonly refusals: number
  readonly saving: boolean
  /** What came of trying the provider that is typed; `trying` until it answers, null before and when something is typed. */
  readonly trial: ConnectionTest | 'trying' | null
  /** What came of the last save, until something is typed. */
  readonly outcome: { readonly good: boolean; readonly words: string } | null
}

export type SettingsStore = StoreApi<SettingsState> & {
  readonly read: () => Promise<void>
  readonly type: (name: SettingsField, value: string) => void
  /** Tries the provider as it is typed, and keeps nothing. */
  readonly tryIt: () => Promise<void>
  /** Checks and saves. One at a time. */
  readonly save: () => Promise<void>
}

/** The settings screen. `changed` is called when the desk works with another remote, whose bookings are others. */
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

  /** What the form asks for, as `parse` finds it; null where fields were refused, which is said. */
  function read(
    parse: (typed: ReturnType<typeof toSettings>) => Result<SettingsChange>,
    otherwise: string,
  ): SettingsChange | null {
    const { form, view } = store.getState()
    if (form === null || view === null) return null
    const found = parse(toSettings(form))
    if (found.ok) return found.value
    const problems = settingsErrors(found.failure.issues, form)
    // Whether the vault has it is known to the main process alone, which says so when nothing else is wrong.
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
      // What was typed and not saved is still there when the screen is opened again.
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
      // What was typed meanwhile is another provider.
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
      // The form starts anew from what holds now: a token that was typed does not stay on the screen.
      const fresh = formOf(answer.value)
      store.setState({ view: answer.value, form: fresh, typed: false, trial: null, outcome: { good: true, words } })
      const [before, after] = [view.provider, answer.value.provider]
      if (before?.address !== after?.address || before?.profile !== after?.profile) remote.changed()
    },
  }
}

const TOKEN_MISSING = 'Token is missing: this provider needs one.'

/** A provider that the desk does not work with yet has no token here. */
function needsToken(form: SettingsForm, { provider, setByFile }: SettingsView): boolean {
  if (form.remote !== 'provider' || form.token.trim() !== '' || setByFile.includes('provider.token')) return false
  return provider === null || parseAddress(form.address) !== provider.address
}

function describeToken({ token }: SettingsView): string {
  return token === 'vault'
    ? 'Saved. The token is in the vault of this PC.'
    : 'Saved. The token is kept in memory until Lanekeeper closes.'
}
