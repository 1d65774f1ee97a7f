import {
  SILENT_MS,
  type BoardStatus,
  type StuckDesk,
  type TakeableDesk,
  type Takeover,
} from '../../shared/desk/board-status.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { addMinutes, type UtcInstant } from '../../shared/time/time.ts'
import type { Clock } from '../platform/clock.ts'
import { errorCode, type Log } from '../platform/log-events.ts'
import { countHandedOver } from '../store/board/consent.ts'
import { sentTwice } from '../store/board/double-sends.ts'
import { deskName, readLink } from '../store/board/link.ts'
import { unreachedDesks } from '../store/board/replica-lines.ts'
import { awaitedDesks } from '../store/board/roster.ts'
import { countOlderEpochs, readRight } from '../store/board/rights.ts'
import {
  heldBy,
  settledEntriesToTake,
  takeableEntries,
  takeUnnamed,
  untoldTakeovers,
  type Takeable,
  type TakeableEntry,
} from '../store/board/takeover.ts'
import { withLinked } from '../store/queries/reschedules.ts'
import type { Store } from '../store/store.ts'
import { entryById, entryOfBooking } from '../store/tables/outbox.ts'
import type { View } from '../store/tx.ts'
import { HubError, type HubSession, type RightAnswer, type RosterDesk } from './hub-session.ts'

/*
 * Takeovers: what a silent desk holds, and how this desk takes it. Silence decides only when a takeover is offered; the
 * compare-and-set at the hub decides that the desk of before sends nothing afterwards.
 */

/** Fails with `not-possible`, because a takeover needs the hub. */
export const NOT_LIVE = fail('not-possible', 'board-away')

/** The desks of the roster from which bookings may be taken. */
function takeableDesks(store: Store, roster: readonly RosterDesk[], own: string): readonly TakeableDesk[] {
  return roster.flatMap((desk) => {
    const { role, name, heardAt } = desk
    if (role === own || heardAt === null) return []
    const which = isSilent(desk) ? 'all' : 'handed-over'
    const held = store.read((view) => heldBy(view, role, which))
    const open = held.waiting + held.doubtful
    // A desk that is heard and hands nothing over is asked about at each beat, so its reschedules are not read.
    const requests =
      which === 'all' || open > 0 ? store.read((view) => settledEntriesToTake(view, role, which)).length : 0
    return open + requests === 0 ? [] : [{ role, name, isSilent: isSilent(desk), since: heardAt, ...held, requests }]
  })
}

/** The desks that are heard and say that they cannot send, with what waits there and is not handed over. */
function stuckDesks(store: Store, roster: readonly RosterDesk[], own: string): readonly StuckDesk[] {
  return roster.flatMap((desk) => {
    const { role, name, cannotSend } = desk
    if (role === own || cannotSend === null || desk.silentMs === null || isSilent(desk)) return []
    const [all, offered] = store.read((view) => [heldBy(view, role, 'all'), heldBy(view, role, 'handed-over')])
    const waiting = all.waiting - offered.waiting
    return waiting === 0 ? [] : [{ role, name, cause: cannotSend, waiting }]
  })
}

/** Who asks about an open booking of another desk does so in the first day after its time. */
const PAST_MINUTES = 24 * 60

/** What a live board says of the other desks, of which some are `missing` at a hub that lost data. */
export function othersNow(
  store: Store,
  roster: readonly RosterDesk[],
  own: string,
  { missing, now }: { readonly missing: readonly string[]; readonly now: UtcInstant },
): Pick<Extract<BoardStatus, { kind: 'live' }>, 'takeable' | 'stuck' | 'frozen' | 'unreached'> {
  const stuck = stuckDesks(store, roster, own)
  const late = roster.filter(({ role }) => role !== own && missing.includes(role)).map(({ name }) => name)
  const desks = [...late, ...store.read(awaitedDesks)]
  const unreached = store.read((view) => unreachedDesks(view, addMinutes(now, -PAST_MINUTES)))
  const count = desks.length === 0 ? 0 : store.read((view) => countOlderEpochs(view, readLink(view)?.epoch ?? 0))
  return {
    takeable: takeableDesks(store, roster, own),
    ...(stuck.length === 0 ? {} : { stuck }),
    ...(count === 0 ? {} : { frozen: { count, desks } }),
    ...(unreached.length === 0 ? {} : { unreached }),
  }
}

/** What the store says of the board, beside the connection. */
export function newsOf(
  view: View,
): Pick<BoardStatus, 'takenOver' | 'sentTwice' | 'handedOver' | 'needsUpdate' | 'skipped'> {
  const { unknownKind, skipped } = readLink(view) ?? { unknownKind: null, skipped: 0 }
  return {
    takenOver: untoldTakeovers(view),
    sentTwice: sentTwice(view),
    handedOver: countHandedOver(view),
    ...(unknownKind === null ? {} : { needsUpdate: true }),
    ...(skipped === 0 ? {} : { skipped }),
  }
}

/** True for a desk that was heard once and then not for long. */
function isSilent({ silentMs }: RosterDesk): boolean {
  return silentMs !== null && silentMs >= SILENT_MS
}

type TakeParts = {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly on: HubSession
  /** Writes all new events of the hub to the store. */
  readonly readLog: () => Promise<unknown>
}

/**
 * Takes the open entries of a desk over; the log gives them to this desk, after the last word of the desk of before.
 * `onClaimed` gets the milliseconds since the last claim of an entry, by the clock of the hub.
 */
export async function takeFrom(
  { store, log, on, readLog }: TakeParts,
  { roster, role, who }: { readonly roster: readonly RosterDesk[]; readonly role: string; readonly who: string },
  onClaimed: (entryId: string, claimedMsAgo: number) => void,
): Promise<Result<Takeover>> {
  let taken: Takeover = { waiting: 0, doubtful: 0, requests: 0, refused: 0 }
  const which: Takeable = roster.some((desk) => desk.role === role && isSilent(desk)) ? 'all' : 'handed-over'
  try {
    await readLog()
    const refused: string[] = []
    const [open, settled] = store.read((view) => [
      takeableEntries(view, role, which),
      settledEntriesToTake(view, role, which),
    ])
    for (const { entryId, rev } of open) {
      const answer = await on.take(entryId, rev, { who, one: false })
      if (answer.ok && answer.claimedMsAgo !== undefined) onClaimed(entryId, answer.claimedMsAgo)
      if (!answer.ok) refused.push(entryId)
      else if (answer.right.state === 'waiting') taken = { ...taken, waiting: taken.waiting + 1 }
      else taken = { ...taken, doubtful: taken.doubtful + 1 }
    }
    for (const { entryId, rev } of settled) {
      const { ok: isTaken } = await on.take(entryId, rev, { who, one: true })
      if (isTaken) taken = { ...taken, requests: taken.requests + 1 }
      else refused.push(entryId)
    }
    await readLog()
    const takenBy = store.read((view) => otherOwners(view, refused, role))
    return ok({ ...taken, refused: refused.length, ...(takenBy.length === 0 ? {} : { takenBy }) })
  } catch (error) {
    return unanswered(log, error)
  }
}

/** The names of the desks that have these entries by now, without this desk and the one that had them. */
function otherOwners(view: View, entryIds: readonly string[], former: string): readonly string[] {
  const desks = entryIds.map((id) => entryById(view, id)?.desk ?? null)
  return [...new Set(desks.flatMap((desk) => (desk === null || desk === former ? [] : [deskName(view, desk)])))]
}

/**
 * Takes one booking over, also from a desk that is heard and also a booking that is booked. Fails with `NOT_LIVE`,
 * `not-found`, or `not-possible`: `being-sent`, `board-frozen`, or `state-changed` if another act came first.
 */
export async function takeBooking(
  { store, clock, log, on, readLog }: TakeParts,
  { bookingId, who }: { readonly bookingId: string; readonly who: string },
  onClaimed: (entryId: string, claimedMsAgo: number) => void,
): Promise<Result<null>> {
  try {
    await readLog()
    const found = store.read((view) => bookingWithLinked(view, bookingId))
    if (found === null) return fail('not-found', 'booking-not-found')
    for (const { entryId, rev } of found) {
      const answer = await on.take(entryId, rev, { who, one: true })
      if (answer.ok && answer.claimedMsAgo !== undefined) onClaimed(entryId, answer.claimedMsAgo)
      if (answer.ok) continue
      await readLog()
      const isUnknown = answer.reason === 'unknown' && answer.missing?.length === 0
      if (!isUnknown || !store.write((tx) => takeUnnamed(tx, entryId, { who, at: clock.now() })))
        return notTakenReason(isMissing(answer) ? 'frozen' : answer.reason)
      onClaimed(entryId, 0)
    }
    await readLog()
    return ok(null)
  } catch (error) {
    return unanswered(log, error)
  }
}

/**
 * The entries of other desks that move with a booking: those of the same reschedule first, because one desk cancels the
 * old booking once the replacement is booked. Null for an unknown booking.
 */
function bookingWithLinked(view: View, bookingId: string): readonly TakeableEntry[] | null {
  if (entryOfBooking(view, bookingId) === null) return null
  return withLinked(view, [bookingId])
    .toReversed()
    .flatMap((id) => {
      const entry = entryOfBooking(view, id)
      const right = entry === null || entry.desk === null ? null : readRight(view, entry.id)
      return entry === null || right === null ? [] : [{ entryId: entry.id, rev: right.rev }]
    })
}

function isMissing({ reason, missing = [] }: Extract<RightAnswer, { ok: false }>): boolean {
  return reason === 'unknown' && missing.length > 0
}

function notTakenReason(reason: string): Result<never> {
  if (reason === 'sending') return fail('not-possible', 'being-sent')
  return fail('not-possible', reason === 'frozen' ? 'board-frozen' : 'state-changed')
}

function unanswered(log: Log, error: unknown): typeof NOT_LIVE {
  if (!(error instanceof HubError)) log({ event: 'internal-error', place: 'board', code: errorCode(error) })
  return NOT_LIVE
}
