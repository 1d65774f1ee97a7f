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

describe('The send queue, by the outcome of a request,', () => {
  test('counts failures and doubts anew after one that was settled', () => {
    expect(afterDirective({ kind: 'continue' }).state).toMatchObject({
      failures: 0,
      consecutiveInDoubt: 0,
      healthy: true,
    })
  })

  test('looks at the provider before the next, and counts on, after an amendment without an outcome', () => {
    const { state } = afterDirective({ kind: 'recheck' })
    expect(state).toMatchObject({ failures: 2, consecutiveInDoubt: 2, healthy: false })
    expect(state.activity).toEqual({
      kind: 'working',
      operation: { kind: 'check', withoutMove: true, clockSamples: 0 },
    })
  })

  test('opens the breaker at the third doubt in a row, for a minute at least', () => {
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

  test('keeps the reason of a halt, and goes on with what is not a booking', () => {
    const halt = { kind: 'halt', cause: 'token-refused', detail: 'refused-twice' } as const
    const { state, effects } = afterDirective(halt)
    expect(state).toMatchObject({ halt, failures: 2, activity: { operation: { kind: 'verify-numbers' } } })
    expect(effects[0]).toMatchObject({ kind: 'status-down', cause: 'token-refused', detail: 'refused-twice' })
  })

  test('ends its round without failures when the provider answers, and looks again in fifteen seconds', () => {
    const { state, effects } = after(health('reached'))
    expect(state).toMatchObject({ activity: { kind: 'idle' }, failures: 0, healthCheckWithoutMove: false })
    expect(effects).toEqual([{ kind: 'status-up' }, { kind: 'schedule', ms: 15_000 }, { kind: 'report-idle' }])
  })

  test('waits five seconds after a fault, for the disk or for the app', () => {
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
