import { describe, expect, test } from 'vitest'
import type { FetchMoveResult } from '../../../../electron/provider/client.ts'
import { backoff } from '../../../../electron/sync/backoff.ts'
import { createConnectionStatus } from '../../../../electron/sync/connection-status.ts'
import { isBusyResponse, isHealthStale, isMoveSpecificFailure } from '../../../../electron/sync/health.ts'
import { answered, errorBody } from '../../../support/builders/sent-request.ts'
import { recordFacts } from '../../../support/builders/event-recorder.ts'
import { START, virtualClock } from '../../../support/fakes/system.ts'

describe('The age of a health check', () => {
  const at = (monotonic: number, wall = monotonic) => ({ wall, monotonic })

  test('A health result is stale after seventy-five seconds', () => {
    expect([74_999, 75_000].map((ms) => isHealthStale(at(0), at(ms)))).toEqual([false, true])
  })

  test('A health result is stale once the wall clock moved ten seconds more or less than the monotonic clock', () => {
    const moved = (ms: number) => isHealthStale(at(0), at(1_000, 1_000 + ms))
    expect([9_999, 10_000, -9_999, -10_000].map(moved)).toEqual([false, true, false, true])
  })
})

describe('A response about a single move', () => {
  test.for([
    [200, true],
    [299, true],
    [300, true],
    [399, true],
    [400, true],
    [401, true],
    [402, true],
    [404, true],
    [429, false],
    [499, true],
    [500, true],
    [599, true],
  ] as const)('A response about one move with the status %i may concern that move alone: %j', ([status, isOwn]) => {
    expect(isMoveSpecificFailure(answered(status, '') as FetchMoveResult)).toBe(isOwn)
  })

  test('A response about one move that broke off may concern that move alone, a missing response may not', () => {
    expect(isMoveSpecificFailure({ kind: 'broken', code: 'ECONNRESET', bytes: 9 })).toBe(true)
    expect(isMoveSpecificFailure({ kind: 'broken', code: 'answer-timeout', bytes: 9 })).toBe(false)
    expect(isMoveSpecificFailure({ kind: 'unreachable', cause: 'provider-down', code: 'x' })).toBe(false)
  })

  test('The word of the provider that a move is unknown is confirmed by no second fetch', () => {
    expect(isMoveSpecificFailure(answered(404, {}) as FetchMoveResult)).toBe(false)
    expect(isMoveSpecificFailure(answered(404, errorBody('move_invalid')) as FetchMoveResult)).toBe(false)
  })

  test('A response about one move asks to wait only by 429', () => {
    expect([428, 429, 430].map((status) => isBusyResponse(answered(status, '') as FetchMoveResult))).toEqual([
      false,
      true,
      false,
    ])
    expect(isBusyResponse({ kind: 'broken', code: 'x', bytes: 1 })).toBe(false)
  })
})

describe('The pause after a failure', () => {
  test('The retry delay doubles from two seconds to five minutes, and is at least a quarter of a second', () => {
    const most = (failures: number) => backoff(failures, 1)
    expect([1, 2, 3, 8, 9, 21, 1_000].map(most)).toEqual([2_000, 4_000, 8_000, 256_000, 300_000, 300_000, 300_000])
    expect([backoff(1, 0), backoff(1, 0.125), backoff(1, 0.126)]).toEqual([250, 250, 252])
  })
})

describe('The connection status', () => {
  const open = () => {
    const clock = virtualClock()
    const facts = recordFacts()
    const status = createConnectionStatus(clock, facts.log)
    let changes = 0
    status.onChange(() => (changes += 1))
    return { clock, facts, status, changes: () => changes }
  }

  test('The connection status is published once for each visible change', () => {
    const { status, changes, facts } = open()
    expect(status.current()).toEqual({ kind: 'checking' })
    status.up()
    status.up()
    expect(changes()).toBe(1)
    status.down('provider-down')
    status.down('provider-down')
    expect(changes()).toBe(2)
    status.down('provider-down', { detail: 'internal' })
    status.down('provider-down', { detail: 'internal', fields: { status: 1 } })
    status.down('provider-down', { detail: 'internal', fields: { status: 1 }, until: START })
    status.down('disk', { detail: 'internal', fields: { status: 1 }, until: START })
    expect(changes()).toBe(6)
    status.notify()
    expect(changes()).toBe(7)
    expect(facts.all.slice(0, 2)).toEqual([
      { event: 'connection', kind: 'up', cause: '' },
      { event: 'connection', kind: 'down', cause: 'provider-down' },
    ])
  })

  test('The connection status keeps the start of an outage across causes, and starts anew after the outage', () => {
    const { status, clock } = open()
    const since = () => {
      const now = status.current()
      return now.kind === 'checking' ? null : now.since
    }
    status.down('no-network')
    clock.advance(60_000)
    status.down('provider-down')
    expect(status.current()).toEqual({
      kind: 'down',
      cause: 'provider-down',
      detail: null,
      fields: {},
      until: null,
      since: START,
    })
    status.up()
    expect(since()).toBe('2026-11-21T15:01:00Z')
    clock.advance(60_000)
    status.down('no-network')
    expect(since()).toBe('2026-11-21T15:02:00Z')
  })

  test('The connection status survives a listener that throws, and logs the error', () => {
    const { status, facts } = open()
    status.onChange(() => {
      throw new TypeError('gone')
    })
    status.up()
    expect(status.current().kind).toBe('up')
    expect(facts.all.at(-1)).toMatchObject({ event: 'internal-error', place: 'connection-listener' })
  })
})
