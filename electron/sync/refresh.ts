import { dueMoves, markAsked, markGone } from '../store/unfinished.ts'
import type { Asked } from '../provider/client.ts'
import { windowsAt } from './pace.ts'
import { isUnknown } from './probe.ts'
import type { SyncParts } from './send.ts'
import { keepTold } from './wishes.ts'

/** How many moves one round asks about: with four rounds a minute, never more than sixteen requests in one. */
const A_ROUND = 4

/**
 * Asks the provider about the unfinished moves that it is time to ask about, those first that it was not asked about for
 * longest, and keeps what it says: the newest answer wins. A move that it says it does not know is marked as such (row
 * 29). A move whose answer cannot be believed is set aside, and the rest go on; `setAside` holds those by their id until an answer can be read. Ends early, with what it found, when the
 * provider cannot be reached; null when there was nothing to ask.
 */
export async function refreshMoves(parts: SyncParts, setAside: Set<string>): Promise<Asked | null> {
  const { store, provider, clock, log, remote } = parts
  let last: Asked | null = null
  const now = clock.now()
  const windows = windowsAt(now, parts.paces)
  for (const move of store.read((view) => dueMoves(view, remote.address, { windows, now, limit: A_ROUND }))) {
    last = await provider.ask(move.number)
    if (last.kind === 'unreached') return last
    const at = clock.now()
    if (last.kind === 'broken') {
      // It may break at this move alone: the others have their turn.
      store.write((tx) => markAsked(tx, move.id, at))
      return last
    }
    if (last.kind === 'move' && last.told.move.number === move.number) {
      const { told } = last
      store.write((tx) => keepTold(tx, move, told, at))
      setAside.delete(move.id)
      log({ event: 'move-refreshed', moveId: move.id })
      continue
    }
    if (isUnknown(last)) {
      store.write((tx) => markGone(tx, move, at))
      setAside.delete(move.id)
      log({ event: 'move-gone', moveId: move.id })
      continue
    }
    store.write((tx) => markAsked(tx, move.id, at))
    setAside.add(move.id)
    const code = last.kind === 'move' ? 'other-number' : `status-${last.answer.status}`
    log({ event: 'refresh-set-aside', moveId: move.id, code })
    if (last.kind === 'answered' && last.answer.status !== 404) return last
  }
  return last
}
