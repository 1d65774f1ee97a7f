import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import type { ProviderProfile } from '../../../shared/desk/provider-profile.ts'
import {
  parseSettings,
  parseConnectionTest,
  type SettingsChange,
  type SettingsView,
} from '../../../shared/desk/settings.ts'
import {
  fieldsOfPage,
  formOf,
  isTypedOn,
  settingsErrors,
  withPage,
  type SettingsField,
  type SettingsForm,
  type SettingsErrors,
  type SettingsPage,
} from './settings-form.ts'
import { checkForm, keepTyped, problemsUnder, remoteOf, storeAfter, zoneOfPc } from './settings-checks.ts'
import {
  firstStepWith,
  GO_LIVE_STEPS,
  goLiveForm,
  hasFailed,
  practiceForm,
  problemsOfStep,
  type GoLiveStep,
  type Trial,
} from './go-live.ts'
import { normalizeZip } from '../../../shared/booking/place.ts'
import { withTown, type TownOfZip } from './town.ts'
import { describeFailure } from '../../app/text/failure-text.ts'
import {
  describeLive,
  describeRefusal,
  describeSaved,
  NOT_SAVED,
  NOT_TESTED,
  PRACTICE_NOW,
} from '../text/settings-text.ts'

export type SettingsState = {
  /** Current settings of the desk; null before the first reply. */
  readonly view: SettingsView | null
  readonly form: SettingsForm | null
  readonly page: SettingsPage
  /** The step of going live that the screen shows in place of its pages; null while nobody goes live. */
  readonly step: GoLiveStep | null
  readonly problems: SettingsErrors
  /** Grows with each refused save or test, so that the first wrong field takes the focus again. */
  readonly refusals: number
  readonly saving: boolean
  /**
   * Result of the connection test for the typed provider; `trying` until the reply. Null before a test and after input
   * on the page of the connection.
   */
  readonly trial: Trial
  /** The last ZIP that was looked up; null before the first. */
  readonly town: TownOfZip | null
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
  readonly show: (page: SettingsPage) => void
  /** Validates and saves the fields of the page. Does nothing while a save is running. */
  readonly save: () => Promise<void>
  /** Begins the steps that take the desk to a provider, with the dealership of practice. */
  readonly goLive: () => Promise<void>
  /** Leaves going live. What was typed about the dealership stays, the rest is dropped. */
  readonly stayInPractice: () => void
  /** Goes to another step: back at once, forward only if the present step is valid. The last step saves everything. */
  readonly goOn: () => Promise<void>
  readonly goBack: () => void
  /** Sends bookings to the practice service from now on. */
  readonly goToPractice: () => Promise<void>
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
    page: 'dealership',
    step: null,
    problems: {},
    refusals: 0,
    saving: false,
    trial: null,
    town: null,
    outcome: null,
    linkRefusal: null,
  }))

  /** The provider that the desk left for practice, without the token, for the next time that the desk goes live. */
  let former: Partial<SettingsForm> = {}

  function refuse(problems: SettingsErrors, message: string) {
    store.setState((before) => ({ problems, refusals: before.refusals + 1, outcome: { good: false, message } }))
  }

  /** Sends a change to the desk. Returns the new settings; after a refusal, shows the reason and returns null. */
  async function send(change: SettingsChange, form: SettingsForm): Promise<SettingsView | null> {
    const { view } = store.getState()
    store.setState({ saving: true, problems: {}, outcome: null })
    remote.leaving()
    const answer = await bridge.changeSettings(change)
    store.setState({ saving: false })
    if (!answer.ok) {
      refuse(settingsErrors(answer.failure.issues, form), `${NOT_SAVED} ${describeFailure(answer.failure)}`)
      return null
    }
    if (view !== null && remoteOf(view) !== remoteOf(answer.value)) remote.changed(storeAfter(view, answer.value))
    return answer.value
  }

  /** Looks up the town of the form's ZIP. With `fills`, city and state follow, except where a person typed another. */
  async function readTown(fills: boolean): Promise<void> {
    const zip = normalizeZip(store.getState().form?.zip ?? '')
    if (!/^\d{5}$/.test(zip)) return
    const answer = await bridge.lookUpZip({ zip })
    const { form, problems, town: before } = store.getState()
    if (!answer.ok || form === null || normalizeZip(form.zip) !== zip) return
    const town = { zip, town: answer.value }
    const { city: _city, state: _state, ...others } = problems
    store.setState(fills ? { town, form: withTown(form, town, before), problems: others } : { town })
  }

  async function read(): Promise<void> {
    const answer = await bridge.readSettings(null)
    if (!answer.ok) {
      store.setState({ outcome: { good: false, message: describeFailure(answer.failure) } })
      return
    }
    // Input that is not saved survives leaving the screen.
    const { form, view, step } = store.getState()
    const fresh = formOf(answer.value)
    store.setState({
      view: answer.value,
      form: form === null || view === null ? fresh : step === null ? keepTyped(fresh, form, formOf(view)) : form,
      outcome: null,
    })
    void readTown(false)
  }

  return {
    ...store,
    read,
    show: (page) => store.setState({ page, step: null, problems: {}, outcome: null }),
    type: (name, value) => {
      const { form, problems } = store.getState()
      if (form === null) return
      const { [name]: _mended, ...others } = problems
      const tested = fieldsOfPage('connection').includes(name) ? { trial: null } : {}
      const left = name === 'profile' ? problemsUnder(value, others, form) : others
      store.setState({ form: { ...form, [name]: value }, problems: left, outcome: null, ...tested })
      if (name === 'zip') void readTown(true)
    },
    tryIt: async () => {
      const { form, view, trial } = store.getState()
      if (form === null || view === null || trial === 'trying') return
      const { change, problems } = checkForm(form, view, ({ provider }) => parseConnectionTest(provider))
      if (change === null) return refuse(problems, describeRefusal(NOT_TESTED, problems))
      store.setState({ problems: {}, outcome: null, trial: 'trying' })
      const answer = await bridge.testConnection(change)
      // If a person typed during the test, the result may belong to another provider than the typed one.
      const { form: after } = store.getState()
      if (after === null || isTypedOn('connection', after, form)) return
      store.setState({ trial: answer.ok ? answer.value : null })
      if (!answer.ok)
        refuse(settingsErrors(answer.failure.issues, form), `${NOT_TESTED} ${describeFailure(answer.failure)}`)
    },
    save: async () => {
      const { form, view, saving, page } = store.getState()
      if (form === null || view === null || saving) return
      const whole = withPage(formOf(view), form, page)
      const { change, problems } = checkForm(whole, view, parseSettings)
      if (change === null) return refuse(problems, describeRefusal(NOT_SAVED, problems))
      const kept = await send(change, form)
      if (kept === null) return
      // The page is filled again from the saved settings, so that a typed token does not stay on the screen.
      const message = describeSaved(change.provider !== null && whole.token !== '' ? kept : null)
      store.setState({
        view: kept,
        form: withPage(keepTyped(formOf(kept), form, formOf(view)), formOf(kept), page),
        trial: null,
        outcome: { good: true, message },
      })
    },
    goLive: async () => {
      if (store.getState().view === null) await read()
      const { view, form } = store.getState()
      if (view === null || form === null || view.provider !== null) {
        store.setState({ page: 'connection', step: null, outcome: null })
        return
      }
      store.setState({
        step: 'connect',
        form: goLiveForm({ ...form, ...former }, zoneOfPc()),
        problems: {},
        trial: null,
        outcome: null,
      })
    },
    stayInPractice: () => {
      const { form, view } = store.getState()
      const typed = form === null || view === null ? null : practiceForm(form, formOf(view))
      store.setState({ step: null, page: 'connection', form: typed, problems: {}, trial: null, outcome: null })
    },
    goBack: () => {
      const { step } = store.getState()
      const before = step === null ? undefined : GO_LIVE_STEPS[GO_LIVE_STEPS.indexOf(step) - 1]
      if (before !== undefined) store.setState({ step: before, problems: {}, outcome: null })
    },
    goOn: async () => {
      const { form, view, saving, step, trial } = store.getState()
      if (form === null || view === null || saving || step === null) return
      // What spans several settings is checked only once each is valid, so the first step checks the provider alone.
      const ofProvider =
        step === 'connect' ? ({ provider }: { readonly provider: unknown }) => parseConnectionTest(provider) : null
      const { change, problems } = checkForm(form, view, ofProvider ?? parseSettings)
      if (step !== 'live') {
        const here = problemsOfStep(problems, step)
        if (Object.keys(here).length > 0) return refuse(here, describeRefusal(NOT_SAVED, here))
        const next = GO_LIVE_STEPS[GO_LIVE_STEPS.indexOf(step) + 1]
        if (next !== undefined) store.setState({ step: next, problems: {}, outcome: null })
        return
      }
      const kept = change === null ? null : await send(change, form)
      if (kept === null) {
        const found = change === null ? problems : store.getState().problems
        if (change === null) refuse(problems, describeRefusal(NOT_SAVED, problems))
        store.setState({ step: firstStepWith(found) ?? step })
        return
      }
      store.setState({
        view: kept,
        form: formOf(kept),
        step: null,
        page: 'connection',
        outcome: {
          good: !hasFailed(trial),
          message: `${describeLive(trial, form.profile)} ${describeSaved(form.token === '' ? null : kept)}`,
        },
      })
    },
    goToPractice: async () => {
      const { form, view, saving } = store.getState()
      if (form === null || view === null || saving) return
      const saved = formOf(view)
      const kept = await send({ provider: null, rooftop: view.rooftop }, saved)
      if (kept === null) return
      // The page of the connection has other fields from now on. Input on the other pages stays.
      const { address, profile, providerName, providerPhone, clientId } = saved
      former = { address, profile, providerName, providerPhone, clientId }
      const typed = keepTyped(formOf(kept), withPage(form, saved, 'connection'), saved)
      store.setState({ view: kept, form: typed, trial: null, outcome: { good: true, message: PRACTICE_NOW } })
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
      const { form } = store.getState()
      const fresh = formOf(answer.value)
      store.setState({
        view: answer.value,
        form: form === null ? fresh : { ...form, practiceProfile: fresh.practiceProfile },
      })
      remote.changed(storeAfter(present.value, answer.value))
      return null
    },
  }
}
