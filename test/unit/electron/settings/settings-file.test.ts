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
  profile: 'baseline',
  clientId: 'lane-7',
  rooftopNumber: 42,
  linkHosts: ['track.example'],
  token: 'abc',
}
const WHOLE = {
  provider: PROVIDER,
  rooftop: { ...FILE_ROOFTOP, contact: 'Service desk', noticeMinutes: 90, marginMinutes: 20 },
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

describe('a settings file', () => {
  test('may name everything', () => {
    const file = parsed(WHOLE)
    expect(file.names).toEqual(SETTING_NAMES)
    expect(file.provider).toEqual(PROVIDER)
    expect(file.rooftop).toMatchObject({ name: 'Lakeside Auto', noticeMinutes: 90, address: { name: 'Service lot' } })
  })

  test('may name nothing', () => {
    expect(parsed({ provider: { token: null } }).names).toEqual([])
    expect(parsed({})).toEqual({ provider: {}, rooftop: {}, names: [] })
    expect(parsed({ provider: {}, rooftop: {} }).names).toEqual([])
  })

  test('names what stands in it and nothing more, whichever part of it is there', () => {
    fc.assert(
      fc.property(fc.subarray([...SETTING_NAMES]), (names) => {
        const json: Record<string, Record<string, unknown>> = {}
        for (const name of names) {
          const [part, key] = name.split('.') as ['provider' | 'rooftop', string]
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
    [['provider.token'], { provider: { token: 'two words' } }],
    [['rooftop.zone', 'rooftop.noticeMinutes'], { rooftop: { zone: 'EDT zone', noticeMinutes: 'an hour' } }],
    [['rooftop.address.zip'], { rooftop: { address: { ...FILE_ROOFTOP.address, name: 'Lot', zip: 23 } } }],
    [['rooftop.address.street'], { rooftop: { address: { ...FILE_ROOFTOP.address, name: 'Lot', street: 'x' } } }],
    [['roof', 'provider.adress'], { roof: {}, provider: { adress: 'https://provider.example' } }],
    [['provider.__proto__'], { provider: JSON.parse('{"__proto__": {"address": 1}}') as unknown }],
    [['provider.profile', 'rooftop.name'], { provider: { profile: 'x' }, rooftop: { name: '' } }],
  ]
  test.for(wrong)('that is wrong at %j is refused by that key', ([paths, json]) => {
    expect(issues(json)).toEqual(paths)
  })

  test('is never quoted: no value of it comes back in the issues', () => {
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

describe('laid over the settings', () => {
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

  test('an empty file changes nothing', () => {
    expect(laid(practice, {})).toEqual({ ok: true, value: practice })
    expect(laid(live, {})).toEqual({ ok: true, value: live })
  })

  test('what it names wins, and the rest stays', () => {
    expect(laid(live, { rooftop: { name: 'Lakeside Auto' } })).toEqual({
      ok: true,
      value: { ...live, rooftop: { ...PRACTICE_ROOFTOP, name: 'Lakeside Auto' } },
    })
    expect(laid(live, { provider: { address: 'https://new.example' } })).toMatchObject({
      value: { provider: { address: 'https://new.example' }, rooftop: PRACTICE_ROOFTOP },
    })
  })

  test('another address begins anew: a client or a number of the old provider says nothing to the new', () => {
    const old = {
      address: 'https://old.example',
      profile: 'hopdrive',
      clientId: 'lane-7',
      rooftopNumber: 42,
      linkHosts: [],
    } as const
    const settings = { provider: old, rooftop: PRACTICE_ROOFTOP }
    expect(laid(settings, { provider: { address: 'https://new.example' } })).toMatchObject({
      value: { provider: { address: 'https://new.example', ...BASELINE } },
    })
    expect(laid(settings, { provider: { address: old.address } })).toEqual({ ok: true, value: settings })
  })

  test('a whole file makes a practice desk live, without the token in the settings', () => {
    const whole = laid(practice, WHOLE)
    expect(whole).toMatchObject({ ok: true, value: { provider: { address: 'https://provider.example' } } })
    expect(JSON.stringify(whole)).not.toContain('abc')
  })

  test('a provider without a rooftop, a token without an address and half a rooftop are named', () => {
    expect(paths(practice, { provider: PROVIDER })).toEqual(['rooftop'])
    // What a provider can do means nothing to a desk that has none.
    expect(paths(practice, { provider: { profile: 'baseline' } })).toEqual([])
    for (const settings of [practice, live]) {
      expect(paths(settings, { provider: { token: 'abc' } })).toEqual(['provider.address'])
    }
    expect(paths(practice, { rooftop: { name: 'Lakeside Auto' } })).toEqual(['rooftop.address', 'rooftop.zone'])
  })
})
