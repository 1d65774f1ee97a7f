import { movesDueForRefresh, markPolled, markMissing } from '../store/tables/tracked-moves.ts'
import type { FetchMoveResult } from '../provider/client.ts'
import { isMoveUnknown } from '../provider/health-check.ts'
import { pollWindowsAt } from './polling-schedule.ts'
import type { SyncContext } from './context.ts'
import { storeProviderUpdate } from './store-provider-update.ts'

/** How many moves one round fetches. With four rounds a minute this makes at most sixteen requests a minute. */
const ROUND_SIZE = 4

/**
 * Fetches the tracked moves that are due, the least recently fetched first, and stores the responses; an unreadable
 * move is skipped, and its id stays in `setAside` until a response can be read. Ends early with the failed result if
 * the provider is unreachable or in trouble, and returns null if no move was due.
 */
export async function refreshMoves(deps: SyncContext, setAside: Set<string>): Promise<FetchMoveResult | null> {
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
      // This fetch may fail for this move alone, so the other moves get their turn first.
      store.write((tx) => markPolled(tx, move.id, at))
      return last
    }
    if (last.kind === 'move' && last.told.move.number === move.number) {
      const { told } = last
      store.write((tx) => storeProviderUpdate(tx, move, told, at))
      setAside.delete(move.id)
      log({ event: 'move-refreshed', moveId: move.id })
      continue
    }
    if (isMoveUnknown(last)) {
      store.write((tx) => markMissing(tx, move, at))
      setAside.delete(move.id)
      log({ event: 'move-missing', moveId: move.id })
      continue
    }
    store.write((tx) => markPolled(tx, move.id, at))
    setAside.add(move.id)
    const code = last.kind === 'move' ? 'other-number' : `status-${last.answer.status}`
    log({ event: 'refresh-skipped', moveId: move.id, code })
    if (last.kind === 'answered' && last.answer.status !== 404) return last
  }
  return last
}
