import { assertNever } from '../../../shared/result.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { hasEnded, progressOf, type Progress, type Trip } from './driver.ts'
import type { CancellationRow, Outcome } from '../store/progress.ts'
import type { MoveRow, PracticeStore } from '../store/store.ts'

/* The state of a stored move, computed from the driver's steps, a cancellation and the earlier move of the pair. */

function tripOf(store: PracticeStore, move: MoveRow): Trip {
  const before = legsDrivenBefore(store, move)
  return {
    acceptedAt: move.acceptedAt,
    leg: move.leg,
    setsOutAt: move.setsOutAt,
    stepSeconds: move.stepSeconds,
    driver: move.driver,
    steps: store.steps(move.id),
    stoppedAt: store.cancelation(move.id)?.stoppedAt ?? null,
    ...(before === null ? {} : { before: tripOf(store, before) }),
  }
}

/**
 * The move of the same lane that the driver drives before `move`, or null if `move` has leg 0. The latest replacement
 * takes the place of a rescheduled move of leg 0.
 */
export function legsDrivenBefore(store: PracticeStore, move: MoveRow): MoveRow | null {
  if (move.leg === 0) return null
  return store.movesOfLane(move.laneId).findLast(({ leg }) => leg === 0) ?? null
}

/** The progress of a stored move at `now`. */
export function progressAt(store: PracticeStore, move: MoveRow, now: UtcInstant): Progress {
  return progressOf(tripOf(store, move), now)
}

/** True if the driver of `move` is free at `now`, because the move was delivered or stopped. */
export function isDriverFree(store: PracticeStore, move: MoveRow, now: UtcInstant): boolean {
  return hasEnded(tripOf(store, move), now)
}

/**
 * The values of `cancel_status`. The first value comes from test/spec/service.md#states, the others from
 * test/spec/provider.md#cancel-status.
 */
export type CancelStatus = 'not cancelled' | 'pending' | Outcome

/** `reason` and `decidedAt` are null until the cancellation is decided. */
export type CancelState = {
  readonly status: CancelStatus
  readonly reason: string | null
  readonly decidedAt: UtcInstant | null
}

export function cancelState(kept: CancellationRow | null, now: UtcInstant): CancelState {
  if (kept === null) return { status: 'not cancelled', reason: null, decidedAt: null }
  const { outcome, decidedAt } = kept
  if (outcome === null || decidedAt === null || decidedAt > now)
    return { status: 'pending', reason: null, decidedAt: null }
  return { status: outcome, reason: reasonOf(outcome), decidedAt }
}

/** True if a decided cancellation ended the move. False for `failed`, and for `pending`, even if the driver stopped. */
export function isCanceled({ status }: CancelState): boolean {
  return status === 'succeeded' || status === 'partial' || status === 'rescheduled'
}

function reasonOf(outcome: Outcome): string {
  switch (outcome) {
    case 'succeeded':
      return 'Canceled before the driver set out, free of charge.'
    case 'partial':
      return 'Canceled on the way, charged in part.'
    case 'failed':
      return 'Too far along to be canceled.'
    case 'rescheduled':
      return 'Rescheduled: a new move takes its place.'
    default:
      return assertNever(outcome)
  }
}
