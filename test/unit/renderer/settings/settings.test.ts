import { describe, expect, test, vi } from 'vitest'
import { createSettings } from '../../../../renderer/settings/state/settings.ts'
import { formOf, isTypedOn, SETTINGS_PAGES } from '../../../../renderer/settings/state/settings-form.ts'
import { placeWarnings } from '../../../../renderer/settings/text/place-text.ts'
import { START } from '../../../support/fakes/system.ts'
import type { Bridge } from '../../../../shared/bridge/calls.ts'
import type { ConnectionTest } from '../../../../shared/desk/connection.ts'
import type { SettingsChange, SettingsView } from '../../../../shared/desk/settings.ts'

const TOWNS: Readonly<Record<string, { readonly city: string; readonly state: string }>> = {
  '23220': { city: 'Richmond', state: 'VA' },
  '60601': { city: 'Chicago', state: 'IL' },
}

const PRACTICE: SettingsView = {
  provider: null,
  rooftop: null,
  token: 'missing',
  hasSecretStore: true,
  file: null,
  setByFile: [],
}

const GOOD: ConnectionTest = { good: true, cause: null, detail: null }
const REJECTED: ConnectionTest = { good: false, cause: 'token-refused', detail: 'token-rejected' }

/** A settings store over a desk in memory, whose connection test has the given result. */
function createScreen(trial: ConnectionTest = GOOD) {
  let view = PRACTICE
  const value = <T>(of: T) => Promise.resolve({ ok: true as const, value: of })
  const bridge = {
    readSettings: () => value(view),
    changeSettings: ({ provider, rooftop }: SettingsChange) => {
      view = { ...view, provider, rooftop, token: provider === null ? 'missing' : 'secret-store' }
      return value(view)
    },
    testConnection: () => value(trial),
    lookUpZip: ({ zip }: { readonly zip: string }) => value(TOWNS[zip] ?? null),
  } as unknown as Bridge
  const settings = createSettings(bridge, { leaving: () => {}, changed: () => {} })
  const form = () => settings.getState().form ?? formOf(PRACTICE)
  /** Types a ZIP and waits for the answer about the ZIP. */
  const typeZip = async (zip: string) => {
    settings.type('zip', zip)
    await new Promise((done) => setTimeout(done, 0))
  }
  const connect = async () => {
    await settings.goLive()
    settings.type('address', 'https://provider.example')
    settings.type('token', 'token-1')
    await settings.tryIt()
    await settings.goOn()
  }
  const nameDealership = async () => {
    settings.type('name', 'Lakeside Auto')
    settings.type('street', '780 Harbor Rd')
    await typeZip('23220')
    settings.type('zone', 'America/New_York')
  }
  const typedPages = () => SETTINGS_PAGES.filter((page) => isTypedOn(page, form(), formOf(view)))
  return { settings, form, typeZip, connect, nameDealership, typedPages, view: () => view }
}

describe('Going live', () => {
  test('The result of the connection test stays while the dealership is typed, and goes with the first other token', async () => {
    const { settings, connect, nameDealership } = createScreen()
    await connect()
    await nameDealership()
    await settings.goOn()
    expect(settings.getState()).toMatchObject({ step: 'live', trial: GOOD })
    settings.type('token', 'token-2')
    expect(settings.getState().trial).toBeNull()
  })

  test('The sentence after going live says no more than the connection test told', async () => {
    const outcomeAfter = async (trial: ConnectionTest | null) => {
      const { settings, connect, nameDealership } = createScreen(trial ?? GOOD)
      await connect()
      if (trial === null) settings.type('token', 'token-2')
      await nameDealership()
      await settings.goOn()
      await settings.goOn()
      return settings.getState().outcome
    }
    expect(await outcomeAfter(GOOD)).toMatchObject({
      good: true,
      message: expect.stringMatching(/^You are live. Real/),
    })
    expect(await outcomeAfter(REJECTED)).toMatchObject({
      good: false,
      message: expect.stringMatching(/^Live, but the token was rejected\. Bookings wait/),
    })
    expect(await outcomeAfter({ ...REJECTED, cause: 'provider-down', detail: null })).toMatchObject({
      good: false,
      message: expect.stringMatching(/^Live, but the connection test failed\./),
    })
    expect(await outcomeAfter(null)).toMatchObject({ message: expect.stringContaining('was not tested') })
  })

  test('Staying in practice keeps the typed dealership and drops the typed connection', async () => {
    const { settings, form, connect, nameDealership, typedPages } = createScreen()
    await connect()
    settings.stayInPractice()
    expect(typedPages()).toEqual([])
    await connect()
    await nameDealership()
    settings.stayInPractice()
    expect(form()).toMatchObject({ remote: 'practice', address: '', token: '', name: 'Lakeside Auto', zip: '23220' })
    expect(typedPages()).toEqual(['dealership'])
  })
})

describe('The ZIP of the dealership', () => {
  test('Another ZIP fills city and state again, and ZIP+4 counts by its first five digits', async () => {
    const { settings, form, typeZip } = createScreen()
    await settings.read()
    await typeZip('23220')
    expect(form()).toMatchObject({ city: 'Richmond', state: 'VA' })
    await typeZip('6060')
    await typeZip('60601-1234')
    expect(form()).toMatchObject({ city: 'Chicago', state: 'IL' })
    await typeZip('00000')
    expect(form()).toMatchObject({ city: '', state: '' })
    expect(placeWarnings(form(), settings.getState().town, START).zip).toContain('not known')
  })

  test('A typed city stays, and the town of the ZIP is named beside the city', async () => {
    const { settings, form, typeZip } = createScreen()
    const warnings = () => placeWarnings(form(), settings.getState().town, START)
    await settings.read()
    settings.type('city', 'Springfield')
    await typeZip('23220')
    expect(form()).toMatchObject({ city: 'Springfield', state: 'VA' })
    expect(warnings().city).toBe('23220 is Richmond, VA')
    settings.type('city', 'richmond')
    expect(warnings()).toEqual({})
    settings.type('state', 'IL')
    expect(warnings().city).toBe('23220 is Richmond, VA')
    settings.type('city', 'Springfield')
    await typeZip('60601-1234')
    expect(warnings().city).toBe('60601 is Chicago, IL')
  })

  test('A saved dealership is compared with its ZIP, and changes only after another ZIP is typed', async () => {
    const { settings, form, typeZip, nameDealership } = createScreen()
    await settings.read()
    await nameDealership()
    settings.type('city', 'Bon Air')
    await settings.save()
    const city = () => placeWarnings(form(), settings.getState().town, START).city
    settings.setState({ town: null })
    await settings.read()
    await vi.waitFor(() => expect(city()).toBe('23220 is Richmond, VA'))
    await typeZip('23220')
    expect(form().city).toBe('Bon Air')
    expect(city()).toBe('23220 is Richmond, VA')
  })

  test.for([
    ['CA', 'America/Chicago', 'CA is in Pacific Time'],
    ['California', 'America/Los_Angeles', undefined],
    ['ID', 'America/New_York', 'ID is in Mountain or Pacific Time'],
    ['AZ', 'America/Phoenix', undefined],
    ['IN', 'America/Indiana/Indianapolis', undefined],
    ['MI', 'America/Detroit', undefined],
    ['HI', 'Pacific/Honolulu', undefined],
    ['PR', 'America/Puerto_Rico', undefined],
    ['AK', 'America/Anchorage', undefined],
    ['Nowhere', 'America/Chicago', undefined],
  ] as const)('The state %s with the zone %s gives the warning %s', ([state, zone, warning]) => {
    expect(placeWarnings({ ...formOf(PRACTICE), state, zone }, null, START).zone).toBe(warning)
  })
})

describe('The pages of the settings', () => {
  test('A saved dealership fills the booking times, which then do not count as typed', async () => {
    const { settings, form, nameDealership, typedPages } = createScreen()
    await settings.read()
    await nameDealership()
    await settings.save()
    expect(form()).toMatchObject({ name: 'Lakeside Auto', notice: '60', margin: '30' })
    expect(typedPages()).toEqual([])
  })

  test('Switching to practice keeps what was typed on the other pages, and the provider for the next time', async () => {
    const { settings, form, connect, nameDealership, view } = createScreen()
    await connect()
    await nameDealership()
    await settings.goOn()
    await settings.goOn()
    expect(view().provider).not.toBeNull()
    settings.type('contact', 'Service desk')
    settings.type('address', 'https://other.example')
    await settings.goToPractice()
    expect(form()).toMatchObject({ remote: 'practice', contact: 'Service desk' })
    await settings.goLive()
    expect(form()).toMatchObject({ address: 'https://provider.example', token: '', contact: 'Service desk' })
  })
})
