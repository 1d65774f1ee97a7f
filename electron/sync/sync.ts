import { assertNever } from '../../shared/result.ts'
import type { ConnectionState } from '../../shared/desk/connection.ts'
import { classifyHealth } from '../provider/health-check.ts'
import { momentOf } from '../clock/corrected-clock.ts'
import { isDiskError } from '../store/errors.ts'
import { countEntries } from '../store/queries/outbox.ts'
import { errorCode } from '../platform/clock.ts'
import type { SyncContext } from './context.ts'
import { createConnectionStatus } from './connection-status.ts'
import { stepSync } from './machine.ts'
import { verifyReportedNumber, type RetryTimes } from './verify-numbers.ts'
import { nextToSend } from './next-to-send.ts'
import { isMoveSpecificFailure, checkHealth, findHealthCheckMove } from './health.ts'
import { refreshMoves } from './refresh-moves.ts'
import { createSendHistory, msSinceLastSend } from './resend.ts'
import type { SendResult } from './send-booking.ts'
import {
  INITIAL_STATE,
  type Operation,
  type OperationResult,
  type SyncEffect,
  type SyncEvent,
  type UnsavedOutcome,
} from './state.ts'

/*
 * The runtime of the send queue: performs the effects of `machine.ts` on the store, the provider and the timer, and
 * feeds their results back as events. All decisions are in `machine.ts`.
 */

export type Sync = {
  /** Something may wait to be sent. Does not shorten a wait. */
  wake(): void
  /** Checks now, because the connection may be back. A mandatory wait continues. */
  checkConnection(): void
  /**
   * Settles the request in progress and checks now, because the machine slept. The rest of a mandatory wait continues.
   */
  onSystemResume(): void
  connection(): ConnectionState
  onConnection(listener: () => void): () => void
  /** Milliseconds since the last moment at which this entry could have been sent, by the monotonic clock. */
  msSinceLastSend(entryId: string): number
  /** How many moves had unreadable responses since the start. */
  unreadableMoves(): number
  /** Starts over, because a person fixed the cause of a halt. */
  reset(): void
  /** Ends the queue. Resolves after the request in progress has been settled. */
  close(): Promise<void>
}

export function startSync(deps: SyncContext): Sync {
  const { clock, log, store } = deps
  const light = createConnectionStatus(clock, log)
  const tried = createSendHistory(clock)
  const setAside = new Set<string>()
  const resting: RetryTimes = new Map()
  let state = INITIAL_STATE
  let underWay = Promise.resolve()
  let cancelTimer = () => {}

  function dispatch(event: SyncEvent): void {
    const reading = {
      now: momentOf(clock),
      clockSuspect: deps.clockTrust.isSuspect(),
      fraction: deps.random.fraction(),
    }
    const step = stepSync(state, event, reading)
    state = step.state
    for (const effect of step.effects) applyEffect(effect)
  }

  function applyEffect(effect: SyncEffect): void {
    switch (effect.kind) {
      case 'perform':
        // The operation starts on its own stack, so a caller of `wake` does not run the queue's work.
        return queueMicrotask(() => perform(effect.operation))
      case 'schedule':
        cancelTimer()
        cancelTimer = clock.schedule(effect.ms, () => dispatch({ kind: 'timer' }))
        return
      case 'cancel-timer':
        return cancelTimer()
      case 'status-up':
        return light.up()
      case 'status-down':
        return light.down(effect.cause, effect)
      case 'report-idle':
        return reportIdle()
      default:
        return assertNever(effect)
    }
  }

  function reportIdle(): void {
    try {
      log({ event: 'sync-idle', waiting: store.read((view) => countEntries(view, deps.remote)).waiting })
    } catch (error) {
      fail('report-idle', error)
    }
  }

  function perform(operation: Operation): void {
    // The queue may have closed since the step.
    if (state.activity.kind === 'closing') return
    try {
      begin(operation)
    } catch (error) {
      fail(operation.kind, error)
    }
  }

  function begin(operation: Operation): void {
    const finish = (result: OperationResult) => dispatch({ kind: 'finished', result })
    /** An operation that throws counts as failed, so a fault of the app leads to a retry and not to a standstill. */
    const until = (finished: Promise<void>) => {
      underWay = finished.catch((error: unknown) => fail(operation.kind, error))
    }
    switch (operation.kind) {
      case 'verify-integrity':
        return until(deps.sound.then((intact) => finish({ kind: 'integrity', intact })))
      case 'save-outcome':
        return finish(saveOutcome(operation.outcome))
      case 'check':
        return until(checkHealth(deps, operation.withoutMove).then((health) => finish({ kind: 'health', health })))
      case 'accept-clock':
        return finish({ kind: 'clock', accepted: deps.clockTrust.acceptUnverified() })
      case 'send': {
        const send = nextToSend(deps, tried)
        return send === null
          ? finish({ kind: 'nothing-to-send' })
          : until(send().then((outcome) => finish(resultOf(outcome))))
      }
      case 'verify-numbers':
        return until(verifyReportedNumber(deps, resting).then((found) => finish({ kind: 'numbers', ...found })))
      case 'refresh':
        return until(refresh().then((answer) => finish({ kind: 'refreshed', answer })))
      case 'confirm-health':
        return until(
          findHealthCheckMove(operation.answer, deps).then((health) => {
            // The provider was in trouble, so none of these numbers is at fault.
            if (health.kind !== 'reached' && isMoveSpecificFailure(operation.answer)) resting.clear()
            finish({ kind: 'health', health })
          }),
        )
      default:
        return assertNever(operation)
    }
  }

  function fail(operation: Extract<SyncEvent, { kind: 'failed' }>['operation'], error: unknown): void {
    log({ event: 'internal-error', place: 'sync', code: errorCode(error) })
    dispatch({ kind: 'failed', operation, disk: isDiskError(error) })
  }

  function resultOf(outcome: SendResult): OperationResult {
    switch (outcome.kind) {
      case 'line':
        return { kind: 'settled', directive: outcome.line }
      case 'unreachable':
        return { kind: 'health', health: classifyHealth(outcome.opened, clock.now()) }
      case 'unwritten':
        return { kind: 'unsaved', outcome }
      default:
        return assertNever(outcome)
    }
  }

  function refresh() {
    const before = setAside.size
    return refreshMoves(deps, setAside).finally(() => setAside.size !== before && light.notify())
  }

  dispatch({ kind: 'woken' })
  return {
    wake: () => dispatch({ kind: 'woken' }),
    checkConnection: () => dispatch({ kind: 'check-requested' }),
    onSystemResume() {
      deps.provider.resumed()
      dispatch({ kind: 'resumed' })
    },
    connection: light.current,
    onConnection: light.onChange,
    msSinceLastSend: (entryId) => msSinceLastSend(clock, tried, entryId),
    unreadableMoves: () => setAside.size,
    reset: () => dispatch({ kind: 'reset' }),
    async close() {
      dispatch({ kind: 'closed' })
      deps.provider.abort()
      await underWay
    },
  }
}

function saveOutcome({ write, fields }: UnsavedOutcome): OperationResult {
  try {
    return { kind: 'settled', directive: write() }
  } catch {
    return { kind: 'not-saved', fields: fields() }
  }
}
