import { fromMillis, toMillis, type UtcInstant } from '../../shared/time.ts'
import { hexByChance, type Shop } from './accept.ts'
import { STAGES } from './driver.ts'
import type { KeptCancelation, Outcome } from './kept-progress.ts'
import { refusal, type Read, type Refusal } from './refusal.ts'
import type { KeptMove } from './store.ts'
import { cancelState, isCanceled, whereabouts } from './trips.ts'

/*
 * Canceling a move (provider.md 8): a request, judged later. Who judges is a person at the provider, by how far the move
 * has come; no page gives the rule, so this one is ours:
 *
 *   stood before pickup_started          succeeded    no charge
 *   pickup_started, pickup_arrived       partial      the delivery is prevented, a part is charged
 *   pickup_successful and later          failed       the driver goes on as if nobody had asked
 *   any, by hand alone                   rescheduled  the provider's own act: a new move takes its place
 *
 * By the clock the judgement comes one step of the driver after the request, who waits where he stands meanwhile (unless
 * it will be `failed`). A driver by hand is never judged by itself: the request stays pending until a hand decides it.
 * One move of a pair canceled leaves the other as it is.
 */

/**
 * Takes a request for cancelation: what is pending stays so, and what failed may be asked again. Refused with 400 when the
 * move is canceled or rescheduled already.
 */
export function askCancelation(shop: Shop, move: KeptMove): Read<{ move_id: number; cancel_status: 'pending' }> {
  const { store, clock } = shop
  return store.write(() => {
    const now = clock.now()
    const before = cancelState(store.cancelation(move.id), now)
    if (isCanceled(before)) return { kind: 'refused', why: ALREADY_CANCELED }
    if (before.status !== 'pending') store.keepCancelation(move.id, requestOf(shop, move, now))
    return { kind: 'read', value: { move_id: move.id, cancel_status: 'pending' } }
  })
}

function requestOf({ store }: Shop, move: KeptMove, now: UtcInstant): KeptCancelation {
  if (move.driver === 'hand') return { outcome: null, judgedAt: null, stoppedAt: null, newMoveId: null }
  const outcome = outcomeAt(whereabouts(store, move, now).reached)
  const judgedAt = fromMillis(toMillis(now) + Math.ceil(move.stepSeconds) * 1000)
  return { outcome, judgedAt, stoppedAt: outcome === 'failed' ? null : now, newMoveId: null }
}

function outcomeAt(reached: number): Outcome {
  if (reached === 0) return 'succeeded'
  return reached <= STAGES.indexOf('pickup_arrived') + 1 ? 'partial' : 'failed'
}

/**
 * Decides by hand, whether somebody asked for it or not; it wins over what the clock would say. Refused with 409 when the
 * move has ended: canceled, rescheduled, or delivered (where only `failed` is true).
 */
export function decideCancelation(shop: Shop, move: KeptMove, outcome: Outcome): Refusal | null {
  const { store, clock } = shop
  return store.write(() => {
    const now = clock.now()
    const kept = store.cancelation(move.id)
    if (isCanceled(cancelState(kept, now))) return ENDED
    if (outcome !== 'failed' && whereabouts(store, move, now).reached === STAGES.length) return ENDED
    const newMoveId = outcome === 'rescheduled' ? takePlaceOf(shop, move, now) : null
    store.keepCancelation(move.id, {
      outcome,
      judgedAt: now,
      stoppedAt: outcome === 'failed' ? null : (kept?.stoppedAt ?? now),
      newMoveId,
    })
    return null
  })
}

/** The same move again under a new number, from its beginning; it stays in the lane (provider.md 8). */
function takePlaceOf({ store, random }: Shop, move: KeptMove, now: UtcInstant): number {
  return store.addMove({ ...move, replaces: move.id, replacedAt: now, trackingChance: hexByChance(random, 16) }).id
}

const ALREADY_CANCELED = refusal(400, 'move_invalid', 'This move is canceled already.')
const ENDED = refusal(409, 'move_invalid', 'This move has ended already.')
