import type { Shop } from './accept.ts'
import { STAGES } from './driver.ts'
import { refusal, type Refusal } from './refusal.ts'
import type { KeptMove } from './store.ts'
import { drivenBefore, isFree, whereabouts } from './trips.ts'

/**
 * Makes the driver's next step now, whoever makes the others. Refused with 409 when there is none: the move has ended or
 * stands still, or the driver still has the other move of the pair.
 */
export function makeStep({ store, clock }: Shop, move: KeptMove): Refusal | null {
  return store.write(() => {
    const now = clock.now()
    if ((store.cancelation(move.id)?.stoppedAt ?? null) !== null) return STANDS_STILL
    const { reached } = whereabouts(store, move, now)
    if (reached === STAGES.length) return DELIVERED
    const before = drivenBefore(store, move)
    if (before !== null && !isFree(store, before, now)) {
      return refusal(409, 'move_invalid', `The driver has not ended move ${before.id} yet.`)
    }
    store.addStep(move.id, { stage: reached, at: now })
    return null
  })
}

const STANDS_STILL = refusal(409, 'move_invalid', 'This move stands still: its cancelation was asked for or made.')
const DELIVERED = refusal(409, 'move_invalid', 'This move is delivered: no step is left.')
