import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge.ts'
import { parseSettings, readAddress, type SettingsView } from '../../shared/settings.ts'
import {
  formOf,
  settingsProblems,
  toSettings,
  type SettingsField,
  type SettingsForm,
  type SettingsProblems,
} from './settings-form.ts'

export type SettingsState = {
  /** What the desk is set to; null until it was read. */
  readonly view: SettingsView | null
  readonly form: SettingsForm | null
  /** Something in the form was typed and not saved. */
  readonly typed: boolean
  readonly problems: SettingsProblems
  /** Grows with each refused save, so that the first wrong field takes the focus again. */
  readonly refusals: number
  readonly saving: boolean
  /** What came of the last save, until something is typed. */
  readonly outcome: { readonly good: boolean; readonly words: string } | null
}

export type SettingsStore = StoreApi<SettingsState> & {
  readonly read: () => Promise<void>
  readonly type: (name: SettingsField, value: string) => void
  /** Checks and saves. One at a time. */
  readonly save: () => Promise<void>
}

/** The settings screen. `changed` is called when the desk works with another remote, whose bookings are others. */
export function makeSettings(
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
    outcome: null,
  }))

  function refuse(problems: SettingsProblems, words: string) {
    store.setState((before) => ({ problems, refusals: before.refusals + 1, outcome: { good: false, words } }))
  }

  return {
    ...store,
    read: async () => {
      const answer = await bridge.readSettings(null)
      if (!answer.ok) {
        store.setState({ outcome: { good: false, words: answer.failure.message } })
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
      store.setState({ form: { ...form, [name]: value }, typed: true, problems: others, outcome: null })
    },
    save: async () => {
      const { form, view, saving } = store.getState()
      if (form === null || view === null || saving) return
      const read = parseSettings(toSettings(form))
      if (!read.ok) {
        const found = settingsProblems(read.failure.fields, form)
        // Whether the vault has it is known to the main process alone, which says so when nothing else is wrong.
        const problems = needsToken(form, view) ? { ...found, token: found.token ?? TOKEN_MISSING } : found
        const count = Object.keys(problems).length
        refuse(problems, `Not saved. ${count === 1 ? 'One field needs' : `${count} fields need`} another look.`)
        return
      }
      store.setState({ saving: true, problems: {}, outcome: null })
      remote.leaving()
      const answer = await bridge.changeSettings(read.value)
      store.setState({ saving: false })
      if (!answer.ok) {
        refuse(settingsProblems(answer.failure.fields, form), `Not saved. ${answer.failure.message}`)
        return
      }
      const words = read.value.provider !== null && form.token !== '' ? sayToken(answer.value) : 'Saved.'
      // The form starts anew from what holds now: a token that was typed does not stay on the screen.
      const fresh = formOf(answer.value)
      store.setState({ view: answer.value, form: fresh, typed: false, outcome: { good: true, words } })
      const [before, after] = [view.provider, answer.value.provider]
      if (before?.address !== after?.address || before?.profile !== after?.profile) remote.changed()
    },
  }
}

const TOKEN_MISSING = 'Token is missing: this provider needs one.'

/** A provider that the desk does not work with yet has no token here. */
function needsToken(form: SettingsForm, { provider, setByFile }: SettingsView): boolean {
  if (form.remote !== 'provider' || form.token.trim() !== '' || setByFile.includes('provider.token')) return false
  return provider === null || readAddress(form.address) !== provider.address
}

function sayToken({ token }: SettingsView): string {
  return token === 'vault'
    ? 'Saved. The token is in the vault of this PC.'
    : 'Saved. The token is kept in memory until Lanekeeper closes.'
}
