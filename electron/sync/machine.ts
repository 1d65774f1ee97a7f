import { assertNever } from '../../shared/result.ts'
import { remainingMs } from '../clock/moment.ts'
import { backoff } from './backoff.ts'
import type { Activity, Operation, OperationResult, Reading, SyncEvent, SyncState, SyncStep } from './state.ts'
import {
  afterReset,
  applyDirective,
  applyHealth,
  CANCEL_TIMER,
  checkClock,
  confirmHealth,
  DISK_RETRY_MS,
  endRound,
  finishRound,
  IDLE,
  MAX_CLOCK_SAMPLES,
  onFailure,
  perform,
  prepareToSend,
  sendNext,
  startCheck,
  startRound,
  unchanged,
  wait,
} from './transitions.ts'

/*
 * The send queue of one provider as a pure function: state, event and reading give the next state and its effects. A
 * round leads from `idle` or `waiting` through the operations, one at a time, and ends in `idle` or `waiting`:
 *
 *   idle --- woken, timer, check request, resume, reset ---+--- timer, check request, resume, reset --- waiting
 *    ^                                                     v                                               ^
 *    +-- store damaged, no timer --------------- verify-integrity, once                                    |
 *    |                                                     v                                               |
 *    |                  +-------------------> save-outcome, if one is unsaved ------- disk refuses --------+
 *    |                  |                                  v                                               |
 *    |                  |                       check, unless healthy --------------- unreachable, pause --+
 *    |                  |                                  v                                               |
 *    |                  |                 check, while the clock is suspect --------- unreachable, pause --+
 *    |                  |                                  v                                               |
 *    |                  |                 accept-clock, if still suspect ------------ not accepted --------+
 *    |                  |                                  v                                               |
 *    |                  +-- settled, unsaved ---- send, unless halted --------------- unreachable, pause, -+
 *    |                                                     v nothing to send          breaker opens        |
 *    |                                              verify-numbers                                         |
 *    |                                                     v unless a fetch failed: then confirm-health    |
 *    |                                                  refresh                                            |
 *    |                                                     v                                               |
 *    +-- poll timer ---------------- confirm-health, if a move was fetched ---------- unreachable, pause --+
 */

/**
 * Returns the state after an event, and the effects in order. An event that does not fit the current activity changes
 * nothing, and `closed` ends the machine from any state.
 */
export function stepSync(state: SyncState, event: SyncEvent, reading: Reading): SyncStep {
  const { activity } = state
  if (activity.kind === 'closing') return unchanged(state)
  if (event.kind === 'closed') return { state: { ...state, activity: { kind: 'closing' } }, effects: [CANCEL_TIMER] }
  return activity.kind === 'working'
    ? whileWorking(state, activity.operation, event, reading)
    : whileResting(state, activity.kind === 'waiting' ? activity : null, event, reading)
}

type OpenEvent = Exclude<SyncEvent, { kind: 'closed' }>
type Waiting = Extract<Activity, { kind: 'waiting' }>

/**
 * `waiting` is null while the queue is idle. A wait with a `mandatoryWaitEnd` ends only by its timer, a reset, or a
 * resume after that end.
 */
function whileResting(state: SyncState, waiting: Waiting | null, event: OpenEvent, reading: Reading): SyncStep {
  const mandatoryWaitEnd = waiting?.mandatoryWaitEnd ?? null
  switch (event.kind) {
    case 'timer':
      return startRound(state, reading)
    case 'woken':
      return waiting === null ? startRound(state, reading) : unchanged(state)
    case 'check-requested':
      return mandatoryWaitEnd === null ? startCheck(state, reading) : unchanged(state)
    case 'resumed': {
      const ms = mandatoryWaitEnd === null ? 0 : remainingMs(mandatoryWaitEnd, reading.now)
      return ms > 0 ? { state, effects: [{ kind: 'schedule', ms }] } : startCheck(state, reading)
    }
    case 'pause-restored':
      return waiting === null ? wait(state, { ms: event.ms, cause: 'provider-busy' }, reading) : unchanged(state)
    case 'reset':
      return startCheck(afterReset(state), reading)
    case 'failed':
      return event.operation === 'report-idle' && waiting === null ? onFailure(state, event, reading) : unchanged(state)
    case 'finished':
      return unchanged(state)
    default:
      return assertNever(event)
  }
}

/** Handles an event during a round. What the event asks for waits in `pendingWork` until `endRound`. */
function whileWorking(state: SyncState, operation: Operation, event: OpenEvent, reading: Reading): SyncStep {
  const { pendingWork } = state
  switch (event.kind) {
    case 'timer':
    case 'woken':
      return unchanged({ ...state, pendingWork: pendingWork === 'none' ? 'run' : pendingWork })
    case 'check-requested':
      return unchanged({ ...state, pendingWork: pendingWork === 'reset' ? 'reset' : 'check' })
    case 'resumed':
      // A response from before the sleep no longer proves that the provider answers.
      return unchanged({ ...state, healthy: false, pendingWork: pendingWork === 'reset' ? 'reset' : 'check' })
    case 'pause-restored':
      return unchanged(state)
    case 'reset':
      return unchanged({ ...afterReset(state), pendingWork: 'reset' })
    case 'failed':
      return event.operation === operation.kind ? onFailure(state, event, reading) : unchanged(state)
    case 'finished':
      return onResult(state, operation, event.result, reading)
    default:
      return assertNever(event)
  }
}

function onResult(state: SyncState, operation: Operation, result: OperationResult, reading: Reading): SyncStep {
  switch (operation.kind) {
    case 'verify-integrity':
      if (result.kind !== 'integrity') return unchanged(state)
      return result.intact
        ? prepareToSend({ ...state, integrityVerified: true }, reading)
        : endRound({ ...state, activity: IDLE }, [], reading)
    case 'save-outcome':
      if (result.kind === 'settled')
        return applyDirective({ ...state, unsavedOutcome: null }, result.directive, reading)
      return result.kind === 'not-saved'
        ? wait(state, { ms: DISK_RETRY_MS, cause: 'disk', detail: 'outcome-unsaved', fields: result.fields }, reading)
        : unchanged(state)
    case 'check':
      if (result.kind !== 'health') return unchanged(state)
      return applyHealth(state, result.health, reading, (next) => checkClock(next, operation.clockSamples, reading))
    case 'accept-clock': {
      if (result.kind !== 'clock') return unchanged(state)
      const ms = backoff(MAX_CLOCK_SAMPLES, reading.fraction)
      if (!result.accepted) return wait(state, { ms, cause: 'provider-down', detail: 'clock-unknown' }, reading)
      // If the machine slept during this operation, `healthy` is false and the provider is checked again first.
      return state.healthy ? sendNext(state) : prepareToSend(state, reading)
    }
    case 'send':
      return onSendResult(state, result, reading)
    case 'verify-numbers':
      if (result.kind !== 'numbers') return unchanged(state)
      if (result.failedFetch !== null) return confirmHealth(state, result.failedFetch, result.settled)
      return result.settled ? finishRound(state, true, reading) : perform(state, { kind: 'refresh' })
    case 'refresh':
      if (result.kind !== 'refreshed') return unchanged(state)
      return result.answer === null ? finishRound(state, false, reading) : confirmHealth(state, result.answer, false)
    case 'confirm-health':
      if (result.kind !== 'health') return unchanged(state)
      return applyHealth(state, result.health, reading, (next) => finishRound(next, operation.numbersSettled, reading))
    default:
      return assertNever(operation)
  }
}

function onSendResult(state: SyncState, result: OperationResult, reading: Reading): SyncStep {
  if (result.kind === 'settled') return applyDirective(state, result.directive, reading)
  if (result.kind === 'unsaved') return prepareToSend({ ...state, unsavedOutcome: result.outcome }, reading)
  if (result.kind === 'nothing-to-send') return perform(state, { kind: 'verify-numbers' })
  if (result.kind !== 'health') return unchanged(state)
  return applyHealth(state, result.health, reading, (next) => finishRound(next, false, reading))
}
