import { describe, expect, test } from 'vitest'
import { firstStepWith, goLiveForm, practiceForm, problemsOfStep } from '../../../../renderer/settings/state/go-live.ts'
import {
  fieldsOfPage,
  formOf,
  isTypedOn,
  SETTINGS_FIELDS,
  SETTINGS_PAGES,
  withPage,
} from '../../../../renderer/settings/state/settings-form.ts'
import { summaryOf } from '../../../../renderer/settings/text/settings-text.ts'
import { START } from '../../../support/fakes/system.ts'
import type { SettingsView } from '../../../../shared/desk/settings.ts'

const VIEW: SettingsView = {
  provider: null,
  rooftop: null,
  token: 'missing',
  hasSecretStore: true,
  file: null,
  setByFile: [],
}
const FORM = formOf(VIEW)

describe('Going live', () => {
  test('The first step takes the zone of the PC only if no zone is set and the zone is a place', () => {
    expect(goLiveForm(FORM, 'America/Denver')).toEqual({ ...FORM, remote: 'provider', zone: 'America/Denver' })
    expect(goLiveForm({ ...FORM, zone: 'America/Chicago' }, 'America/Denver').zone).toBe('America/Chicago')
    for (const none of ['UTC', 'Nowhere/Land', '']) expect(goLiveForm(FORM, none).zone).toBe('')
  })

  test('The form after going live was left keeps a typed dealership, but not the zone of the PC alone', () => {
    const begun = { ...goLiveForm(FORM, 'America/Denver'), address: 'https://provider.example', token: 'token-1' }
    expect(practiceForm(begun, FORM)).toEqual(FORM)
    const named = { ...begun, name: 'Lakeside Auto' }
    expect(practiceForm(named, FORM)).toEqual({ ...FORM, name: 'Lakeside Auto', zone: 'America/Denver' })
  })

  test('The summary names the zone in words, and leaves out what is empty', () => {
    const form = {
      ...FORM,
      city: 'Chicago',
      state: 'IL',
      zip: '60601',
      zone: 'America/Chicago',
      contact: 'Service desk',
    }
    expect(summaryOf(form, START)).toEqual([
      { term: 'Drivers ask for', value: 'Service desk' },
      { term: 'Service lot', value: 'Chicago, IL 60601' },
      { term: 'Time zone', value: 'Central Time' },
    ])
  })

  test('A problem belongs to the step that shows its field', () => {
    const problems = { address: 'Enter an address.', zone: 'Enter a time zone.', notice: 'Too large.' }
    expect(problemsOfStep(problems, 'connect')).toEqual({ address: 'Enter an address.' })
    expect(problemsOfStep(problems, 'dealership')).toEqual({ zone: 'Enter a time zone.', notice: 'Too large.' })
    expect([firstStepWith(problems), firstStepWith({ zone: 'x' }), firstStepWith({})]).toEqual([
      'connect',
      'dealership',
      null,
    ])
  })
})

describe('The pages of the settings', () => {
  test('Each field is on exactly one page', () => {
    expect(SETTINGS_PAGES.flatMap(fieldsOfPage).toSorted()).toEqual([...SETTINGS_FIELDS].sort())
  })

  test('A page takes over its own fields alone, and knows whether one of them was typed', () => {
    const typed = { ...FORM, name: 'Lakeside Auto', notice: '45' }
    expect(withPage(FORM, typed, 'booking')).toEqual({ ...FORM, notice: '45' })
    expect(SETTINGS_PAGES.filter((page) => isTypedOn(page, typed, FORM))).toEqual(['dealership', 'booking'])
  })
})
