import { movesDueForRefresh, markPolled, markMissing } from '../store/tables/tracked-moves.ts'
import type { FetchMoveResult } from '../provider/client.ts'
import { isMoveUnknown } from '../provider/recognize-answer.ts'
import { pollWindowsAt } from './polling-schedule.ts'
import type { SyncContext } from './context.ts'
import { storeProviderUpdate } from './store-provider-update.ts'

/**
 * Most moves that one round fetches. A round begins every 15 seconds (`IDLE_POLL_MS`) while nothing else happens, so an
 * idle desk fetches at most 16 moves a minute.
 */
const ROUND_SIZE = 4

/**
 * Fetches the due moves, longest unpolled first, and stores what the responses show; `unreadable` collects the ids of
 * moves whose last response showed no usable move. Stops at a failure that may concern more than this one move, and
 * returns the last result; null where no move was due.
 */
export async function refreshMoves(deps: SyncContext, unreadable: Set<string>): Promise<FetchMoveResult | null> {
  const { store, provider, clock, log, remote } = deps
  let last: FetchMoveResult | null = null
  const now = clock.now()
  const windows = pollWindowsAt(now, deps.pollIntervals)
  for (const move of store.read((view) =>
    movesDueForRefresh(view, remote.address, { windows, now, limit: ROUND_SIZE }),
  )) {
    last = await provider.fetchMove(move.number)
    if (last.kind === 'unreachable') return last
    const at = clock.now()
    if (last.kind === 'broken') {
      // The connection may break at this move alone, so the next round begins with other moves.
      store.write((tx) => markPolled(tx, move.id, at))
      return last
    }
    if (last.kind === 'move' && last.response.move.number === move.number) {
      const { response } = last
      store.write((tx) => storeProviderUpdate(tx, move, response, at))
      unreadable.delete(move.id)
      log({ event: 'move-refreshed', moveId: move.id })
      continue
    }
    if (isMoveUnknown(last)) {
      store.write((tx) => markMissing(tx, move, at))
      unreadable.delete(move.id)
      log({ event: 'move-missing', moveId: move.id })
      continue
    }
    store.write((tx) => markPolled(tx, move.id, at))
    unreadable.add(move.id)
    const code = last.kind === 'move' ? 'other-number' : `status-${last.answer.status}`
    log({ event: 'refresh-skipped', moveId: move.id, code })
    if (last.kind === 'answered' && last.answer.status !== 404) return last
  }
  return last
}
