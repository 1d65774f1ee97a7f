import type { UtcInstant } from '../../../shared/time/time.ts'
import { STAGES } from './driver.ts'
import { fieldRefusal, type ApiError } from '../http/error-envelope.ts'
import type { ComparedField, MoveRow, PracticeStore } from '../store/store.ts'
import { cancelState, isCanceled, progressAt } from './move-progress.ts'
import { paramOf } from '../schemas/hopdrive.ts'
import type { MoveRequest } from '../schemas/baseline.ts'

/**
 * Returns a 400 `move_duplication` if a stored move in progress has exactly the same value in `field` as one of
 * `moves`, else null (test/spec/provider.md#duplicate-check). The provider does not define "in progress", so every
 * stored move that is neither delivered nor canceled counts.
 */
export function refuseDuplicate(
  store: PracticeStore,
  field: ComparedField | null,
  moves: readonly (readonly ['move' | 'loaner_move' | 'customer_move', MoveRequest])[],
  now: UtcInstant,
): ApiError | null {
  if (field === null) return null
  const faults = moves.flatMap(([name, request]) => {
    const value = field === 'referenceId' ? request.referenceId : request.vehicle[field]
    if (value === null || !store.movesWith(field, value).some((move) => isInProgress(store, move, now))) return []
    const words = 'is that of a move in progress'
    return [{ code: 'move_duplication', param: paramOf(field, name), words } as const]
  })
  return faults.length === 0 ? null : fieldRefusal(faults, 400)
}

function isInProgress(store: PracticeStore, move: MoveRow, now: UtcInstant): boolean {
  if (isCanceled(cancelState(store.cancelation(move.id), now))) return false
  return progressAt(store, move, now).reached < STAGES.length
}
