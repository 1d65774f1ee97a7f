import { assertNever } from '../../shared/result.ts'
import { fromMillis, toMillis, type UtcInstant } from '../../shared/time/time.ts'
import type { ConnectionState } from '../../shared/desk/connection.ts'
import { classifyHealth } from '../provider/health-check.ts'
import { momentOf } from '../clock/moment.ts'
import { isDiskError } from '../store/errors.ts'
import { countWaiting } from '../store/queries/outbox.ts'
import { clearPause, pauseLeftMs, writePause } from '../store/tables/provider-pause.ts'
import { errorCode } from '../platform/log-events.ts'
import type { SyncContext } from './context.ts'
import { createConnectionStatus } from './connection-status.ts'
import { stepSync } from './machine.ts'
import { verifyReportedNumbers, type RetryTimes } from './verify-numbers.ts'
import { nextToSend, type NextToSend } from './next-to-send.ts'
import { isMoveSpecificFailure, checkHealth, confirmHealth } from './health.ts'
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
 * The runtime of the send queue. The runtime performs the effects of `machine.ts` on the store, the provider and the
 * timer, and dispatches their results as events; `machine.ts` makes every decision.
 */

export type Sync = {
  /** Tells the queue that an entry or amendment may be ready to send. Does not cut short the queue's current wait. */
  wake(): void
  /**
   * Checks the provider now, or after the round in progress. Does nothing during a pause that the provider asked for
   * and while the circuit breaker is open.
   */
  checkConnection(): void
  /**
   * Gives a request in progress a few more seconds, then checks the provider. If the provider asked for a pause, or the
   * circuit breaker is open, the check comes after the rest of that wait, from which the sleep is subtracted.
   */
  onSystemResume(): void
  connection(): ConnectionState
  onConnection(listener: () => void): () => void
  /**
   * Milliseconds since the last moment at which this entry could have been sent, here or at the desk of before, by the
   * monotonic clock.
   */
  msSinceLastSend(entryId: string): number
  /** Number of moves whose last response could not be read, since the queue started. */
  unreadableMoves(): number
  /** Clears a halt, because a person changed the token or the client id, and checks the provider. */
  reset(): void
  /** Ends the queue. Resolves when a booking that is being sent has been settled. */
  close(): Promise<void>
}

export function startSync(deps: SyncContext): Sync {
  const { clock, log, store } = deps
  const connectionStatus = createConnectionStatus(clock, log)
  const sendHistory = createSendHistory(clock)
  const unreadable = new Set<string>()
  const retryTimes: RetryTimes = new Map()
  let state = INITIAL_STATE
  let underWay = Promise.resolve()
  let cancelTimer = () => {}
  /** The store holds a pause of this process that has not been ended. */
  let pauseStored = false

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
        // The operation starts on a separate stack, so a caller of `wake` does not run the queue's work.
        return queueMicrotask(() => perform(effect.operation))
      case 'schedule':
        cancelTimer()
        cancelTimer = clock.schedule(effect.ms, () => dispatch({ kind: 'timer' }))
        return
      case 'cancel-timer':
        return cancelTimer()
      case 'status-up':
        if (pauseStored) keepPause(null)
        return connectionStatus.up()
      case 'status-down':
        return connectionStatus.down(effect.cause, effect)
      case 'store-pause':
        return keepPause(effect.ms)
      case 'report-idle':
        return reportIdle()
      default:
        return assertNever(effect)
    }
  }

  /** Stores the pause that the provider asked for; null ends the stored pause. The wait goes on if the disk refuses. */
  function keepPause(ms: number | null): void {
    try {
      store.write((tx) => (ms === null ? clearPause(tx, deps.remote) : writePause(tx, deps.remote, laterNow(), ms)))
      pauseStored = ms !== null
    } catch (error) {
      log({ event: 'internal-error', place: 'provider-pause', code: errorCode(error) })
    }
  }

  /**
   * The later of this PC's clock and the corrected clock. The next process starts with this PC's clock, which a person
   * may set right in between, and a pause that ends early breaks the promise to the provider.
   */
  function laterNow(): UtcInstant {
    return fromMillis(toMillis(clock.now()) + Math.max(0, deps.clockTrust.skewMs()))
  }

  /** Milliseconds that are left of the pause that the last process stored; 0 where the pause cannot be read. */
  function restoredPauseMs(): number {
    try {
      return store.read((view) => pauseLeftMs(view, deps.remote, clock.now()))
    } catch (error) {
      log({ event: 'internal-error', place: 'provider-pause', code: errorCode(error) })
      return 0
    }
  }

  function reportIdle(): void {
    try {
      log({ event: 'sync-idle', waiting: store.read((view) => countWaiting(view, deps.remote)) })
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
    /** A throw in `finish` fails the operation too, so a fault of the app leads to a retry and not to a standstill. */
    const until = (finished: Promise<void>) => {
      underWay = finished.catch((error: unknown) => fail(operation.kind, error))
    }
    switch (operation.kind) {
      case 'verify-integrity':
        return until(deps.intact.then((intact) => finish({ kind: 'integrity', intact })))
      case 'save-outcome':
        return finish(saveOutcome(operation.outcome))
      case 'check':
        return until(checkHealth(deps, operation.withoutMove).then((health) => finish({ kind: 'health', health })))
      case 'accept-clock':
        return finish({ kind: 'clock', accepted: deps.clockTrust.acceptUnverified() })
      case 'send': {
        const next = nextToSend(deps, sendHistory)
        return next === null ? finish({ kind: 'nothing-to-send' }) : until(sendHeld(next, finish))
      }
      case 'verify-numbers':
        return until(verifyReportedNumbers(deps, retryTimes).then((found) => finish({ kind: 'numbers', ...found })))
      case 'refresh':
        return until(refresh().then((answer) => finish({ kind: 'refreshed', answer })))
      case 'confirm-health':
        return until(
          confirmHealth(operation.answer, deps).then((health) => {
            // The failure was the provider's, so no reported number has to wait for its retry time.
            if (health.kind !== 'reached' && isMoveSpecificFailure(operation.answer)) retryTimes.clear()
            finish({ kind: 'health', health })
          }),
        )
      default:
        return assertNever(operation)
    }
  }

  /** Sends while the board leaves the booking alone, until the outcome is written. */
  function sendHeld({ bookingId, send }: NextToSend, finish: (result: OperationResult) => void): Promise<void> {
    const release = deps.rights.hold(bookingId)
    return send().then(
      (outcome) => {
        if (outcome.kind !== 'unwritten') {
          release()
          return finish(resultOf(outcome))
        }
        const write = () => {
          const directive = outcome.write()
          release()
          return directive
        }
        finish(resultOf({ ...outcome, write }))
      },
      (error: unknown) => {
        release()
        throw error
      },
    )
  }

  function fail(operation: Extract<SyncEvent, { kind: 'failed' }>['operation'], error: unknown): void {
    log({ event: 'internal-error', place: 'sync', code: errorCode(error) })
    dispatch({ kind: 'failed', operation, disk: isDiskError(error) })
  }

  function resultOf(outcome: SendResult): OperationResult {
    switch (outcome.kind) {
      case 'directive':
        return { kind: 'settled', directive: outcome.directive }
      case 'unreachable':
        return { kind: 'health', health: classifyHealth(outcome.opened, clock.now()) }
      case 'unwritten':
        return { kind: 'unsaved', outcome }
      default:
        return assertNever(outcome)
    }
  }

  function refresh() {
    const before = unreadable.size
    return refreshMoves(deps, unreadable).finally(() => unreadable.size !== before && connectionStatus.notify())
  }

  const pauseMs = restoredPauseMs()
  dispatch(pauseMs > 0 ? { kind: 'pause-restored', ms: pauseMs } : { kind: 'woken' })
  return {
    wake: () => dispatch({ kind: 'woken' }),
    checkConnection: () => dispatch({ kind: 'check-requested' }),
    onSystemResume() {
      deps.provider.onSystemResume()
      dispatch({ kind: 'resumed' })
    },
    connection: connectionStatus.current,
    onConnection: connectionStatus.onChange,
    msSinceLastSend(entryId) {
      const elsewhere = deps.rights.claimedElsewhereAt(entryId)
      const here = msSinceLastSend(clock, sendHistory, entryId)
      return elsewhere === null ? here : Math.min(here, clock.monotonic() - elsewhere)
    },
    unreadableMoves: () => unreadable.size,
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
