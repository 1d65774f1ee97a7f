import type { ConnectionTest } from '../../../shared/desk/connection.ts'
import { isZone } from '../../../shared/time/time.ts'
import {
  fieldsOfPage,
  isTypedOn,
  withPage,
  type SettingsErrors,
  type SettingsField,
  type SettingsForm,
} from './settings-form.ts'

/** The steps that take a desk from practice to a provider. All functions are pure. */

export const GO_LIVE_STEPS = ['connect', 'dealership', 'live'] as const

export type GoLiveStep = (typeof GO_LIVE_STEPS)[number]

/** The result of a connection test, `trying` until the reply, or null without a test. */
export type Trial = ConnectionTest | 'trying' | null

/** True after a test that the provider did not pass. */
export function hasFailed(trial: Trial): trial is ConnectionTest {
  return trial !== null && trial !== 'trying' && !trial.good
}

/** Returns the form of the first step: a provider, the dealership of practice, and without a zone that of this PC. */
export function goLiveForm(form: SettingsForm, zoneOfPc: string): SettingsForm {
  const zone = form.zone !== '' || !isZone(zoneOfPc) || !zoneOfPc.includes('/') ? form.zone : zoneOfPc
  return { ...form, remote: 'provider', zone }
}

/** Returns the form after going live was left: the connection as saved, the dealership as typed. */
export function practiceForm(form: SettingsForm, saved: SettingsForm): SettingsForm {
  const left = { ...withPage(form, saved, 'connection'), practiceProfile: form.practiceProfile }
  // `goLiveForm` may have filled the zone, which alone is no input of a person.
  const untouched = { ...left, zone: saved.zone }
  return isTypedOn('dealership', untouched, saved) ? left : untouched
}

/** Returns the step that shows a field. The dealership is the second step, everything else belongs to the first. */
function stepOf(name: SettingsField): GoLiveStep {
  return [...fieldsOfPage('dealership'), ...fieldsOfPage('booking')].includes(name) ? 'dealership' : 'connect'
}

/** Returns the problems of one step. */
export function problemsOfStep(problems: SettingsErrors, step: GoLiveStep): SettingsErrors {
  return Object.fromEntries(Object.entries(problems).filter(([name]) => stepOf(name as SettingsField) === step))
}

/** Returns the first step with a problem; null without one. */
export function firstStepWith(problems: SettingsErrors): GoLiveStep | null {
  return GO_LIVE_STEPS.find((step) => Object.keys(problemsOfStep(problems, step)).length > 0) ?? null
}
