import { assertNever } from '../../shared/result.ts'
import type { ConnectionCause } from '../../shared/desk/connection.ts'
import { NO_FIELDS } from '../../shared/outbox/fields.ts'
import { fromMillis, type UtcInstant } from '../../shared/time/time.ts'
import type { FetchMoveResult } from '../provider/client.ts'
import type { HealthResult } from '../provider/health-check.ts'
import { backoff } from './backoff.ts'
import type { QueueDirective } from './classify-booking.ts'
import type { LinkReason } from './connection-status.ts'
import { isHealthStale, retryDelay } from './health.ts'
import type { Activity, Operation, Reading, SyncEffect, SyncState, SyncStep } from './state.ts'

/* The transitions of `machine.ts`, all pure: how a round begins, goes from one operation to the next, and ends. */

/**
 * Number of `suspect` directives in a row that open the circuit breaker, a wait that no check request ends. After the
 * wait one more `suspect` opens the breaker again, and a `continue` closes it.
 */
export const BREAKER_THRESHOLD = 3
export const BREAKER_COOLDOWN_MS = 60_000
/** Pause from the end of a round to the next round, unless an event starts the next round earlier. */
const IDLE_POLL_MS = 15_000
/** The status shows the end of a wait that no check request ends, if the wait has at least this length. */
const MIN_ANNOUNCED_WAIT_MS = 60_000
export const DISK_RETRY_MS = 5_000
/** Limit of the extra health checks that are sent until two responses agree on the time. */
export const MAX_CLOCK_SAMPLES = 4

export const IDLE: Activity = { kind: 'idle' }

/**
 * Performs the next step that must precede a booking. No booking leaves while an outcome is unsaved, the health is
 * stale or the clock is suspect.
 */
export function prepareToSend(state: SyncState, reading: Reading): SyncStep {
  const { unsavedOutcome } = state
  if (unsavedOutcome !== null) return perform(state, { kind: 'save-outcome', outcome: unsavedOutcome })
  const healthy = state.healthy && !isHealthStale(state.reachedAt, reading.now)
  return healthy ? checkClock(state, 0, reading) : check({ ...state, healthy }, 0)
}

function check(state: SyncState, clockSamples: number): SyncStep {
  const withoutMove = state.failures > 0 || state.healthCheckWithoutMove
  return perform(state, { kind: 'check', withoutMove, clockSamples })
}

/**
 * Confirms a suspect clock before the next booking. With a wrong time the send guards would hold a booking that is in
 * time, or let a late one leave.
 */
export function checkClock(state: SyncState, clockSamples: number, reading: Reading): SyncStep {
  if (!reading.clockSuspect) return sendNext(state)
  return clockSamples === MAX_CLOCK_SAMPLES ? perform(state, { kind: 'accept-clock' }) : check(state, clockSamples + 1)
}

export function sendNext(state: SyncState): SyncStep {
  return perform(state, state.halt === null ? { kind: 'send' } : { kind: 'verify-numbers' })
}

export function confirmHealth(state: SyncState, answer: FetchMoveResult, numbersSettled: boolean): SyncStep {
  return perform(state, { kind: 'confirm-health', answer, numbersSettled })
}

/** Applies the result of a health check; `next` continues the round where the provider answers. */
export function applyHealth(
  state: SyncState,
  health: HealthResult,
  reading: Reading,
  next: (state: SyncState) => SyncStep,
): SyncStep {
  const checked = { ...state, healthCheckWithoutMove: health.kind === 'pause' }
  switch (health.kind) {
    case 'reached': {
      const { halt } = state
      const status = halt === null ? ({ kind: 'status-up' } as const) : statusDown(halt)
      return after([status], next({ ...checked, healthy: true, reachedAt: reading.now }))
    }
    case 'unreachable':
      return onUnreachable(checked, health, reading)
    case 'pause':
      return wait(checked, health, reading)
    default:
      return assertNever(health)
  }
}

function onUnreachable(
  state: SyncState,
  { cause, detail, fields = NO_FIELDS }: Extract<HealthResult, { kind: 'unreachable' }>,
  reading: Reading,
): SyncStep {
  const failures = state.failures + 1
  const ms = retryDelay(cause, failures, reading.fraction)
  return wait({ ...state, failures }, { ms, cause, detail: detail ?? null, fields }, reading)
}

/** Applies the directive of a booking or amendment that was settled. */
export function applyDirective(state: SyncState, directive: QueueDirective, reading: Reading): SyncStep {
  switch (directive.kind) {
    case 'continue':
      return prepareToSend({ ...state, failures: 0, consecutiveInDoubt: 0 }, reading)
    case 'skip':
      return prepareToSend(state, reading)
    case 'recheck':
      return prepareToSend({ ...state, healthy: false }, reading)
    case 'pause':
      return wait(state, directive, reading)
    case 'halt':
      return after([statusDown(directive)], prepareToSend({ ...state, halt: directive }, reading))
    case 'suspect': {
      const consecutiveInDoubt = state.consecutiveInDoubt + 1
      const doubted = { ...state, failures: 0, healthy: false, consecutiveInDoubt }
      const { pauseMs } = directive
      if (consecutiveInDoubt >= BREAKER_THRESHOLD) return openBreaker(doubted, pauseMs ?? null, reading)
      return pauseMs === undefined
        ? prepareToSend(doubted, reading)
        : wait(doubted, { ms: pauseMs, cause: 'provider-busy' }, reading)
    }
    default:
      return assertNever(directive)
  }
}

/**
 * Without the breaker, a provider that answers health checks and takes no booking would put every waiting booking in
 * doubt. A longer pause that the provider asked for replaces the breaker's own.
 */
function openBreaker(state: SyncState, pauseMs: number | null, reading: Reading): SyncStep {
  const ms = Math.max(BREAKER_COOLDOWN_MS, backoff(state.consecutiveInDoubt, reading.fraction))
  if (pauseMs !== null && pauseMs > ms) return wait(state, { ms: pauseMs, cause: 'provider-busy' }, reading)
  const broken = wait(state, { ms, cause: 'provider-down', detail: 'no-answers' }, reading, true)
  return pauseMs === null ? broken : after([{ kind: 'store-pause', ms: pauseMs }], broken)
}

export function onFailure(state: SyncState, { disk }: { readonly disk: boolean }, reading: Reading): SyncStep {
  const pause = disk ? ({ cause: 'disk' } as const) : ({ cause: 'provider-down', detail: 'internal' } as const)
  return wait(state, { ms: DISK_RETRY_MS, ...pause }, reading)
}

/** `detail` and `fields` hold what the cause alone does not tell. */
type Pause = LinkReason & { readonly ms: number; readonly cause: ConnectionCause }

export function wait(
  state: SyncState,
  { ms, cause, ...reason }: Pause,
  { now, ...reading }: Reading,
  isMandatory = cause === 'provider-busy',
): SyncStep {
  const mandatoryWaitEnd = isMandatory ? { wall: now.wall + ms, monotonic: now.monotonic + ms } : null
  const until = isMandatory && ms >= MIN_ANNOUNCED_WAIT_MS ? fromMillis(now.wall + ms) : null
  // The breaker's own wait is not stored, because a start checks the provider before the next booking anyway.
  const stored: readonly SyncEffect[] = cause === 'provider-busy' ? [{ kind: 'store-pause', ms }] : []
  return endRound(
    { ...state, healthy: false, activity: { kind: 'waiting', mandatoryWaitEnd } },
    [...stored, { kind: 'schedule', ms }, statusDown({ cause, ...reason }, until)],
    { now, ...reading },
  )
}

/**
 * `numbersSettled` is true where a fetch proved a reported number right or wrong. Another booking for that vehicle or
 * repair order may leave now, so the next round begins at once.
 */
export function finishRound(state: SyncState, numbersSettled: boolean, reading: Reading): SyncStep {
  const { pendingWork } = state
  const finished = { ...state, activity: IDLE, failures: 0 }
  return numbersSettled
    ? endRound({ ...finished, pendingWork: pendingWork === 'none' ? 'run' : pendingWork }, [], reading)
    : endRound(finished, [{ kind: 'schedule', ms: IDLE_POLL_MS }, { kind: 'report-idle' }], reading)
}

/** Ends the round. Starts the next round at once if `pendingWork` asks for one and the wait that began allows that. */
export function endRound(ended: SyncState, effects: readonly SyncEffect[], reading: Reading): SyncStep {
  const { activity, pendingWork } = ended
  const state: SyncState = { ...ended, pendingWork: 'none' }
  const isWaiting = activity.kind === 'waiting'
  switch (pendingWork) {
    case 'none':
      return { state, effects }
    case 'run':
      return isWaiting ? { state, effects } : after(effects, startRound(state, reading))
    case 'check':
      return isWaiting && activity.mandatoryWaitEnd !== null
        ? { state, effects }
        : after(effects, startCheck(state, reading))
    case 'reset':
      return after(effects, startCheck(afterReset(state), reading))
    default:
      return assertNever(pendingWork)
  }
}

export function startRound(state: SyncState, reading: Reading): SyncStep {
  const first = state.integrityVerified ? prepareToSend(state, reading) : perform(state, { kind: 'verify-integrity' })
  return after([CANCEL_TIMER], first)
}

export function startCheck(state: SyncState, reading: Reading): SyncStep {
  return startRound({ ...state, healthy: false, failures: 0 }, reading)
}

export function afterReset(state: SyncState): SyncState {
  return { ...state, halt: null, consecutiveInDoubt: 0 }
}

export const CANCEL_TIMER: SyncEffect = { kind: 'cancel-timer' }

export function perform(state: SyncState, operation: Operation): SyncStep {
  return { state: { ...state, activity: { kind: 'working', operation } }, effects: [{ kind: 'perform', operation }] }
}

function after(effects: readonly SyncEffect[], { state, effects: later }: SyncStep): SyncStep {
  return { state, effects: [...effects, ...later] }
}

export function unchanged(state: SyncState): SyncStep {
  return { state, effects: [] }
}

function statusDown(
  { cause, detail = null, fields = NO_FIELDS }: Omit<Pause, 'ms'>,
  until: UtcInstant | null = null,
): SyncEffect {
  return { kind: 'status-down', cause, detail, fields, until }
}
