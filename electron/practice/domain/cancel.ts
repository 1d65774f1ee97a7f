import { fromMillis, toMillis, type UtcInstant } from '../../../shared/time/time.ts'
import { randomHex, type PracticeContext } from './create-booking.ts'
import { STAGES } from './driver.ts'
import type { CancellationRow, Outcome } from '../store/progress.ts'
import { refusal, type ApiResult, type ApiError } from '../http/error-envelope.ts'
import type { MoveRow } from '../store/store.ts'
import { cancelState, isCanceled, progressAt } from './move-progress.ts'

/*
 * Cancellation of a move (test/spec/provider.md#cancellations): a request with a later decision. The provider's pages
 * define no rule, so this service decides by the progress of the move:
 *
 *   before pickup_started                succeeded    no charge
 *   pickup_started, pickup_arrived       partial      the delivery is prevented, a part is charged
 *   pickup_successful and later          failed       the driver goes on as without the request
 *   before delivery_successful           rescheduled  a control request alone: a new move replaces the move
 */

/**
 * Accepts a cancellation request: a pending request stays pending, and a failed request may be repeated. Refuses with
 * 400 if the move is already canceled or rescheduled.
 */
export function requestCancellation(
  practice: PracticeContext,
  move: MoveRow,
): ApiResult<{ move_id: number; cancel_status: 'pending' }> {
  const { store, clock } = practice
  return store.write(() => {
    const now = clock.now()
    const before = cancelState(store.cancelation(move.id), now)
    if (isCanceled(before)) return { kind: 'refused', error: ALREADY_CANCELED }
    if (before.status !== 'pending') store.keepCancelation(move.id, requestOf(practice, move, now))
    return { kind: 'ok', value: { move_id: move.id, cancel_status: 'pending' } }
  })
}

/**
 * With the driver `clock` the decision follows `stepSeconds` (rounded up to whole seconds) after the request, and the
 * driver stops at the request unless the decision will be `failed`. With `manual` only a control request decides.
 */
function requestOf({ store }: PracticeContext, move: MoveRow, now: UtcInstant): CancellationRow {
  if (move.driver === 'manual') return { outcome: null, decidedAt: null, stoppedAt: null, newMoveId: null }
  const outcome = outcomeAt(progressAt(store, move, now).reached)
  const decidedAt = fromMillis(toMillis(now) + Math.ceil(move.stepSeconds) * 1000)
  return { outcome, decidedAt, stoppedAt: outcome === 'failed' ? null : now, newMoveId: null }
}

function outcomeAt(reached: number): Outcome {
  if (reached === 0) return 'succeeded'
  return reached <= STAGES.indexOf('pickup_arrived') + 1 ? 'partial' : 'failed'
}

/**
 * Decides a cancellation now, with or without a cancellation request, in place of any later decision by the clock.
 * Refuses with 409 if the move is canceled or rescheduled, or if it is delivered and `outcome` is not `failed`.
 */
export function decideCancellation(practice: PracticeContext, move: MoveRow, outcome: Outcome): ApiError | null {
  const { store, clock } = practice
  return store.write(() => {
    const now = clock.now()
    const kept = store.cancelation(move.id)
    if (isCanceled(cancelState(kept, now))) return ENDED
    if (outcome !== 'failed' && progressAt(store, move, now).reached === STAGES.length) return ENDED
    const newMoveId = outcome === 'rescheduled' ? takePlaceOf(practice, move, now) : null
    store.keepCancelation(move.id, {
      outcome,
      decidedAt: now,
      stoppedAt: outcome === 'failed' ? null : (kept?.stoppedAt ?? now),
      newMoveId,
    })
    return null
  })
}

/** Books the same move again under a new number, from its beginning and in the same lane. */
function takePlaceOf({ store, random }: PracticeContext, move: MoveRow, now: UtcInstant): number {
  return store.addMove({ ...move, replaces: move.id, replacedAt: now, trackingChance: randomHex(random, 16) }).id
}

const ALREADY_CANCELED = refusal(400, 'move_invalid', 'This move is canceled already.')
const ENDED = refusal(409, 'move_invalid', 'This move has ended already.')
