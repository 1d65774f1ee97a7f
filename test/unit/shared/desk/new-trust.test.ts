import { describe, expect, test } from 'vitest'
import { newTrust } from '../../../../shared/desk/new-trust.ts'
import type { ProviderSettings } from '../../../../shared/desk/settings.ts'

const PRESENT: ProviderSettings = {
  address: 'https://provider.example',
  name: null,
  phone: null,
  profile: 'baseline',
  clientId: null,
  rooftopNumber: null,
  payerNumber: null,
  linkHosts: ['track.example'],
  caFile: null,
}

const trustOf = (change: Partial<ProviderSettings>, present: ProviderSettings | null = PRESENT) =>
  newTrust({ provider: { ...PRESENT, ...change } }, { provider: present })

describe('What a change of the settings newly trusts', () => {
  test.for([
    ['a change of nothing', {}],
    ['another profile, client or rooftop number', { profile: 'hopdrive', clientId: 'x', rooftopNumber: 7 }],
    ['a link host that goes away', { linkHosts: [] }],
  ] as const)('Nothing is newly trusted by %s', ([, change]) => {
    expect(trustOf(change)).toBeNull()
  })

  test('A change to the practice service trusts nothing new', () => {
    expect(newTrust({ provider: null }, { provider: PRESENT })).toBeNull()
  })

  test('Another address, further link hosts and another certificate file are each named', () => {
    const change = { address: 'https://evil.example/data', linkHosts: ['track.example', 'evil.example'], caFile: '/ca' }
    expect(trustOf(change)).toEqual({
      address: 'https://evil.example/data',
      linkHosts: ['evil.example'],
      caFile: '/ca',
    })
  })

  test('A desk on the practice service newly trusts the whole provider', () => {
    expect(trustOf({}, null)).toEqual({ address: PRESENT.address, linkHosts: ['track.example'], caFile: null })
  })
})
