import type { ConnectionCause, ConnectionDetail } from '../../shared/desk/connection.ts'
import type { Fields } from '../../shared/outbox/fields.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import type { FetchMoveResult } from '../provider/client.ts'
import type { HealthResult } from '../provider/health-check.ts'
import type { Moment } from '../clock/moment.ts'
import type { QueueDirective } from './classify-booking.ts'
import type { SendResult } from './send-booking.ts'

/* The states, events and effects of the send queue. `machine.ts` holds the transitions and their diagram. */

export type UnsavedOutcome = Extract<SendResult, { kind: 'unwritten' }>
export type Halt = Extract<QueueDirective, { kind: 'halt' }>

export type Operation =
  | { readonly kind: 'verify-integrity' }
  | { readonly kind: 'save-outcome'; readonly outcome: UnsavedOutcome }
  /** `clockSamples` counts the health checks in a row that were sent to confirm the time. */
  | { readonly kind: 'check'; readonly withoutMove: boolean; readonly clockSamples: number }
  | { readonly kind: 'accept-clock' }
  | { readonly kind: 'send' }
  | { readonly kind: 'verify-numbers' }
  | { readonly kind: 'refresh' }
  | { readonly kind: 'confirm-health'; readonly answer: FetchMoveResult; readonly numbersSettled: boolean }

export type Activity =
  | { readonly kind: 'idle' }
  | { readonly kind: 'working'; readonly operation: Operation }
  /** `mandatoryWaitEnd` is null for a wait that a check request or a resume may end. */
  | { readonly kind: 'waiting'; readonly mandatoryWaitEnd: Moment | null }
  | { readonly kind: 'closing' }

export type SyncState = {
  readonly activity: Activity
  /**
   * What the events during the round asked for: `run` another round, `check` the provider first, or also `reset` the
   * halt. `endRound` decides whether that round starts at once.
   */
  readonly pendingWork: 'none' | 'run' | 'check' | 'reset'
  readonly integrityVerified: boolean
  /** The provider answered at `reachedAt`, and no failure came since. */
  readonly healthy: boolean
  readonly reachedAt: Moment
  /** Times in a row that the provider was unreachable; a check request or a reset counts from 0 again. */
  readonly failures: number
  /**
   * The last health check ended in a pause (`401`, `429` or `3xx`). The next check fetches a number that no move has,
   * so a failure of one move cannot hold the queue.
   */
  readonly healthCheckWithoutMove: boolean
  readonly consecutiveInDoubt: number
  /** Why no booking leaves until a person acts; null while bookings may leave. */
  readonly halt: Halt | null
  /** A known outcome that the store has not taken yet. The machine passes the outcome on and never looks inside. */
  readonly unsavedOutcome: UnsavedOutcome | null
}

export type SyncEvent =
  /** An entry or amendment may wait to be sent. */
  | { readonly kind: 'woken' }
  /** The network may have changed, or a person asked for a check. */
  | { readonly kind: 'check-requested' }
  /** The machine woke from sleep. */
  | { readonly kind: 'resumed' }
  /** The queue starts within a pause that the provider asked the last process for; `ms` are left of the pause. */
  | { readonly kind: 'pause-restored'; readonly ms: number }
  /** A person changed the token or the client id. */
  | { readonly kind: 'reset' }
  | { readonly kind: 'timer' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'finished'; readonly result: OperationResult }
  /** An operation or `report-idle` threw; `disk` is true where the disk was the cause. */
  | { readonly kind: 'failed'; readonly operation: Operation['kind'] | 'report-idle'; readonly disk: boolean }

export type OperationResult =
  | { readonly kind: 'integrity'; readonly intact: boolean }
  | { readonly kind: 'settled'; readonly directive: QueueDirective }
  | { readonly kind: 'not-saved'; readonly fields: Fields }
  | { readonly kind: 'health'; readonly health: HealthResult }
  | { readonly kind: 'clock'; readonly accepted: boolean }
  | { readonly kind: 'unsaved'; readonly outcome: UnsavedOutcome }
  | { readonly kind: 'nothing-to-send' }
  | { readonly kind: 'numbers'; readonly failedFetch: FetchMoveResult | null; readonly settled: boolean }
  /** `answer` is null where no move was due. */
  | { readonly kind: 'refreshed'; readonly answer: FetchMoveResult | null }

export type SyncEffect =
  | { readonly kind: 'perform'; readonly operation: Operation }
  /** Replaces the running timer. */
  | { readonly kind: 'schedule'; readonly ms: number }
  | { readonly kind: 'cancel-timer' }
  | { readonly kind: 'status-up' }
  | {
      readonly kind: 'status-down'
      readonly cause: ConnectionCause
      readonly detail: ConnectionDetail | null
      readonly fields: Fields
      readonly until: UtcInstant | null
    }
  /** Stores the pause of `ms` milliseconds that the provider asked for. */
  | { readonly kind: 'store-pause'; readonly ms: number }
  | { readonly kind: 'report-idle' }

/** The environment at the moment of an event. `fraction` is random, at least 0 and below 1. */
export type Reading = { readonly now: Moment; readonly clockSuspect: boolean; readonly fraction: number }

export type SyncStep = { readonly state: SyncState; readonly effects: readonly SyncEffect[] }

export const INITIAL_STATE: SyncState = {
  activity: { kind: 'idle' },
  pendingWork: 'none',
  integrityVerified: false,
  healthy: false,
  reachedAt: { wall: 0, monotonic: 0 },
  failures: 0,
  healthCheckWithoutMove: false,
  consecutiveInDoubt: 0,
  halt: null,
  unsavedOutcome: null,
}
