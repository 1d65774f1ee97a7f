import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSettingsFile } from '../../../../electron/settings/settings-file.ts'
import { overlayFile } from '../../../../electron/settings/stored-settings.ts'
import { PRACTICE_ROOFTOP } from '../../../../shared/booking/rooftop.ts'
import { SETTING_NAMES, type Settings } from '../../../../shared/desk/settings.ts'
import { BASELINE, FILE_ROOFTOP } from '../../../support/builders/settings-file.ts'
import { seedOf } from '../../../support/fakes/system.ts'

const SEED = seedOf('desk-file')

const PROVIDER = {
  address: 'https://provider.example',
  profile: 'hopdrive',
  clientId: 'lane-7',
  rooftopNumber: 42,
  payerNumber: 77,
  name: 'HopDrive',
  phone: '+18045550142',
  linkHosts: ['track.example'],
  caFile: '/etc/lanekeeper/roots.pem',
  token: 'abc',
}
const WHOLE = {
  provider: PROVIDER,
  rooftop: { ...FILE_ROOFTOP, contact: 'Service desk', noticeMinutes: 90, marginMinutes: 20, tripLimit: 5 },
  practice: { profile: 'hopdrive' },
}

const parsed = (json: unknown) => {
  const read = parseSettingsFile(json)
  if (!read.ok) throw new Error(JSON.stringify(read.issues))
  return read.value
}
const issues = (json: unknown) => {
  const read = parseSettingsFile(json)
  return read.ok ? [] : read.issues.map((issue) => issue.path)
}

describe('A settings file', () => {
  test('A settings file may name every setting', () => {
    const file = parsed(WHOLE)
    expect(file.names).toEqual(SETTING_NAMES)
    expect(file.provider).toEqual(PROVIDER)
    expect(file.rooftop).toMatchObject({
      name: 'Lakeside Auto',
      noticeMinutes: 90,
      tripLimit: 5,
      address: { name: 'Service lot' },
    })
  })

  test('A settings file may name no setting', () => {
    expect(parsed({ provider: { token: null } }).names).toEqual([])
    expect(parsed({})).toEqual({ provider: {}, rooftop: {}, names: [] })
    expect(parsed({ provider: {}, rooftop: {} }).names).toEqual([])
  })

  test('A settings file names exactly the settings that it holds', () => {
    fc.assert(
      fc.property(fc.subarray([...SETTING_NAMES]), (names) => {
        const json: Record<string, Record<string, unknown>> = {}
        for (const name of names) {
          const [part, key] = name.split('.') as ['provider' | 'rooftop' | 'practice', string]
          json[part] ??= {}
          const value = (WHOLE[part] as Record<string, unknown>)[key]
          json[part][key] = name === 'rooftop.address' ? { name: 'Lot', ...(value as object) } : value
        }
        expect(parsed(json).names).toEqual(names)
      }),
      { seed: SEED, numRuns: 300 },
    )
  })

  const wrong: readonly (readonly [paths: readonly string[], json: unknown])[] = [
    [[''], 'provider'],
    [[''], null],
    [[''], []],
    [['provider'], { provider: 'https://provider.example' }],
    [['rooftop'], { rooftop: [] }],
    [['providers'], { providers: PROVIDER }],
    [['provider.adress'], { provider: { adress: 'https://provider.example' } }],
    [['provider.address'], { provider: { address: 'http://provider.example' } }],
    [['provider.address'], { provider: { address: 5 } }],
    [['provider.payerNumber'], { provider: { payerNumber: 'seven' } }],
    [['provider.token'], { provider: { token: 'two words' } }],
    [['rooftop.zone', 'rooftop.noticeMinutes'], { rooftop: { zone: 'EDT zone', noticeMinutes: 'an hour' } }],
    [['rooftop.address.zip'], { rooftop: { address: { ...FILE_ROOFTOP.address, name: 'Lot', zip: 23 } } }],
    [['rooftop.address.street'], { rooftop: { address: { ...FILE_ROOFTOP.address, name: 'Lot', street: 'x' } } }],
    [['practice'], { practice: 'hopdrive' }],
    [['practice.profile'], { practice: { profile: 'other' } }],
    [['practice.client'], { practice: { client: 'lane' } }],
    [['roof', 'provider.adress'], { roof: {}, provider: { adress: 'https://provider.example' } }],
    [['provider.__proto__'], { provider: JSON.parse('{"__proto__": {"address": 1}}') as unknown }],
    [['provider.profile', 'rooftop.name'], { provider: { profile: 'x' }, rooftop: { name: '' } }],
  ]
  test.for(wrong)('A settings file is refused at the paths %j for the content %j', ([paths, json]) => {
    expect(issues(json)).toEqual(paths)
  })

  test('The issues of a settings file never quote a value', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12, unit: 'grapheme-ascii' }), (canary) => {
        const value = ` ${canary} canary `
        const read = parseSettingsFile({
          provider: { address: value, profile: value, token: value },
          rooftop: { name: [value], zone: value, noticeMinutes: value, address: value },
        })
        expect(JSON.stringify(read)).not.toContain('canary')
        expect(read.ok).toBe(false)
      }),
      { seed: SEED, numRuns: 300 },
    )
  })
})

describe('`overlayFile`', () => {
  const practice: Settings = { provider: null, rooftop: null }
  const live: Settings = {
    provider: { address: 'https://old.example', ...BASELINE },
    rooftop: PRACTICE_ROOFTOP,
  }
  const laid = (settings: Settings, json: unknown) => overlayFile(settings, parsed(json))
  const paths = (settings: Settings, json: unknown) => {
    const whole = laid(settings, json)
    return whole.ok ? [] : whole.issues.map((issue) => issue.path)
  }

  test('An empty settings file changes no setting', () => {
    expect(laid(practice, {})).toEqual({ ok: true, value: practice })
    expect(laid(live, {})).toEqual({ ok: true, value: live })
  })

  test('A settings file replaces the settings that it names and leaves the rest', () => {
    expect(laid(live, { rooftop: { name: 'Lakeside Auto' } })).toEqual({
      ok: true,
      value: { ...live, rooftop: { ...PRACTICE_ROOFTOP, name: 'Lakeside Auto' } },
    })
    expect(laid(live, { provider: { address: 'https://new.example' } })).toMatchObject({
      value: { provider: { address: 'https://new.example' }, rooftop: PRACTICE_ROOFTOP },
    })
  })

  test('A settings file replaces the profile of practice, and leaves the profile that the file does not name', () => {
    const chosen: Settings = { ...practice, practice: { profile: 'baseline' } }
    expect(laid(chosen, { practice: { profile: 'hopdrive' } })).toEqual({
      ok: true,
      value: { ...practice, practice: { profile: 'hopdrive' } },
    })
    expect(laid(chosen, {})).toEqual({ ok: true, value: chosen })
  })

  test('A settings file with another address drops the client and the numbers of the old provider', () => {
    const old = {
      address: 'https://old.example',
      profile: 'hopdrive',
      clientId: 'lane-7',
      rooftopNumber: 42,
      payerNumber: 77,
      linkHosts: [],
      name: null,
      phone: null,
      caFile: null,
    } as const
    const settings = { provider: old, rooftop: PRACTICE_ROOFTOP }
    expect(laid(settings, { provider: { address: 'https://new.example' } })).toMatchObject({
      value: { provider: { address: 'https://new.example', ...BASELINE } },
    })
    expect(laid(settings, { provider: { address: old.address } })).toEqual({ ok: true, value: settings })
  })

  test('A payer for a profile without payers is refused if the file names it, and dropped if the desk has it', () => {
    const provider = { ...BASELINE, address: 'https://old.example', profile: 'hopdrive', clientId: 'lane-7' } as const
    const settings = { provider: { ...provider, payerNumber: 77 }, rooftop: PRACTICE_ROOFTOP }
    expect(laid(settings, { provider: { payerNumber: 78 } })).toMatchObject({
      value: { provider: { payerNumber: 78 } },
    })
    expect(laid(live, { provider: { payerNumber: 78 } })).toEqual({
      ok: false,
      issues: [{ path: 'provider.payerNumber', code: 'payer-not-taken' }],
    })
    expect(laid(settings, { provider: { profile: 'baseline' } })).toMatchObject({
      value: { provider: { profile: 'baseline', payerNumber: null } },
    })
  })

  test('A whole settings file makes a practice desk live and keeps the token out of the settings', () => {
    const whole = laid(practice, WHOLE)
    expect(whole).toMatchObject({ ok: true, value: { provider: { address: 'https://provider.example' } } })
    expect(JSON.stringify(whole)).not.toContain('abc')
  })

  test('A provider without a rooftop, a token without an address and half a rooftop are refused with their paths', () => {
    expect(paths(practice, { provider: PROVIDER })).toEqual(['rooftop'])
    // A profile has no effect on a desk without a provider.
    expect(paths(practice, { provider: { profile: 'baseline' } })).toEqual([])
    for (const settings of [practice, live]) {
      expect(paths(settings, { provider: { token: 'abc' } })).toEqual(['provider.address'])
    }
    expect(paths(practice, { rooftop: { name: 'Lakeside Auto' } })).toEqual(['rooftop.address', 'rooftop.zone'])
  })
})
