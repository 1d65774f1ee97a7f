import type { PracticeContext } from './create-booking.ts'
import { STAGES } from './driver.ts'
import { refusal, type ApiError } from '../http/error-envelope.ts'
import type { MoveRow } from '../store/store.ts'
import { legsDrivenBefore, isDriverFree, progressAt } from './move-progress.ts'

/**
 * Makes the driver's next step now, in either driver mode. Refuses with 409 if the move is delivered or stopped, or if
 * the earlier move of the pair has not ended.
 */
export function advanceManually({ store, clock }: PracticeContext, move: MoveRow): ApiError | null {
  return store.write(() => {
    const now = clock.now()
    if ((store.cancelation(move.id)?.stoppedAt ?? null) !== null) return STANDS_STILL
    const { reached } = progressAt(store, move, now)
    if (reached === STAGES.length) return DELIVERED
    const before = legsDrivenBefore(store, move)
    if (before !== null && !isDriverFree(store, before, now)) {
      return refusal(409, 'move_invalid', `The driver has not ended move ${before.id} yet.`)
    }
    store.addStep(move.id, { stage: reached, at: now })
    return null
  })
}

const STANDS_STILL = refusal(409, 'move_invalid', 'This move stands still: its cancelation was asked for or made.')
const DELIVERED = refusal(409, 'move_invalid', 'This move is delivered: no step is left.')
