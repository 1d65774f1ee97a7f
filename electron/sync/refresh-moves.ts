import type { UtcInstant } from '../../shared/time/time.ts'
import type { LogEvent } from '../platform/log-events.ts'
import type { Tx } from '../store/tx.ts'
import { markMissing, markPolled, movesDueForRefresh, type TrackedMove } from '../store/tables/tracked-moves.ts'
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
 * Longest time in milliseconds that an answer waits for the next one, so that a round of quick answers is one commit,
 * with its flushes, and one change for the window to read.
 */
const MAX_HELD_MS = 1_000

/** What an answer about a move changes. `readable` is null where the answer says nothing about later answers. */
type Update = {
  readonly moveId: string
  readonly write: (tx: Tx) => void
  readonly event: LogEvent | null
  readonly readable: boolean | null
}

/**
 * Fetches the due moves, longest unpolled first, and stores what the responses show; `unreadable` collects the ids of
 * moves whose last response showed no usable move. Stops at a failure that may concern more than this one move, and
 * returns the last result; null where no move was due.
 */
export async function refreshMoves(deps: SyncContext, unreadable: Set<string>): Promise<FetchMoveResult | null> {
  const { store, provider, clock, log, remote } = deps
  let last: FetchMoveResult | null = null
  // The send queue runs one operation at a time, so no request leaves while an answer is held.
  let held: readonly Update[] = []
  let heldSince = 0
  const keep = () => {
    const updates = held
    held = []
    if (updates.length > 0) store.write((tx) => updates.forEach(({ write }) => write(tx)))
    for (const { moveId, event, readable } of updates) {
      if (readable !== null) unreadable[readable ? 'delete' : 'add'](moveId)
      if (event !== null) log(event)
    }
  }
  const now = clock.now()
  const windows = pollWindowsAt(now, deps.pollIntervals)
  const due = store.read((view) => movesDueForRefresh(view, remote.address, { windows, now, limit: ROUND_SIZE }))
  try {
    for (const move of due) {
      if (held.length === 0) heldSince = clock.monotonic()
      last = await provider.fetchMove(move.number)
      if (last.kind === 'unreachable') return last
      held = [...held, updateOf(move, last, clock.now())]
      if (clock.monotonic() - heldSince >= MAX_HELD_MS) keep()
      if (last.kind === 'broken' || (last.kind === 'answered' && last.answer.status !== 404)) return last
    }
  } finally {
    keep()
  }
  return last
}

function updateOf(
  move: TrackedMove,
  fetched: Exclude<FetchMoveResult, { kind: 'unreachable' }>,
  at: UtcInstant,
): Update {
  const moveId = move.id
  if (fetched.kind === 'move' && fetched.response.move.number === move.number) {
    const write = (tx: Tx) => storeProviderUpdate(tx, move, fetched.response, at)
    return { moveId, write, event: { event: 'move-refreshed', moveId }, readable: true }
  }
  if (isMoveUnknown(fetched)) {
    const write = (tx: Tx) => markMissing(tx, move, at)
    return { moveId, write, event: { event: 'move-missing', moveId }, readable: true }
  }
  const write = (tx: Tx) => markPolled(tx, moveId, at)
  // The connection may break at this move alone, so the next round begins with other moves.
  if (fetched.kind === 'broken') return { moveId, write, event: null, readable: null }
  const code = fetched.kind === 'move' ? 'other-number' : `status-${fetched.answer.status}`
  return { moveId, write, event: { event: 'refresh-skipped', moveId, code }, readable: false }
}
