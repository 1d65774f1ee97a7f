import { parseUtc, type UtcInstant } from '../../shared/time/time.ts'
import type { Clock } from '../platform/clock.ts'
import { errorCode, type Log } from '../platform/log-events.ts'
import { isDamageError, isDiskError } from '../store/errors.ts'
import { forgetReplica } from '../store/board/forget.ts'
import { noteActs, takeInLate } from '../store/board/late-acts.ts'
import { markSeen, noteSkipped, noteUnknownKind, readAnew, readLink, type BoardLink } from '../store/board/link.ts'
import { writeProof, writeReplica } from '../store/board/replicas.ts'
import type { BookingBody, Row } from '../store/board/booking-body.ts'
import { copyRight, readRight, type SendRight } from '../store/board/rights.ts'
import { noteRival } from '../store/board/double-sends.ts'
import { applyRight, endDoubt, type Moved } from '../store/board/takeover.ts'
import type { Store } from '../store/store.ts'
import { entryById } from '../store/tables/outbox.ts'
import type { Tx, View } from '../store/tx.ts'
import type { HubEvent, HubRight, HubSession } from './hub-session.ts'

export type Follower = {
  readonly role: string
  readonly now: UtcInstant
  /** True while a request about the booking is under way, so that no other desk's event about it is written. */
  readonly isHeld: (bookingId: string) => boolean
  readonly onMoved: (entryId: string, moved: Moved) => void
  readonly log: Log
}

const KNOWN_KINDS: ReadonlySet<string> = new Set([
  'saved',
  'changed',
  'settled',
  'handed-over',
  'alone-claim',
  'amendment-opened',
  'amendment-closed',
  'ask-withdraw',
  'ask-change',
  'refilled',
  'desk-gone',
  'claimed',
  'taken',
  'forgotten',
  'desk-back',
  'epoch-raised',
  'replica-offered',
  'claim-seen',
])

/** Lets a desk that was updated read the hub anew if the update knows the kind that the version before did not know. */
export function readWhatIsKnownNow(store: Store): void {
  const kind = store.read(readLink)?.unknownKind ?? null
  if (kind !== null && KNOWN_KINDS.has(kind)) store.write(readAnew)
}

/** So much is written at once, so that the window waits for no more. */
const EVENTS_AT_ONCE = 20
/** A call to the hub takes longer than an event, so that a call reads more. */
const EVENTS_A_CALL = 200

/**
 * Reads the log after the last event that the store has, until nothing is new; returns false if a held booking stopped
 * the reading.
 */
export async function readLog(
  { store, clock, isEnded }: { readonly store: Store; readonly clock: Clock; readonly isEnded: () => boolean },
  on: HubSession,
  followerOf: (link: BoardLink) => Follower,
): Promise<boolean> {
  for (;;) {
    const link = store.read(readLink)
    if (link === null) return true
    const events = await on.eventsAfter(link.seen, EVENTS_A_CALL)
    if (events.length === 0 || isEnded()) return true
    for (let from = 0; from < events.length; from += EVENTS_AT_ONCE) {
      const portion = events.slice(from, from + EVENTS_AT_ONCE)
      if (!store.write((tx) => applyEvents(tx, portion, followerOf(link)))) return false
      // The window gets its turn between two portions.
      await new Promise<void>((resolve) => void clock.schedule(0, resolve))
      if (isEnded()) return true
    }
  }
}

/**
 * Writes what events of the hub changed, and that the store has read the events; returns false if a held booking
 * stopped the reading. An event that cannot be written is logged with its number and left out, so that the desk still
 * reads the others.
 */
export function applyEvents(tx: Tx, events: readonly HubEvent[], follower: Follower): boolean {
  const { role, isHeld, log } = follower
  const held = events.findIndex(({ desk, booking }) => desk !== role && booking !== null && isHeld(booking))
  const applied = held === -1 ? events : events.slice(0, held)
  for (const event of applied) applyAlone(tx, event.seq, log, () => applyEvent(tx, event, follower))
  const last = applied.at(-1)
  if (last !== undefined) markSeen(tx, last.seq, last.mark)
  return held === -1
}

/** Applies one event or booking, or logs the number and leaves out what cannot be written. */
export function applyAlone(tx: Tx, seq: number, log: Log, apply: () => void): void {
  tx.sql('SAVEPOINT board_event').run()
  try {
    apply()
  } catch (error) {
    if (isDiskError(error) || isDamageError(error)) throw error
    tx.sql('ROLLBACK TO board_event').run()
    noteSkipped(tx)
    log({ event: 'board-event-skipped', seq, code: errorCode(error) })
  }
  tx.sql('RELEASE board_event').run()
}

type Effect = {
  readonly newest?: boolean
  readonly right?: HubRight
  readonly conflict?: string
  readonly notBooked?: boolean
  readonly late?: boolean
  readonly acts?: readonly Row[]
}

function applyEvent(tx: Tx, event: HubEvent, { role, now, onMoved }: Follower): void {
  const { desk, kind, entry, body, effect } = event
  if (kind === 'forgotten' && event.booking !== null) forgetReplica(tx, event.booking, now)
  if (!KNOWN_KINDS.has(kind)) noteUnknownKind(tx, kind)
  const { newest, right, conflict, notBooked, late, acts = [] } = effect as Effect
  const { booking, who } = body as { readonly booking?: BookingBody; readonly who?: string }
  // The entry goes to its owner first, because a body is written only over an entry of another desk.
  const moved =
    right === undefined || entry === null
      ? 'unknown'
      : applyRight(tx, entry, readHubRight(right), {
          who: who ?? null,
          at: now,
          ...(kind === 'alone-claim' && desk !== role ? { sentBy: desk } : {}),
        })
  const isProof = right?.settledBy === desk && right.outcome === 'booked' && isOpenHere(tx, entry)
  // The doubt of a taker may stand here over the proof of this desk, which no other desk repeats.
  if (newest === true && booking !== undefined && (desk !== role || isProof)) {
    // After a loss the hub may not know of the takeover when a former owner tells its proof.
    const owner = (entry === null ? null : readRight(tx, entry)?.owner) ?? right?.owner ?? desk
    if (isProof && isOwnEntry(tx, entry)) writeProof(tx, booking)
    else if (writeReplica(tx, owner, booking) && right !== undefined && entry !== null)
      copyRight(tx, entry, readHubRight(right))
  }
  // A proof that the taker settled otherwise stays at its desk, which knows the provider's numbers.
  const isUnheard = desk === role && conflict !== undefined && right !== undefined && right.outcome !== 'booked'
  if (isUnheard && booking?.entry['state'] === 'booked') writeReplica(tx, right.owner, booking)
  // Every desk keeps what the desk of before did too late, because each may be the next owner.
  if (desk !== role && late === true && booking?.booking['id'] === event.booking) takeInLate(tx, booking, now)
  if (entry !== null && desk !== role && notBooked === true && right?.owner === role)
    endDoubt(tx, entry, { role: desk, rev: right.rev, at: now })
  if (entry !== null) noteActs(tx, entry, acts)
  // Both desks of a conflict are told of the other.
  if (entry !== null && conflict === role && desk !== role) noteRival(tx, entry, desk)
  if (entry !== null && conflict !== undefined && conflict !== role && desk === role) noteRival(tx, entry, conflict)
  if (entry !== null) onMoved(entry, moved)
}

/** A booking that the provider confirmed to this desk keeps its own numbers beside those of another desk. */
function isOpenHere(view: View, entryId: string | null): boolean {
  const entry = entryId === null ? null : entryById(view, entryId)
  return entry !== null && entry.state !== 'booked'
}

function isOwnEntry(view: View, entryId: string | null): boolean {
  return entryId !== null && entryById(view, entryId)?.desk === null
}

/** A right of the hub as the store keeps rights. The hub writes times with milliseconds. */
export function readHubRight({ claimedAt, handedOver, takenFrom, attempt, ...right }: HubRight): SendRight {
  return {
    owner: right.owner,
    state: right.state,
    rev: right.rev,
    epoch: right.epoch,
    claimedAt: claimedAt === undefined || claimedAt === null ? null : parseUtc(claimedAt),
    handedOver: handedOver === true,
    takenFrom: takenFrom ?? null,
    attempt: attempt ?? null,
  }
}
