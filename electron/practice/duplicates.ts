import type { UtcInstant } from '../../shared/time.ts'
import { STAGES } from './driver.ts'
import { fieldRefusal, type Refusal } from './refusal.ts'
import type { ComparedField, KeptMove, PracticeStore } from './store.ts'
import { cancelState, isCanceled, whereabouts } from './trips.ts'
import { paramOf } from './wire-hopdrive.ts'
import type { AskedMove } from './wire.ts'

/**
 * `duplicate_check` (provider.md 5.2): 400 `move_duplication` when a move in progress has the same value in the compared
 * field, to the letter; null when there is none, or nothing to compare. The provider does not say what is in progress, nor
 * which move of a pair is compared. Ours: what is neither delivered nor canceled, and both.
 */
export function refuseDuplicate(
  store: PracticeStore,
  field: ComparedField | null,
  moves: readonly (readonly ['move' | 'loaner_move' | 'customer_move', AskedMove])[],
  now: UtcInstant,
): Refusal | null {
  if (field === null) return null
  const faults = moves.flatMap(([name, asked]) => {
    const value = field === 'referenceId' ? asked.referenceId : asked.vehicle[field]
    if (value === null || !store.movesWith(field, value).some((move) => isInProgress(store, move, now))) return []
    const words = 'is that of a move in progress'
    return [{ code: 'move_duplication', param: paramOf(field, name), words } as const]
  })
  return faults.length === 0 ? null : fieldRefusal(faults, 400)
}

function isInProgress(store: PracticeStore, move: KeptMove, now: UtcInstant): boolean {
  if (isCanceled(cancelState(store.cancelation(move.id), now))) return false
  return whereabouts(store, move, now).reached < STAGES.length
}
