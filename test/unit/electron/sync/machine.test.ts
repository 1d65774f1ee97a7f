import { describe, expect, test } from 'vitest'
import type { Moment } from '../../../../electron/clock/moment.ts'
import { stepSync } from '../../../../electron/sync/machine.ts'
import {
  INITIAL_STATE,
  type Activity,
  type Operation,
  type OperationResult,
  type Reading,
  type SyncEvent,
  type SyncState,
} from '../../../../electron/sync/state.ts'
import { BROKEN, BUSY, REACHED, SIGNED_OUT, STOP, UNSAVED } from '../../../support/sync-driver.ts'

const NOW: Moment = { wall: 1_800_000_000_000, monotonic: 500_000 }
const READING: Reading = { now: NOW, clockSuspect: false, fraction: 0.5 }
const SUSPECT: Reading = { ...READING, clockSuspect: true }

/** An idle queue with a provider that has just answered. */
const READY: SyncState = { ...INITIAL_STATE, integrityVerified: true, healthy: true, reachedAt: NOW }
const state = (activity: Activity, more: Partial<SyncState> = {}): SyncState => ({ ...READY, activity, ...more })
const during = (operation: Operation, more: Partial<SyncState> = {}) => state({ kind: 'working', operation }, more)
const CHECK = { kind: 'check', withoutMove: false, clockSamples: 0 } as const
const SEND = { kind: 'send' } as const
const CONFIRM = { kind: 'confirm-health', answer: BROKEN, numbersSettled: false } as const
const WAITING: Activity = { kind: 'waiting', mandatoryWaitEnd: null }
const MANDATORY: Activity = { kind: 'waiting', mandatoryWaitEnd: { wall: NOW.wall + 9, monotonic: NOW.monotonic + 7 } }
const MANDATORY_WAIT = state(MANDATORY)
const SLEPT_LONG: Activity = { kind: 'waiting', mandatoryWaitEnd: { wall: NOW.wall, monotonic: NOW.monotonic + 7 } }
const IDLE: Activity = { kind: 'idle' }
const result = (given: OperationResult): SyncEvent => ({ kind: 'finished', result: given })
const settled = (directive: Extract<OperationResult, { kind: 'settled' }>['directive']) =>
  result({ kind: 'settled', directive })
const health = (given: Extract<OperationResult, { kind: 'health' }>['health']) =>
  result({ kind: 'health', health: given })
const INTEGRITY = { kind: 'verify-integrity' } as const
const SAVE = { kind: 'save-outcome', outcome: UNSAVED } as const
const CLOCK = { kind: 'accept-clock' } as const
const NUMBERS = { kind: 'verify-numbers' } as const
const REFRESH = { kind: 'refresh' } as const
const GO = settled({ kind: 'continue' })
const IN_DOUBT = settled({ kind: 'suspect' })
const ANSWERED = health(REACHED)
const NO_CONNECTION = health({ kind: 'unreachable', cause: 'no-network' })
const PROXY = health({ kind: 'unreachable', cause: 'proxy-sign-in' })
const NOT_SAVED = result({ kind: 'not-saved', fields: {} })
const NOTHING_DUE = result({ kind: 'refreshed', answer: null })
const integrity = (intact: boolean) => result({ kind: 'integrity', intact })
const accepted = (yes: boolean) => result({ kind: 'clock', accepted: yes })
const numbers = (trouble: typeof BROKEN | null, done: boolean) =>
  result({ kind: 'numbers', failedFetch: trouble, settled: done })
const failed = (operation: 'send' | 'report-idle'): SyncEvent => ({ kind: 'failed', operation, disk: true })
const WOKEN: SyncEvent = { kind: 'woken' }
const TIMER: SyncEvent = { kind: 'timer' }
const CHECK_REQUESTED: SyncEvent = { kind: 'check-requested' }
const RESUMED: SyncEvent = { kind: 'resumed' }
const RESET: SyncEvent = { kind: 'reset' }
const ago = (ms: number): Moment => ({ wall: NOW.wall - ms, monotonic: NOW.monotonic - ms })

/** The activity after a step, with the timer in milliseconds and an exclamation mark for a mandatory wait. */
function activityAfter(from: SyncState, event: SyncEvent, reading: Reading): string {
  const { state: to, effects } = stepSync(from, event, reading)
  const { activity } = to
  const schedule = effects.find((effect) => effect.kind === 'schedule')
  const ms = schedule === undefined ? '' : ` ${schedule.ms}`
  if (activity.kind === 'waiting') return `waiting${activity.mandatoryWaitEnd === null ? '' : '!'}${ms}`
  return activity.kind === 'working' ? activity.operation.kind : `${activity.kind}${ms}`
}

type Row = readonly [title: string, from: SyncState, event: SyncEvent, to: string, reading?: Reading]

const TRANSITIONS: readonly Row[] = [
  ['A start of the send queue verifies the store first', INITIAL_STATE, WOKEN, 'verify-integrity'],
  ['An intact store leads to a health check', during(INTEGRITY, { healthy: false }), integrity(true), 'check'],
  ['A damaged store stops the send queue without a timer', during(INTEGRITY), integrity(false), 'idle'],
  ['An idle send queue with a healthy provider sends when woken', READY, WOKEN, 'send'],
  ['An idle send queue begins a round when its timer ends', READY, TIMER, 'send'],
  ['An idle send queue checks the provider on request', READY, CHECK_REQUESTED, 'check'],
  ['An idle send queue checks the provider after a sleep', READY, RESUMED, 'check'],
  [
    'A health check 75 seconds old leads to another health check',
    state(IDLE, { reachedAt: ago(75_000) }),
    WOKEN,
    'check',
  ],
  [
    'A health check less than 75 seconds old lets a booking leave',
    state(IDLE, { reachedAt: ago(74_999) }),
    WOKEN,
    'send',
  ],
  ['A clock that jumped leads to a health check', state(IDLE, { reachedAt: { ...NOW, wall: 0 } }), WOKEN, 'check'],
  ['A waiting send queue does not wake', state(WAITING), WOKEN, 'waiting'],
  ['A waiting send queue begins a round when its timer ends', state(WAITING), TIMER, 'send'],
  ['A check request ends a wait', state(WAITING), CHECK_REQUESTED, 'check'],
  ['A resume ends a wait', state(WAITING), RESUMED, 'check'],
  ['A check request does not end a mandatory wait', state(MANDATORY), CHECK_REQUESTED, 'waiting!'],
  ['A resume leaves the shorter rest of a mandatory wait', state(MANDATORY), RESUMED, 'waiting! 7'],
  ['A sleep of its whole length ends a mandatory wait', state(SLEPT_LONG), RESUMED, 'check'],
  ['A reset ends a mandatory wait', state(MANDATORY), RESET, 'check'],
  ['A healthy provider lets a booking leave', during(CHECK), ANSWERED, 'send'],
  ['An unreachable provider leads to a short wait', during(CHECK), NO_CONNECTION, 'waiting 1000'],
  ['The tenth failure leads to a longer wait', during(CHECK, { failures: 9 }), NO_CONNECTION, 'waiting 150000'],
  ['A proxy that asks for a sign-in leads to a wait of five minutes', during(CHECK), PROXY, 'waiting 300000'],
  ['A busy provider leads to a mandatory wait', during(CHECK), health(BUSY), 'waiting! 600000'],
  ['A refused token leads to a wait that is not mandatory', during(CHECK), health(SIGNED_OUT), 'waiting 300000'],
  ['A suspect clock leads to another health check', during(CHECK), ANSWERED, 'check', SUSPECT],
  [
    'A clock still suspect after three further health checks leads to a fourth',
    during({ ...CHECK, clockSamples: 3 }),
    ANSWERED,
    'check',
    SUSPECT,
  ],
  [
    'A clock still suspect after four further health checks leads to its acceptance',
    during({ ...CHECK, clockSamples: 4 }),
    ANSWERED,
    'accept-clock',
    SUSPECT,
  ],
  ['An accepted clock lets a booking leave', during(CLOCK), accepted(true), 'send'],
  ['A clock that is not accepted leads to a wait', during(CLOCK), accepted(false), 'waiting 8000'],
  ['A settled booking is followed by the next booking', during(SEND), GO, 'send'],
  ['A settled booking is followed by a health check when the clock is suspect', during(SEND), GO, 'check', SUSPECT],
  ['A booking in doubt is followed by a health check', during(SEND), IN_DOUBT, 'check'],
  [
    'The third doubt in a row opens the circuit breaker',
    during(SEND, { consecutiveInDoubt: 2 }),
    IN_DOUBT,
    'waiting! 60000',
  ],
  [
    'The tenth doubt in a row opens the circuit breaker for longer',
    during(SEND, { consecutiveInDoubt: 9 }),
    IN_DOUBT,
    'waiting! 150000',
  ],
  [
    'An unclear amendment opens no circuit breaker',
    during(SEND, { consecutiveInDoubt: 2 }),
    settled({ kind: 'recheck' }),
    'check',
  ],
  ['A booking with a refused token leads to a wait', during(SEND), settled(SIGNED_OUT), 'waiting 300000'],
  ['A booking refused by a busy provider leads to a mandatory wait', during(SEND), settled(BUSY), 'waiting! 600000'],
  [
    'A halt of the send queue is followed by the verification of numbers',
    during(SEND),
    settled(STOP),
    'verify-numbers',
  ],
  ['A halted send queue verifies numbers without sending', during(CHECK, { halt: STOP }), ANSWERED, 'verify-numbers'],
  ['A reset ends a halt', state(IDLE, { halt: STOP }), RESET, 'check'],
  ['A booking without a connection leads to a wait', during(SEND), NO_CONNECTION, 'waiting 1000'],
  ['An unsaved outcome is saved next', during(SEND), result({ kind: 'unsaved', outcome: UNSAVED }), 'save-outcome'],
  ['A disk that refuses an outcome leads to a wait', during(SAVE), NOT_SAVED, 'waiting 5000'],
  [
    'An unsaved outcome comes before the next booking',
    state(WAITING, { unsavedOutcome: UNSAVED }),
    TIMER,
    'save-outcome',
  ],
  ['A saved outcome is followed by a booking', during(SAVE, { unsavedOutcome: UNSAVED }), GO, 'send'],
  ['A saved doubt counts for the circuit breaker', during(SAVE, { consecutiveInDoubt: 2 }), IN_DOUBT, 'waiting! 60000'],
  ['An empty send queue verifies numbers', during(SEND), result({ kind: 'nothing-to-send' }), 'verify-numbers'],
  ['Verified numbers are followed by a refresh', during(NUMBERS), numbers(null, false), 'refresh'],
  ['A settled number begins the next round', during(NUMBERS), numbers(null, true), 'send'],
  ['A failed fetch of a number leads to a health check', during(NUMBERS), numbers(BROKEN, true), 'confirm-health'],
  [
    'A refresh of a move is followed by a health check',
    during(REFRESH),
    result({ kind: 'refreshed', answer: BROKEN }),
    'confirm-health',
  ],
  ['A refresh of no move ends the round', during(REFRESH), NOTHING_DUE, 'idle 15000'],
  ['A confirming health check ends the round', during(CONFIRM), ANSWERED, 'idle 15000'],
  [
    'A confirming health check after a settled number begins the next round',
    during({ ...CONFIRM, numbersSettled: true }),
    ANSWERED,
    'send',
  ],
  ['A confirming health check that fails leads to a wait', during(CONFIRM), NO_CONNECTION, 'waiting 1000'],
  ['An operation that throws leads to a wait', during(SEND), failed('send'), 'waiting 5000'],
  ['A failed report of an idle send queue leads to a wait', READY, failed('report-idle'), 'waiting 5000'],
  [
    'A failed report during a mandatory wait does not shorten the wait',
    MANDATORY_WAIT,
    failed('report-idle'),
    'waiting!',
  ],
  ['A late failure of a send changes nothing in an idle send queue', READY, failed('send'), 'idle'],
  ['A failure of another operation changes nothing', during(SEND), failed('report-idle'), 'send'],
  ['A result of another operation changes nothing', during(SEND), NOTHING_DUE, 'send'],
  ['A result without an operation changes nothing', READY, GO, 'idle'],
  ['A kept wake begins the next round', during(REFRESH, { pendingWork: 'run' }), NOTHING_DUE, 'send'],
  ['A kept check request leads to a health check', during(REFRESH, { pendingWork: 'check' }), NOTHING_DUE, 'check'],
  ['A kept wake ends no wait', during(CHECK, { pendingWork: 'run' }), NO_CONNECTION, 'waiting 1000'],
  ['A kept check request ends a wait', during(CHECK, { pendingWork: 'check' }), NO_CONNECTION, 'check'],
  [
    'A kept check request ends no mandatory wait',
    during(CHECK, { pendingWork: 'check' }),
    health(BUSY),
    'waiting! 600000',
  ],
  ['A kept reset ends a mandatory wait', during(CHECK, { pendingWork: 'reset' }), health(BUSY), 'check'],
  ['A closed send queue stays closed', state({ kind: 'closing' }), WOKEN, 'closing'],
]

test.for<Row>(TRANSITIONS)('%s', ([, from, event, to, reading = READING]) => {
  expect(activityAfter(from, event, reading)).toBe(to)
})

test.each<[string, SyncEvent, SyncState['pendingWork'], SyncState['pendingWork']]>([
  ['A wake during an operation is kept', WOKEN, 'none', 'run'],
  ['A wake does not replace a check request', WOKEN, 'check', 'check'],
  ['A check request replaces a wake', CHECK_REQUESTED, 'run', 'check'],
  ['A check request does not replace a reset', CHECK_REQUESTED, 'reset', 'reset'],
  ['A resume does not replace a reset', RESUMED, 'reset', 'reset'],
  ['A reset replaces a check request', RESET, 'check', 'reset'],
])('%s', (_, event, pendingWork, after) => {
  expect(stepSync(during(SEND, { pendingWork }), event, READING)).toMatchObject({
    state: { pendingWork: after },
    effects: [],
  })
})

test('A store that was once found intact is not verified again', () => {
  const { state: checking } = stepSync(during(INTEGRITY, { integrityVerified: false }), integrity(true), READING)
  expect(checking.integrityVerified).toBe(true)
})

describe('The connection status of the send queue', () => {
  const statusAfter = (from: SyncState, event: SyncEvent) =>
    stepSync(from, event, READING).effects.filter(({ kind }) => kind.startsWith('status'))

  test('A healthy provider turns the connection status up', () => {
    expect(statusAfter(during(CHECK), ANSWERED)).toEqual([{ kind: 'status-up' }])
  })

  test('A halted send queue keeps the connection status down with the reason of the halt', () => {
    const down = {
      kind: 'status-down',
      cause: 'token-refused',
      detail: 'refused-twice',
      fields: {},
      until: null,
    }
    expect(statusAfter(during(SEND), settled(STOP))).toEqual([down])
    expect(statusAfter(during(CHECK, { halt: STOP }), ANSWERED)).toEqual([down])
  })

  test('The connection status names the end of a mandatory wait only from a minute on', () => {
    const until = (ms: number) => statusAfter(during(CHECK), health({ ...BUSY, ms }))
    expect(until(60_000)).toMatchObject([{ cause: 'provider-busy', until: '2027-01-15T08:01:00Z' }])
    expect(until(59_999)).toMatchObject([{ cause: 'provider-busy', until: null }])
    expect(statusAfter(during(CHECK), health(SIGNED_OUT))).toMatchObject([{ until: null }])
  })
})

test('A health check after a failure or a requested pause fetches no move of the desk', () => {
  const checks = (more: Partial<SyncState>) =>
    stepSync(state(IDLE, { healthy: false, ...more }), WOKEN, READING).effects
  const check = (withoutMove: boolean) => ({
    kind: 'perform',
    operation: { kind: 'check', withoutMove, clockSamples: 0 },
  })
  expect(checks({})).toContainEqual(check(false))
  expect(checks({ failures: 1 })).toContainEqual(check(true))
  expect(checks({ healthCheckWithoutMove: true })).toContainEqual(check(true))
})
