import type { BoardStatus, TakeableDesk, Takeover } from '../../shared/desk/board-status.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../platform/clock.ts'
import { errorCode, type Log } from '../platform/log-events.ts'
import { countHandedOver } from '../store/board/consent.ts'
import {
  applyRight,
  heldBy,
  rivalries,
  takeableEntries,
  untoldTakeovers,
  type Moved,
  type Takeable,
} from '../store/board/takeover.ts'
import type { Store } from '../store/store.ts'
import type { View } from '../store/tx.ts'
import { readHubRight } from './follow.ts'
import { HubError, type HubSession, type RosterDesk } from './hub-session.ts'

/*
 * Takeovers: what a silent desk holds, and how this desk takes it. Silence decides only when a takeover is offered; the
 * compare-and-set at the hub decides that the desk of before sends nothing afterwards.
 */

/** The hub refuses a takeover from a desk that it heard within this time. */
const SILENT_MS = 90_000

/** Fails with `not-possible`, because a takeover needs the hub. */
export const NOT_LIVE = fail('not-possible', 'board-away')

/** The desks of the roster from which bookings may be taken. */
export function takeableDesks(store: Store, roster: readonly RosterDesk[], own: string): readonly TakeableDesk[] {
  return roster.flatMap((desk) => {
    const { role, name, heardAt } = desk
    if (role === own || heardAt === null) return []
    const held = store.read((view) => heldBy(view, role, isSilent(desk) ? 'all' : 'handed-over'))
    const isNone = held.waiting + held.doubtful === 0
    return isNone ? [] : [{ role, name, isSilent: isSilent(desk), since: heardAt, ...held }]
  })
}

/** What the store says of the rights, beside the connection. */
export function newsOf(view: View): Pick<BoardStatus, 'takenOver' | 'sentTwice' | 'handedOver'> {
  return { takenOver: untoldTakeovers(view), sentTwice: rivalries(view), handedOver: countHandedOver(view) }
}

/** True for a desk that was heard once and then not for long. */
export function isSilent({ silentMs }: RosterDesk): boolean {
  return silentMs !== null && silentMs >= SILENT_MS
}

type TakeParts = {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly on: HubSession
}

/**
 * Takes the open entries of a desk over, one after another. `onMoved` gets the milliseconds since the last claim, by
 * the clock of the hub; null for an entry without one.
 */
export async function takeFrom(
  { store, clock, log, on }: TakeParts,
  { role, which, who }: { readonly role: string; readonly which: Takeable; readonly who: string },
  onMoved: (entryId: string, moved: Moved, claimedMsAgo: number | null) => void,
): Promise<Result<Takeover>> {
  let taken: Takeover = { waiting: 0, doubtful: 0, refused: 0 }
  try {
    for (const { entryId, rev } of store.read((view) => takeableEntries(view, role, which))) {
      const answer = await on.take(entryId, rev, who)
      const { right } = answer
      if (right !== undefined) {
        const moved = store.write((tx) => applyRight(tx, entryId, readHubRight(right), { who, at: clock.now() }))
        onMoved(entryId, moved, (answer.ok ? answer.claimedMsAgo : null) ?? null)
      }
      if (!answer.ok) taken = { ...taken, refused: taken.refused + 1 }
      else if (answer.right.state === 'waiting') taken = { ...taken, waiting: taken.waiting + 1 }
      else taken = { ...taken, doubtful: taken.doubtful + 1 }
    }
    return ok(taken)
  } catch (error) {
    if (!(error instanceof HubError)) log({ event: 'internal-error', place: 'board', code: errorCode(error) })
    return NOT_LIVE
  }
}
