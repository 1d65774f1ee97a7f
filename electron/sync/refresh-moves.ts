import { movesDueForRefresh, markPolled, markMissing } from '../store/tables/tracked-moves.ts'
import type { FetchMoveResult } from '../provider/client.ts'
import { isMoveUnknown } from '../provider/health-check.ts'
import { pollWindowsAt } from './polling-schedule.ts'
import type { SyncContext } from './context.ts'
import { storeProviderUpdate } from './store-provider-update.ts'

/** How many moves one round asks about: with four rounds a minute, never more than sixteen requests in one. */
const ROUND_SIZE = 4

/**
 * Asks the provider about the unfinished moves that it is time to ask about, those first that it was not asked about
 * for longest, and keeps what it says: the newest answer wins. A move that it says it does not know is marked as such.
 * A move whose answer cannot be believed is set aside, and the rest go on; `setAside` holds those by their id until an
 * answer can be read. Ends early, with what it found, when the provider cannot be reached; null when there was nothing
 * to ask.
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
      // It may break at this move alone: the others have their turn.
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
