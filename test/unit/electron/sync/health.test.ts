import { describe, expect, test } from 'vitest'
import type { FetchMoveResult } from '../../../../electron/provider/client.ts'
import { classifyHealth } from '../../../../electron/provider/health-check.ts'
import { isBusyResponse, isMoveSpecificFailure, retryDelay } from '../../../../electron/sync/health.ts'
import { errorBody, LOGIN_PAGE } from '../../../support/builders/sent-request.ts'
import { START } from '../../../support/fakes/system.ts'
import { toldMove } from '../../../support/builders/provider-response.ts'

function answered(status: number, headers: Record<string, string> = {}, body: unknown = ''): FetchMoveResult {
  return { kind: 'answered', answer: { status, headers, body: JSON.stringify(body), complete: true } }
}

describe('A health check', () => {
  test('A health check that reads a move reached the provider', () => {
    expect(
      classifyHealth({ kind: 'move', response: { move: toldMove(1), readyBy: null, partner: null } }, START),
    ).toEqual({
      kind: 'reached',
    })
  })

  test.for([200, 204, 400, 403, 404, 405, 410, 418, 422])(
    'A server that answers a fetch with %i is not in trouble',
    (status) => {
      for (const body of [errorBody('x'), LOGIN_PAGE]) {
        expect(classifyHealth(answered(status, {}, body), START)).toEqual({ kind: 'reached' })
      }
    },
  )

  test.for(['no-network', 'provider-down', 'unsafe-network', 'proxy-sign-in', 'proxy-refuses'] as const)(
    'A health check that did not connect is unreachable because of %s',
    (cause) => {
      expect(classifyHealth({ kind: 'unreachable', cause, code: 'X' }, START)).toEqual({ kind: 'unreachable', cause })
    },
  )

  test.for(['answer-timeout', 'ECONNRESET', 'closed'])(
    'A health check broken off with %s found the provider down',
    (code) => {
      expect(classifyHealth({ kind: 'broken', code, bytes: 412 }, START)).toEqual({
        kind: 'unreachable',
        cause: 'provider-down',
      })
    },
  )

  test.for([500, 502, 503, 504, 599])('A health check answered with %i found the provider down', (status) => {
    expect(classifyHealth(answered(status), START)).toEqual({ kind: 'unreachable', cause: 'provider-down' })
    if (status === 503) return
    expect(classifyHealth(answered(status, { 'retry-after': '5' }), START)).toEqual({
      kind: 'unreachable',
      cause: 'provider-down',
    })
  })

  test('A health check answered with 503 and Retry-After pauses for that time and is about the provider', () => {
    const asked = answered(503, { 'retry-after': '120' })
    expect(classifyHealth(asked, START)).toEqual({ kind: 'pause', ms: 120_000, cause: 'provider-busy' })
    expect([isBusyResponse(asked), isMoveSpecificFailure(asked)]).toEqual([true, false])
    expect([isBusyResponse(answered(503)), isMoveSpecificFailure(answered(503))]).toEqual([false, true])
  })

  test('A health check answered with 401 pauses for the token', () => {
    expect(classifyHealth(answered(401), START)).toMatchObject({ kind: 'pause', ms: 300_000, cause: 'token-refused' })
  })

  test('A health check answered with 429 pauses for the time of Retry-After', () => {
    expect(classifyHealth(answered(429, { 'retry-after': '120' }), START)).toMatchObject({
      ms: 120_000,
      cause: 'provider-busy',
    })
    expect(classifyHealth(answered(429), START)).toMatchObject({ ms: 60_000 })
  })

  test('A health check that cannot sign in at a busy provider pauses for the time of Retry-After', () => {
    const busy = { kind: 'unreachable', cause: 'provider-down', code: 'authorize-429' } as const
    expect(classifyHealth({ ...busy, busy: { 'retry-after': '120' } }, START)).toMatchObject({
      ms: 120_000,
      cause: 'provider-busy',
    })
    expect(classifyHealth({ ...busy, busy: {} }, START)).toMatchObject({ ms: 60_000 })
  })

  test.for([301, 302, 307, 308])('A health check redirected with %i pauses because the protocol changed', (status) => {
    const probed = classifyHealth(answered(status, { location: 'https://elsewhere.example' }), START)
    expect(probed).toMatchObject({ kind: 'pause', ms: 300_000, cause: 'protocol-changed' })
  })
})

test('`retryDelay` is five minutes when the network needs a person, and a backoff for other causes', () => {
  for (const cause of ['unsafe-network', 'proxy-sign-in'] as const) expect(retryDelay(cause, 1, 0.5)).toBe(300_000)
  expect(retryDelay('provider-down', 3, 0.5)).toBe(4_000)
})
