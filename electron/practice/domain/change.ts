import type { PracticeContext } from './create-booking.ts'
import { STAGES } from './driver.ts'
import { toMillis } from '../../../shared/time/time.ts'
import { utc } from '../schemas/fields.ts'
import { fieldRefusal, refusal, type ApiResult } from '../http/error-envelope.ts'
import type { MoveRow } from '../store/store.ts'
import { cancelState, isCanceled, progressAt } from './move-progress.ts'
import type { ChangeRequest } from '../schemas/hopdrive.ts'

/**
 * Changes a move (test/spec/provider.md#changes) and returns its fields flat; a new `ready_by` belongs to the lane and
 * so applies to both moves of a pair. Refuses with 400 from `pickup_successful` on, for a canceled or rescheduled move,
 * and for a `ready_by` after the appointment.
 */
export function changeMove(
  { store, clock }: PracticeContext,
  move: MoveRow,
  request: ChangeRequest,
): ApiResult<object> {
  return store.write(() => {
    const now = clock.now()
    if (isCanceled(cancelState(store.cancelation(move.id), now))) return { kind: 'refused', error: CANCELED }
    const { reached } = progressAt(store, move, now)
    if (reached > STAGES.indexOf('pickup_successful')) return { kind: 'refused', error: PICKED_UP }
    const { readyBy = move.readyBy, ...texts } = request
    const pair = store.pair(move.requestId)
    if (pair !== null && toMillis(readyBy) > toMillis(utc(pair.appointment)))
      return { kind: 'refused', error: TOO_LATE }
    const changed = { ...move, ...texts }
    store.changeMove(changed)
    store.changeReadyBy(move.laneId, readyBy)
    return {
      kind: 'ok',
      value: {
        id: changed.id,
        vehicle_year: changed.year,
        vehicle_make: changed.make,
        vehicle_model: changed.model,
        vehicle_color: changed.color,
        vehicle_stock: changed.stock,
        vehicle_vin: changed.vin,
        ready_by: readyBy,
        reference_num: changed.referenceId,
      },
    }
  })
}

const CANCELED = refusal(400, 'move_invalid', 'This move is canceled and cannot be changed.')
const TOO_LATE = fieldRefusal(
  [{ code: 'field_invalid', param: 'ready_by', words: 'must not be after the appointment' }],
  400,
)
const PICKED_UP = refusal(400, 'move_invalid', 'This move was picked up and can no longer be changed.')
