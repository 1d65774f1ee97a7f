import { never } from '../../shared/failure.ts'
import type { UtcInstant } from '../../shared/time.ts'
import { hasEnded, progressOf, type Progress, type Trip } from './driver.ts'
import type { KeptCancelation, Outcome } from './kept-progress.ts'
import type { KeptMove, PracticeStore } from './store.ts'

/* A kept move seen together with what happened to it since: the driver's steps, its cancelation, its partner. */

/** Everything that the driver's progress follows from. */
export function tripOf(store: PracticeStore, move: KeptMove): Trip {
  const before = drivenBefore(store, move)
  return {
    acceptedAt: move.acceptedAt,
    turn: move.turn,
    stepSeconds: move.stepSeconds,
    driver: move.driver,
    steps: store.steps(move.id),
    stoppedAt: store.cancelation(move.id)?.stoppedAt ?? null,
    ...(before === null ? {} : { before: tripOf(store, before) }),
  }
}

/**
 * The move of the same lane that the driver ends first; null for one that goes first. Of a move that was rescheduled it is
 * the one that took its place.
 */
export function drivenBefore(store: PracticeStore, move: KeptMove): KeptMove | null {
  if (move.turn === 0) return null
  return store.movesOfLane(move.laneId).findLast(({ turn }) => turn === 0) ?? null
}

/** Where a kept move stands at `now` (sections 2.1 and 3). */
export function whereabouts(store: PracticeStore, move: KeptMove, now: UtcInstant): Progress {
  return progressOf(tripOf(store, move), now)
}

export function isFree(store: PracticeStore, move: KeptMove, now: UtcInstant): boolean {
  return hasEnded(tripOf(store, move), now)
}

/** The values of `cancel_status`: the first is the description's (2.1), the others the provider's (provider.md 6.5, 8). */
export type CancelStatus = 'not cancelled' | 'pending' | Outcome

export type CancelState = { readonly status: CancelStatus; readonly reason: string | null }

export function cancelState(kept: KeptCancelation | null, now: UtcInstant): CancelState {
  if (kept === null) return { status: 'not cancelled', reason: null }
  const { outcome, judgedAt, newMoveId } = kept
  if (outcome === null || judgedAt === null || judgedAt > now) return { status: 'pending', reason: null }
  return { status: outcome, reason: reasonOf(outcome, newMoveId) }
}

/** True for a move that will not be driven (any more): `failed` and `pending` go on. */
export function isCanceled({ status }: CancelState): boolean {
  return status === 'succeeded' || status === 'partial' || status === 'rescheduled'
}

function reasonOf(outcome: Outcome, newMoveId: number | null): string {
  switch (outcome) {
    case 'succeeded':
      return 'Canceled before the driver set out, free of charge.'
    case 'partial':
      return 'Canceled on the way, charged in part.'
    case 'failed':
      return 'Too far along to be canceled.'
    case 'rescheduled':
      return `Rescheduled: move ${newMoveId} takes its place.`
    default:
      return never(outcome)
  }
}
