import type { SilentDesk, Takeover } from '../../shared/desk/board-status.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { errorCode, type Log } from '../platform/log-events.ts'
import { heldBy, takeableEntries } from '../store/board/takeover.ts'
import type { Store } from '../store/store.ts'
import { HubError, type HubSession, type RosterDesk } from './hub-session.ts'

/*
 * Takeovers: what a silent desk holds, and how this desk takes it. Silence decides only when a takeover is offered; the
 * compare-and-set at the hub decides that the desk of before sends nothing afterwards.
 */

/** The hub refuses a takeover from a desk that it heard within this time. */
const SILENT_MS = 90_000

/** Fails with `not-possible`, because a takeover needs the hub. */
export const NOT_LIVE = fail('not-possible', 'board-away')

/** The desks of the roster that are silent and have open bookings. */
export function silentDesks(store: Store, roster: readonly RosterDesk[], own: string): readonly SilentDesk[] {
  return roster.flatMap(({ role, name, heardAt, silentMs }) => {
    if (role === own || heardAt === null || silentMs === null || silentMs < SILENT_MS) return []
    const held = store.read((view) => heldBy(view, role))
    return held.waiting + held.doubtful === 0 ? [] : [{ role, name, since: heardAt, ...held }]
  })
}

type TakeParts = {
  readonly store: Store
  readonly log: Log
  readonly on: HubSession
  /** Writes all new events of the hub to the store. */
  readonly readLog: () => Promise<void>
}

/**
 * Takes the open entries of a desk over; the log gives them to this desk, after the last word of the desk of before.
 * `onTaken` gets the milliseconds since the last claim, by the clock of the hub; null for an entry without one.
 */
export async function takeFrom(
  { store, log, on, readLog }: TakeParts,
  { role, who }: { readonly role: string; readonly who: string },
  onTaken: (entryId: string, claimedMsAgo: number | null) => void,
): Promise<Result<Takeover>> {
  let taken: Takeover = { waiting: 0, doubtful: 0, refused: 0 }
  try {
    await readLog()
    for (const { entryId, rev } of store.read((view) => takeableEntries(view, role))) {
      const answer = await on.take(entryId, rev, who)
      if (answer.ok) onTaken(entryId, answer.claimedMsAgo ?? null)
      if (!answer.ok) taken = { ...taken, refused: taken.refused + 1 }
      else if (answer.right.state === 'waiting') taken = { ...taken, waiting: taken.waiting + 1 }
      else taken = { ...taken, doubtful: taken.doubtful + 1 }
    }
    await readLog()
    return ok(taken)
  } catch (error) {
    if (!(error instanceof HubError)) log({ event: 'internal-error', place: 'board', code: errorCode(error) })
    return NOT_LIVE
  }
}
