import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSettings, parseAddress } from '../../../../shared/desk/settings.ts'
import { isZone } from '../../../../shared/time/time.ts'
import { FILE_ROOFTOP } from '../../../support/builders/settings-file.ts'
import { seedOf } from '../../../support/fakes/system.ts'

const SEED = seedOf('settings')

const ROOFTOP = { ...FILE_ROOFTOP, address: { name: 'Lakeside lot', ...FILE_ROOFTOP.address } }
const PROVIDER = { address: 'https://provider.example', profile: 'baseline', token: 'abc' }

const good: readonly (readonly [typed: string, kept: string])[] = [
  ['https://provider.example', 'https://provider.example'],
  ['https://provider.example/', 'https://provider.example'],
  ['https://provider.example//', 'https://provider.example'],
  ['https://provider.example:443', 'https://provider.example'],
  ['https://provider.example:8443/api', 'https://provider.example:8443/api'],
  ['https://provider.example/v1', 'https://provider.example'],
  ['https://provider.example/api/v1/', 'https://provider.example/api'],
  ['HTTPS://Provider.Example', 'https://provider.example'],
  ['https://provider.example//v1', 'https://provider.example'],
  ['https://provider.example/v1/v1', 'https://provider.example'],
  ['https://provider.example/v12', 'https://provider.example/v12'],
  ['http://127.0.0.1:4711', 'http://127.0.0.1:4711'],
  ['http://localhost:4711/', 'http://localhost:4711'],
  ['http://[::1]:4711', 'http://[::1]:4711'],
]
test.for(good)('The address %s is taken and kept as %s', ([typed, kept]) => {
  expect(parseAddress(typed)).toBe(kept)
  expect(parseAddress(kept)).toBe(kept)
})

const bad = [
  '',
  'provider.example',
  '//provider.example',
  'http://provider.example',
  'http://127.0.0.2',
  'http://127.0.0.1.example',
  'http://localhost.example',
  'http://192.168.1.7:8080',
  'http://0.0.0.0',
  'https://user@provider.example',
  'https://user:secret@provider.example',
  'https://:secret@provider.example',
  'http://user:secret@127.0.0.1',
  'https://provider.example?x=1',
  'https://provider.example/#top',
  'https://provider.example/?',
  'https://provider.example/v1?',
  'https://provider.example/v1#',
  `https://provider.example/${'é'.repeat(100)}`,
  'ftp://provider.example',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/plain,x',
  'ws://127.0.0.1',
  'https://',
  'http://127.0.0.1:99999',
]
test.for(bad)('The address %j is refused', (address) => {
  expect(parseAddress(address)).toBeNull()
})

test.for<readonly [string, object]>([
  ['provider.example', { code: 'address-incomplete' }],
  ['http://provider.example', { code: 'address-not-https' }],
  ['https://user:secret@provider.example', { code: 'address-with-credentials' }],
  ['https://provider.example?x=1', { code: 'address-with-query' }],
  [`https://provider.example/${'é'.repeat(100)}`, { code: 'too-long', fields: { max: 300 } }],
])('The address %j is refused with one issue about its own mistake', ([address, issue]) => {
  const read = parseSettings({ provider: { ...PROVIDER, address }, rooftop: ROOFTOP })
  if (read.ok) throw new Error('taken')
  expect(read.failure.issues).toEqual([{ path: 'provider.address', ...issue }])
})

test('`parseAddress` reads a long row of slashes without backtracking', () => {
  // A pattern that backtracks would not end within the time limit of a test.
  expect(parseAddress(`https://provider.example${'/'.repeat(60)}a`)).toBe(`https://provider.example${'/'.repeat(60)}a`)
  expect(parseAddress(`https://provider.example${'/v1/'.repeat(60)}`)).toBe('https://provider.example')
})

test('A kept address stays the same when `parseAddress` reads it again', () => {
  const part = fc.constantFrom(
    '',
    '/',
    '//',
    '/v1',
    '/v1/',
    '/api',
    '/V1',
    '/v12',
    '/é',
    '/a b',
    '/..',
    '/%2e',
    '\\\\v1',
  )
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 6 }),
      fc.constantFrom('https://Provider.example', 'http://[::1]:80'),
      (parts, host) => {
        const once = parseAddress(host + parts.join(''))
        expect(once === null ? null : parseAddress(once)).toBe(once)
      },
    ),
    { seed: SEED, numRuns: 2000 },
  )
})

describe('`parseSettings`', () => {
  test('Settings without a provider and a rooftop are taken for practice', () => {
    expect(parseSettings({ provider: null, rooftop: null })).toEqual({
      ok: true,
      value: { provider: null, rooftop: null },
    })
  })

  test('Settings of a whole desk keep the address in one form and give the rooftop 60 minutes of notice', () => {
    const read = parseSettings({ provider: { ...PROVIDER, address: 'https://Provider.example/v1/' }, rooftop: ROOFTOP })
    expect(read).toMatchObject({
      ok: true,
      value: {
        provider: { address: 'https://provider.example', profile: 'baseline', token: 'abc' },
        rooftop: { name: 'Lakeside Auto', contact: null, noticeMinutes: 60 },
      },
    })
  })

  test('A provider without a rooftop is refused, because drivers would be sent to an invented rooftop', () => {
    const read = parseSettings({ provider: PROVIDER, rooftop: null })
    expect(read.ok ? [] : read.failure.issues.map((field) => field.path)).toEqual(['rooftop'])
  })

  const wrong: readonly (readonly [path: string, provider: object, rooftop: object])[] = [
    ['provider.address', { address: 'http://provider.example' }, {}],
    ['provider.address', { address: '' }, {}],
    ['provider.profile', { profile: 'hopdrive-2' }, {}],
    ['provider.token', { token: '' }, {}],
    ['provider.token', { token: 'two words' }, {}],
    ['provider.token', { token: 'naïve' }, {}],
    ['provider.token', { token: 'a\nb' }, {}],
    ['provider.token', { token: 'x'.repeat(8001) }, {}],
    ['provider.tokn', { tokn: 'abc' }, {}],
    ['rooftop.name', {}, { name: ' ' }],
    ['rooftop.zone', {}, { zone: 'Eastern' }],
    ['rooftop.zone', {}, { zone: '' }],
    ['rooftop.address.zip', {}, { address: { ...ROOFTOP.address, zip: '2322' } }],
    ['rooftop.address', {}, { address: 'Harbor Rd 780' }],
    ['rooftop.noticeMinutes', {}, { noticeMinutes: -1 }],
    ['rooftop.noticeMinutes', {}, { noticeMinutes: 1441 }],
    ['rooftop.noticeMinutes', {}, { noticeMinutes: '60' }],
    ['rooftop.noticeMinutes', {}, { noticeMinutes: 1.5 }],
    ['rooftop.contact', {}, { contact: 'x'.repeat(200) }],
  ]
  test.for(wrong)('The setting %s is named as wrong in case %#', ([path, provider, rooftop]) => {
    const read = parseSettings({ provider: { ...PROVIDER, ...provider }, rooftop: { ...ROOFTOP, ...rooftop } })
    expect(read.ok ? [] : read.failure.issues.map((field) => field.path)).toEqual([path])
    // A message must never repeat a token.
    expect(read.ok ? '' : JSON.stringify(read.failure)).not.toContain('naïve')
  })

  test('`isZone` takes only IANA zone names', () => {
    for (const zone of ['America/New_York', 'America/Phoenix', 'Pacific/Honolulu', 'America/Indiana/Knox']) {
      expect(isZone(zone)).toBe(true)
    }
    for (const zone of ['EDT zone', '-05:00', 'America/Nowhere', 'New York']) expect(isZone(zone)).toBe(false)
  })
})

describe('The link hosts of a provider', () => {
  const hosts = (linkHosts: unknown) => {
    const read = parseSettings({ provider: { ...PROVIDER, linkHosts }, rooftop: ROOFTOP })
    return read.ok ? read.value.provider?.linkHosts : read.failure.issues.map(({ path }) => path)
  }

  test('Link hosts are optional and are kept trimmed in lower case, with or without a port', () => {
    expect(hosts(undefined)).toEqual([])
    expect(hosts([' Track.Example ', 'pages.example:8443'])).toEqual(['track.example', 'pages.example:8443'])
  })

  test.for(['https://track.example', 'track', '*.example', 'track.example/x', 'a b.example', 'user@track.example', ''])(
    'The link host %j is refused',
    (wrong) => expect(hosts(['track.example', wrong])).toEqual(['provider.linkHosts.1']),
  )
})
