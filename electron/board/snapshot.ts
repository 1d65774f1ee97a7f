import type { Clock } from '../platform/clock.ts'
import type { BookingBody } from '../store/board/booking-body.ts'
import { forgetReplica, isToForget } from '../store/board/forget.ts'
import { noteActs, takeInLate } from '../store/board/late-acts.ts'
import { answeredUpTo, clearSkipped, isUnsaid, markSeen, type BoardLink } from '../store/board/link.ts'
import { writeProof, writeReplica } from '../store/board/replicas.ts'
import { readRight } from '../store/board/rights.ts'
import { noteRival } from '../store/board/double-sends.ts'
import { applyRight } from '../store/board/takeover.ts'
import type { Store } from '../store/store.ts'
import { entryById } from '../store/tables/outbox.ts'
import type { Tx } from '../store/tx.ts'
import { applyAlone, readHubRight, type Follower } from './follow.ts'
import type { ForgottenBooking, HubSession, HubStanding, SnapshotBooking } from './hub-session.ts'

/*
 * A snapshot brings a desk up to date that would have to read more of the log than the hub has, or than is worth
 * reading. The number of the snapshot is written last, so that a desk which ends before then takes another one.
 *
 *   publish -> portion, commit, a turn for the window -> ... -> forgotten -> the number up to which the desk has read
 */

const MAX_EVENTS_BEHIND = 5_000
/** So much is written in one commit, so that the window waits for no more. */
const BOOKINGS_AT_ONCE = 20
/** The hub hears the desk while the snapshot lasts. */
const BEAT_MS = 2_000

/** True for a desk that reads a snapshot before it follows the log. */
export function needsSnapshot({ seen }: Pick<BoardLink, 'seen'>, { lastSeq, floorSeq }: HubStanding): boolean {
  const isNewHub = seen === 0 && lastSeq > 0
  return isNewHub || seen < floorSeq || lastSeq - seen > MAX_EVENTS_BEHIND
}

export type SnapshotParts = {
  readonly store: Store
  readonly clock: Clock
  readonly on: HubSession
  readonly follower: Follower
  readonly isEnded: () => boolean
  /** Resolves when a booking may have been released, or after a beat's time. */
  readonly rest: () => Promise<void>
}

/** Writes a snapshot of the hub to the store. Bookings that the hub does not have any more stay as they are. */
export async function takeSnapshot({ store, clock, on, follower, isEnded, rest }: SnapshotParts): Promise<void> {
  const began = clock.monotonic()
  let beatAt = began
  const { isHeld, log } = follower
  const beat = () => {
    beatAt = clock.monotonic()
    return on.beat(store.read(answeredUpTo))
  }
  /** Lets the window have its turn. Returns false once the board ended. */
  const goOn = async () => {
    if (clock.monotonic() - beatAt >= BEAT_MS) await beat()
    await new Promise<void>((resolve) => void clock.schedule(0, resolve))
    return !isEnded()
  }
  store.write(clearSkipped)
  let held: readonly SnapshotBooking[] = []
  /** Writes the bookings but those that are held, which wait. */
  const write = (bookings: readonly SnapshotBooking[]) => {
    held = [...held, ...bookings.filter(({ booking }) => isHeld(booking))]
    store.write((tx) => {
      for (const one of bookings)
        if (!isHeld(one.booking)) applyAlone(tx, one.seq, log, () => applyBooking(tx, one, follower))
    })
  }
  let [count, lastSeq] = [0, 0]
  let mark: string | null = null
  let forgotten: readonly ForgottenBooking[] = []
  /** Forgets what the hub forgot, but for what is held. Returns false once the board ended. */
  const forget = async () => {
    const due = store.read((view) => forgotten.filter(({ booking }) => !isHeld(booking) && isToForget(view, booking)))
    for (let at = 0; at < due.length; at += BOOKINGS_AT_ONCE) {
      store.write((tx) => due.slice(at, at + BOOKINGS_AT_ONCE).forEach((one) => forgetBooking(tx, one, follower)))
      if (!(await goOn())) return false
    }
    return true
  }
  for await (const portion of on.snapshot(BOOKINGS_AT_ONCE)) {
    if (isEnded()) return
    if (portion.forgotten !== undefined) forgotten = portion.forgotten
    // Nobody reads a forgotten person while the rest of the snapshot comes.
    if (portion.forgotten !== undefined && !(await forget())) return
    write(portion.bookings)
    count += portion.bookings.length
    lastSeq = portion.lastSeq
    if (portion.mark !== undefined) mark = portion.mark
    if (!(await goOn())) return
  }
  while (held.length > 0) {
    await rest()
    if (!(await goOn())) return
    const left = held
    held = []
    write(left)
  }
  if (!(await forget())) return
  // A session that was lost meanwhile rejects here, before the store believes that it has read so much of this hub.
  await beat()
  if (isEnded()) return
  store.write((tx) => markSeen(tx, lastSeq, mark))
  log({ event: 'board-snapshot', bookings: count, ms: Math.round(clock.monotonic() - began) })
}

/** Forgets a booking. One of this desk that another desk took over first becomes that desk's. */
function forgetBooking(tx: Tx, { booking, entry, right }: ForgottenBooking, { role, now, onMoved }: Follower): void {
  if (entry !== null && right !== null && right.owner !== role)
    onMoved(entry, applyRight(tx, entry, readHubRight(right), { who: null, at: now }))
  forgetReplica(tx, booking, now)
}

/** Writes a booking as it stands at the hub: first its body, then who owns the right, as the events do. */
function applyBooking(tx: Tx, { booking, entry, desk, right, body }: SnapshotBooking, follower: Follower): void {
  const { role, now, onMoved } = follower
  const owner = right?.owner ?? desk
  const known = entryById(tx, entry)
  // A booking that this desk made and its store lost is not brought back as one of this desk.
  if (known === null && desk === role && owner === role) return
  const isUnsaidProof = known?.state === 'booked' && isUnsaid(tx, booking)
  if (known === null) writeReplica(tx, owner === role ? desk : owner, body as BookingBody)
  else if (known.desk !== null) writeReplica(tx, known.desk, body as BookingBody)
  else if (owner === role) {
    noteActs(tx, entry, (body as BookingBody).decisions)
    takeInLate(tx, body as BookingBody, now)
  }
  if (right === undefined) return
  // The conflict of an own send without the hub stands in an event that a snapshot skips.
  if (owner !== role && readRight(tx, entry)?.isAlone === true) noteRival(tx, entry, owner)
  const moved = applyRight(tx, entry, readHubRight(right), { who: null, at: now })
  // The owner answers with another body to a proof that the hub lacks, and to no other change of the desk of before.
  if (moved === 'given' && !isUnsaidProof) writeReplica(tx, owner, body as BookingBody)
  const isProof = right.outcome === 'booked' && known?.state !== 'booked'
  if (moved === 'own' && isProof) writeProof(tx, body as BookingBody)
  onMoved(entry, moved)
}
