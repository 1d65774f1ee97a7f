import { describe, expect, test } from 'vitest'
import type { Asked } from '../../../../electron/provider/client.ts'
import { readProbe, restAfter, sayUnreached } from '../../../../electron/sync/probe.ts'
import { errorBody, LOGIN_PAGE } from '../../../support/classified.ts'
import { START } from '../../../support/system.ts'
import { toldMove } from '../../../support/told.ts'

function answered(status: number, headers: Record<string, string> = {}, body: unknown = ''): Asked {
  return { kind: 'answered', answer: { status, headers, body: JSON.stringify(body), whole: true } }
}

describe('a probe', () => {
  test('that reads a move reached the provider', () => {
    expect(readProbe({ kind: 'move', told: { move: toldMove(1), readyBy: null, partner: null } }, START)).toEqual({
      kind: 'reached',
    })
  })

  test.for([200, 204, 400, 403, 404, 405, 410, 418, 422])('that is answered %i reached it too', (status) => {
    for (const body of [errorBody('x'), LOGIN_PAGE]) {
      expect(readProbe(answered(status, {}, body), START)).toEqual({ kind: 'reached' })
    }
  })

  test.for(['no-network', 'provider-down', 'unsafe-network', 'proxy-sign-in', 'proxy-refuses'] as const)(
    'that did not connect says %s',
    (cause) => {
      expect(readProbe({ kind: 'unreached', cause, code: 'X' }, START)).toEqual({ kind: 'unreached', cause })
    },
  )

  test.for(['answer-timeout', 'ECONNRESET', 'closed'])('that was broken off (%s) found the provider down', (code) => {
    expect(readProbe({ kind: 'broken', code, bytes: 412 }, START)).toEqual({
      kind: 'unreached',
      cause: 'provider-down',
    })
  })

  test.for([500, 502, 503, 504, 599])('that is answered %i found the provider down', (status) => {
    expect(readProbe(answered(status, { 'retry-after': '5' }), START)).toEqual({
      kind: 'unreached',
      cause: 'provider-down',
    })
  })

  test('that is answered 401 pauses for the token', () => {
    expect(readProbe(answered(401), START)).toMatchObject({ kind: 'wait', ms: 300_000, cause: 'token-refused' })
  })

  test('that is answered 429 waits for as long as it was asked to', () => {
    expect(readProbe(answered(429, { 'retry-after': '120' }), START)).toMatchObject({
      ms: 120_000,
      cause: 'provider-busy',
    })
    expect(readProbe(answered(429), START)).toMatchObject({ ms: 60_000 })
  })

  test('that could not sign in at a busy provider waits for as long as it was asked to', () => {
    const busy = { kind: 'unreached', cause: 'provider-down', code: 'authorize-429' } as const
    expect(readProbe({ ...busy, busy: { 'retry-after': '120' } }, START)).toMatchObject({
      ms: 120_000,
      cause: 'provider-busy',
    })
    expect(readProbe({ ...busy, busy: {} }, START)).toMatchObject({ ms: 60_000 })
  })

  test.for([301, 302, 307, 308])('that is sent elsewhere (%i) pauses for support', (status) => {
    const probed = readProbe(answered(status, { location: 'https://elsewhere.example' }), START)
    expect(probed).toMatchObject({ kind: 'wait', ms: 300_000, cause: 'provider-changed' })
  })
})

test('the line rests five minutes where the network wants a person, and says so; else it backs off', () => {
  for (const cause of ['unsafe-network', 'proxy-sign-in'] as const) {
    const { ms, words } = restAfter(cause, 1, 0.5)
    expect(ms).toBe(300_000)
    expect(words.startsWith(sayUnreached(cause))).toBe(true)
    expect(words).toMatch(/Open a browser.*every five minutes/)
    // Of a provider that is only tried nobody promises that.
    expect(sayUnreached(cause)).not.toContain('five minutes')
  }
  expect(restAfter('provider-down', 3, 0.5)).toEqual({ ms: 4_000, words: sayUnreached('provider-down') })
})

test('each cause is said in words', () => {
  const said = (['no-network', 'provider-down', 'unsafe-network'] as const).map(sayUnreached)
  expect(new Set(said).size).toBe(3)
})
