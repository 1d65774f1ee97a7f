import { describe, expect, test } from 'vitest'
import type { QueueDirective } from '../../../../electron/sync/classify-booking.ts'
import { stepSync } from '../../../../electron/sync/machine.ts'
import { INITIAL_STATE, type OperationResult, type SyncState } from '../../../../electron/sync/state.ts'

const NOW = { wall: 1_800_000_000_000, monotonic: 500_000 }
const READING = { now: NOW, clockSuspect: false, fraction: 0.5 }
const SENDING: SyncState = {
  ...INITIAL_STATE,
  activity: { kind: 'working', operation: { kind: 'send' } },
  integrityVerified: true,
  healthy: true,
  reachedAt: NOW,
  failures: 2,
  consecutiveInDoubt: 2,
}

const after = (result: OperationResult, state = SENDING) => stepSync(state, { kind: 'finished', result }, READING)
const afterDirective = (directive: QueueDirective, state = SENDING) => after({ kind: 'settled', directive }, state)
const health = (kind: 'reached') => ({ kind: 'health', health: { kind } }) as const

describe('The send queue after a request', () => {
  test('A settled request resets the counts of failures and of bookings in doubt', () => {
    expect(afterDirective({ kind: 'continue' }).state).toMatchObject({
      failures: 0,
      consecutiveInDoubt: 0,
      healthy: true,
    })
  })

  test('An entry that did not leave is followed by the next one, and the counts go on', () => {
    const { state } = afterDirective({ kind: 'skip' })
    expect(state).toMatchObject({ failures: 2, consecutiveInDoubt: 2, healthy: true })
    expect(state.activity).toEqual({ kind: 'working', operation: { kind: 'send' } })
  })

  test('An amendment without an outcome leads to a health check, and the counts go on', () => {
    const { state } = afterDirective({ kind: 'recheck' })
    expect(state).toMatchObject({ failures: 2, consecutiveInDoubt: 2, healthy: false })
    expect(state.activity).toEqual({
      kind: 'working',
      operation: { kind: 'check', withoutMove: true, clockSamples: 0 },
    })
  })

  test('The third booking in doubt in a row opens the circuit breaker for a minute at least', () => {
    const second = afterDirective({ kind: 'suspect' }, { ...SENDING, consecutiveInDoubt: 1 })
    expect(second.state).toMatchObject({ consecutiveInDoubt: 2, failures: 0, healthy: false })
    expect(second.state.activity.kind).toBe('working')
    const third = afterDirective({ kind: 'suspect' })
    expect(third.state.activity).toEqual({
      kind: 'waiting',
      mandatoryWaitEnd: { wall: NOW.wall + 60_000, monotonic: NOW.monotonic + 60_000 },
    })
    expect(third.effects).toContainEqual({ kind: 'schedule', ms: 60_000 })
    expect(third.effects).toContainEqual(
      expect.objectContaining({ kind: 'status-down', cause: 'provider-down', detail: 'no-answers' }),
    )
  })

  test('A booking in doubt whose response asks for a pause waits as long as asked before the health check', () => {
    const first = afterDirective({ kind: 'suspect', pauseMs: 8_000 }, { ...SENDING, consecutiveInDoubt: 0 })
    expect(first.state).toMatchObject({ consecutiveInDoubt: 1, failures: 0, healthy: false })
    expect(first.state.activity).toEqual({
      kind: 'waiting',
      mandatoryWaitEnd: { wall: NOW.wall + 8_000, monotonic: NOW.monotonic + 8_000 },
    })
    expect(first.effects).toContainEqual({ kind: 'store-pause', ms: 8_000 })
  })

  test('The circuit breaker waits for the longer of its own time and the pause of the provider', () => {
    const short = afterDirective({ kind: 'suspect', pauseMs: 8_000 })
    expect(short.effects).toContainEqual({ kind: 'schedule', ms: 60_000 })
    expect(short.effects).toContainEqual(expect.objectContaining({ cause: 'provider-down', detail: 'no-answers' }))
    expect(short.effects).toContainEqual({ kind: 'store-pause', ms: 8_000 })
    const long = afterDirective({ kind: 'suspect', pauseMs: 90_000 })
    expect(long.effects).toContainEqual({ kind: 'schedule', ms: 90_000 })
    expect(long.effects).toContainEqual({ kind: 'store-pause', ms: 90_000 })
    expect(long.effects).toContainEqual(expect.objectContaining({ cause: 'provider-busy' }))
    expect(long.state.consecutiveInDoubt).toBe(3)
  })

  test('Only a pause that the provider asked for is stored', () => {
    const stored = (directive: QueueDirective) =>
      afterDirective(directive).effects.filter(({ kind }) => kind === 'store-pause')
    expect(stored({ kind: 'pause', ms: 9_000, cause: 'provider-busy' })).toEqual([{ kind: 'store-pause', ms: 9_000 }])
    expect(stored({ kind: 'pause', ms: 9_000, cause: 'token-refused' })).toEqual([])
    expect(stored({ kind: 'suspect' })).toEqual([])
  })

  test('A restored pause is a mandatory wait of an idle queue and changes no other queue', () => {
    const restored = { kind: 'pause-restored', ms: 7_000 } as const
    const { state, effects } = stepSync(INITIAL_STATE, restored, READING)
    expect(state.activity).toEqual({
      kind: 'waiting',
      mandatoryWaitEnd: { wall: NOW.wall + 7_000, monotonic: NOW.monotonic + 7_000 },
    })
    expect(effects.map(({ kind }) => kind)).toEqual(['store-pause', 'schedule', 'status-down'])
    for (const other of [state, SENDING])
      expect(stepSync(other, restored, READING)).toEqual({ state: other, effects: [] })
  })

  test('A halted send queue keeps the reason of the halt and goes on with the reported numbers', () => {
    const halt = { kind: 'halt', cause: 'token-refused', detail: 'refused-twice' } as const
    const { state, effects } = afterDirective(halt)
    expect(state).toMatchObject({ halt, failures: 2, activity: { operation: { kind: 'verify-numbers' } } })
    expect(effects[0]).toMatchObject({ kind: 'status-down', cause: 'token-refused', detail: 'refused-twice' })
  })

  test('An answered health check ends the round without failures, and the next check follows in fifteen seconds', () => {
    const { state, effects } = after(health('reached'))
    expect(state).toMatchObject({ activity: { kind: 'idle' }, failures: 0, healthCheckWithoutMove: false })
    expect(effects).toEqual([{ kind: 'status-up' }, { kind: 'schedule', ms: 15_000 }, { kind: 'report-idle' }])
  })

  test('The send queue waits five seconds after a fault of the disk or of the app', () => {
    const failed = (disk: boolean) => stepSync(SENDING, { kind: 'failed', operation: 'send', disk }, READING)
    for (const disk of [true, false]) {
      const { state, effects } = failed(disk)
      expect(state.activity).toEqual({ kind: 'waiting', mandatoryWaitEnd: null })
      expect(effects[0]).toEqual({ kind: 'schedule', ms: 5_000 })
      expect(effects[1]).toMatchObject(
        disk ? { cause: 'disk', detail: null } : { cause: 'provider-down', detail: 'internal' },
      )
    }
  })
})

test('The send queue checks the provider again when the machine slept while the clock was accepted', () => {
  const accepting: SyncState = { ...SENDING, activity: { kind: 'working', operation: { kind: 'accept-clock' } } }
  const accepted = { kind: 'clock', accepted: true } as const
  expect(after(accepted, accepting).state.activity).toEqual({ kind: 'working', operation: { kind: 'send' } })
  const slept = stepSync(accepting, { kind: 'resumed' }, READING).state
  expect(after(accepted, slept).state.activity).toMatchObject({ kind: 'working', operation: { kind: 'check' } })
})
