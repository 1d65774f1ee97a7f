import { fromMillis, toMillis, type UtcInstant } from '../../../shared/time/time.ts'
import { randomHex, type PracticeContext } from './create-booking.ts'
import { STAGES } from './driver.ts'
import type { CancellationRow, Outcome } from '../store/progress.ts'
import { refusal, type Read, type ApiError } from '../http/error-envelope.ts'
import type { MoveRow } from '../store/store.ts'
import { cancelState, isCanceled, progressAt } from './move-progress.ts'

/*
 * Canceling a move (test/spec/provider.md#cancellations): a request, judged later. Who judges is a person at the
 * provider, by how far the move has come; no page gives the rule, so this one is ours:
 *
 *   stood before pickup_started          succeeded    no charge
 *   pickup_started, pickup_arrived       partial      the delivery is prevented, a part is charged
 *   pickup_successful and later          failed       the driver goes on as if nobody had asked
 *   any, by hand alone                   rescheduled  the provider's own act: a new move takes its place
 *
 * By the clock the judgement comes one step of the driver after the request, who waits where he stands meanwhile
 * (unless it will be `failed`). A driver by hand is never judged by itself: the request stays pending until a hand
 * decides it. One move of a pair canceled leaves the other as it is.
 */

/**
 * Takes a request for cancelation: what is pending stays so, and what failed may be asked again. Refused with 400 when the
 * move is canceled or rescheduled already.
 */
export function requestCancellation(
  shop: PracticeContext,
  move: MoveRow,
): Read<{ move_id: number; cancel_status: 'pending' }> {
  const { store, clock } = shop
  return store.write(() => {
    const now = clock.now()
    const before = cancelState(store.cancelation(move.id), now)
    if (isCanceled(before)) return { kind: 'refused', why: ALREADY_CANCELED }
    if (before.status !== 'pending') store.keepCancelation(move.id, requestOf(shop, move, now))
    return { kind: 'read', value: { move_id: move.id, cancel_status: 'pending' } }
  })
}

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
 * Decides by hand, whether somebody asked for it or not; it wins over what the clock would say. Refused with 409 when the
 * move has ended: canceled, rescheduled, or delivered (where only `failed` is true).
 */
export function decideCancellation(shop: PracticeContext, move: MoveRow, outcome: Outcome): ApiError | null {
  const { store, clock } = shop
  return store.write(() => {
    const now = clock.now()
    const kept = store.cancelation(move.id)
    if (isCanceled(cancelState(kept, now))) return ENDED
    if (outcome !== 'failed' && progressAt(store, move, now).reached === STAGES.length) return ENDED
    const newMoveId = outcome === 'rescheduled' ? takePlaceOf(shop, move, now) : null
    store.keepCancelation(move.id, {
      outcome,
      decidedAt: now,
      stoppedAt: outcome === 'failed' ? null : (kept?.stoppedAt ?? now),
      newMoveId,
    })
    return null
  })
}

/** The same move again under a new number, from its beginning; it stays in the lane. */
function takePlaceOf({ store, random }: PracticeContext, move: MoveRow, now: UtcInstant): number {
  return store.addMove({ ...move, replaces: move.id, replacedAt: now, trackingChance: randomHex(random, 16) }).id
}

const ALREADY_CANCELED = refusal(400, 'move_invalid', 'This move is canceled already.')
const ENDED = refusal(409, 'move_invalid', 'This move has ended already.')
