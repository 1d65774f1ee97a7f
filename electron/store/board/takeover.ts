import { sqlAmendmentStates } from '../../../shared/outbox/amendment-machine.ts'
import { nameKey } from '../../../shared/desk/desk-name.ts'
import type { TakenOver } from '../../../shared/desk/board-status.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { bookingsOfReschedules } from '../queries/reschedules.ts'
import { ACTS_ELSEWHERE, appendDecision } from '../tables/decisions.ts'
import { entryById, giveEntry, markUnverified, transitionEntry, type Entry } from '../tables/outbox.ts'
import type { Tx, View } from '../tx.ts'
import { noteRival } from './double-sends.ts'
import { composeLine, deskName, enqueue, isUnsaid, readLink } from './link.ts'
import { publishClaim } from './replica-lines.ts'
import { copyRight, differs, readRight, rightStateOf, type KnownRight, type SendRight } from './rights.ts'

/*
 * What a move of a send right changes in this store. An entry keeps its id when another desk takes the entry over: at
 * the taker the replica becomes an entry of its own, and at the desk of before the entry becomes a replica.
 */

/** Who took an entry over, for the decision that every desk shows. */
export type Taker = {
  readonly who: string | null
  readonly at: UtcInstant
  /** The desk that sent the entry without the hub, as a person there decided; left out for every other move. */
  readonly sentBy?: string
}

/**
 * What became of an entry: `taken` by this desk, `given` to another desk, `own` as before, or `doubted` because another
 * desk sent this desk's entry too; `other` for an entry of another desk, and `unknown` for one that the store lacks.
 */
export type Moved = 'taken' | 'given' | 'own' | 'doubted' | 'other' | 'unknown'

/** Copies a right of the hub to this store, and moves the entry to the desk that owns the right. */
export function applyRight(tx: Tx, entryId: string, right: SendRight, taker: Taker): Moved {
  const role = readLink(tx)?.role
  const entry = entryById(tx, entryId)
  const known = readRight(tx, entryId)
  if (entry === null || role === undefined) return 'unknown'
  if (known !== null && right.rev < known.rev) return 'other'
  const owner = right.owner === role ? null : right.owner
  const isForgotten = isForgottenClaim(right, known)
  // A proof of the provider says more (`writeReplica`).
  if (isForgotten && owner !== null && entry.state !== 'booked') publishClaim(tx, entry)
  if (entry.desk === null && owner !== null) {
    const isChanged = isUnsaid(tx, entry.bookingId)
    // A proof of the booking that is not published yet ends the doubt of the taker.
    composeLine(tx, entry.bookingId)
    copyRight(tx, entryId, right)
    giveEntry(tx, entry, owner)
    tx.sql('UPDATE board_rights SET told = 0 WHERE entry_id = +?').run(entryId)
    // The taker has the booking as it was, so that a person decides about a booking that was changed here since.
    const isToReport = right.state === 'doubt' && right.takenFrom === role && !isChanged
    if (isToReport && isOwnClaim(right, known)) reportNotBooked(tx, entry, right)
    return 'given'
  }
  copyRight(tx, entryId, right)
  if (entry.desk === owner) {
    if (owner !== null) return 'other'
    const sender = taker.sentBy ?? unknownSender(entry, right, known)
    const isLaterClaim = right.state === 'claimed' && right.attempt !== null && !isOwnClaim(right, known)
    // Another desk keeps a claim of this desk that this store does not know.
    const isKeptClaim = sender === role
    if ((isLaterClaim && !mayHaveLeft(entry)) || isKeptClaim) {
      markUnverified(tx, entry, taker.at)
      return 'doubted'
    }
    if (sender === null) return listIfDifferent(tx, entry)
    // A desk that was invited again under its name is one desk for a person.
    if (nameKey(deskName(tx, sender)) !== nameKey(deskName(tx, role))) noteRival(tx, entryId, sender)
    return doubt(tx, entry, right, taker.at)
  }
  giveEntry(tx, entry, owner)
  if (owner !== null) return 'other'
  const mayHaveLeftBefore = isForgotten ? ({ ...right, state: 'doubt' } as const) : right
  adopt(tx, { ...entry, desk: null, revision: entry.revision + 1 }, mayHaveLeftBefore, taker)
  return 'taken'
}

/**
 * True if this desk knew before a loss that the entry was claimed or settled, and the hub now says that the entry waits
 * as before that. An owner that moved the entry on names a revision that is not lower.
 */
function isForgottenClaim({ state, epoch, rev }: SendRight, known: KnownRight | null): boolean {
  if (known === null || known.rev >= 0 || known.epoch !== epoch) return false
  return state === 'waiting' && known.state !== 'waiting' && rev < -known.rev
}

/**
 * Takes an entry over that the hub does not know: its desk told this hub nothing, and may have sent the entry. Returns
 * false for an entry that the hub named.
 */
export function takeUnnamed(tx: Tx, entryId: string, taker: Taker): boolean {
  const role = readLink(tx)?.role
  const entry = entryById(tx, entryId)
  const known = readRight(tx, entryId)
  if (role === undefined || entry === null || entry.desk === null || known === null || known.rev >= 0) return false
  const state = known.state === 'done' ? 'done' : 'doubt'
  const right = { ...known, owner: role, state, rev: -known.rev, takenFrom: entry.desk, attempt: null } as const
  copyRight(tx, entryId, right)
  giveEntry(tx, entry, null)
  adopt(tx, { ...entry, desk: null, revision: entry.revision + 1 }, right, taker)
  return true
}

/** A claim that this store did not ask for was made by a later state of the store: this store is an old copy. */
function isOwnClaim({ attempt }: SendRight, known: KnownRight | null): boolean {
  return attempt !== null && attempt === known?.asked
}

function mayHaveLeft({ state, unresolvedAttempt }: Entry): boolean {
  return unresolvedAttempt || rightStateOf(state).state !== 'waiting'
}

/**
 * Reports to the taker that the claim of this desk booked nothing, if no request of this desk may have booked. No
 * request is under way, because the board applies nothing to a held entry.
 */
function reportNotBooked(tx: Tx, entry: Entry, { rev }: SendRight): void {
  if (mayHaveLeft(entry)) return
  const body = { right: { state: 'waiting', rev }, notBooked: true }
  enqueue(tx, { kind: 'settled', booking: entry.bookingId, entry: entry.id, body })
}

/** The desk of before booked nothing under the claim that put this desk's entry in doubt at the takeover. */
export function endDoubt(
  tx: Tx,
  entryId: string,
  { role, rev, at }: { role: string; rev: number; at: UtcInstant },
): void {
  const entry = entryById(tx, entryId)
  if (entry === null || readRight(tx, entryId)?.rev !== rev) return
  if (transitionEntry(tx, entry, { kind: 'not-booked-elsewhere' }, at) === null) return
  appendDecision(tx, { entryId, at, kind: 'not-booked-elsewhere', who: null, why: null, detail: deskName(tx, role) })
  tx.touch(entry.bookingId)
}

/**
 * The desk of before, if that desk sent without the hub an entry that waits here, as a new hub heard before; else null.
 * A revision that this desk named is left alone, so that a person's decision about the doubt stays.
 */
function unknownSender({ state }: Entry, right: SendRight, known: KnownRight | null): string | null {
  const isNews = right.state === 'doubt' && rightStateOf(state).state === 'waiting' && known?.saidRev !== right.rev
  return isNews ? right.takenFrom : null
}

/** What waited is certainly unsent, and stays as it was. What was claimed may have left, and needs a person. */
function adopt(tx: Tx, entry: Entry, { state, claimedAt, takenFrom }: SendRight, { who, at }: Taker): void {
  // An entry that is settled here already stays settled, and the hub is told so.
  transitionEntry(tx, entry, { kind: 'taken-over', mayHaveLeft: state !== 'waiting', claimedAt }, at)
  const detail = takenFrom === null ? null : deskName(tx, takenFrom)
  appendDecision(tx, { entryId: entry.id, at, kind: 'taken-over', who, why: null, detail })
}

/** Another desk sent this desk's entry without the hub, so that this desk must not send the entry too. */
function doubt(tx: Tx, entry: Entry, { claimedAt }: SendRight, at: UtcInstant): Moved {
  transitionEntry(tx, entry, { kind: 'taken-over', mayHaveLeft: true, claimedAt }, at)
  tx.touch(entry.bookingId)
  return 'doubted'
}

/** An entry of this desk whose right at the hub says something else is told to the hub again. */
function listIfDifferent(tx: Tx, entry: Entry): Moved {
  const right = readRight(tx, entry.id)
  if (right !== null && differs(entry, right)) tx.touch(entry.bookingId)
  return 'own'
}

/** An open entry of another desk, as a takeover names it. */
export type TakeableEntry = { readonly entryId: string; readonly rev: number }

/** Which entries of a desk another desk may take: all of a silent desk, else those that the desk handed over. */
export type Takeable = 'all' | 'handed-over'

/** The open entries of a desk that may be taken, those that are due first before the others. */
export function takeableEntries(view: View, role: string, which: Takeable): readonly TakeableEntry[] {
  return view
    .sql(
      `SELECT r.entry_id AS entryId, r.rev FROM board_rights r INDEXED BY board_rights_open
       JOIN outbox o ON o.id = r.entry_id JOIN bookings b ON b.id = o.booking_id
       WHERE r.state <> 'done' AND r.owner = +? AND o.desk = r.owner AND (r.handed_over OR ?)
       ORDER BY b.ready_by_utc, r.entry_id`,
    )
    .all(role, which === 'all' ? 1 : 0) as TakeableEntry[]
}

/**
 * The settled entries of a desk that are taken with the open ones: both bookings of a reschedule that is not over,
 * because one desk cancels the old booking, and of a silent desk those with a request that may not have left.
 */
export function settledEntriesToTake(view: View, role: string, which: Takeable): readonly TakeableEntry[] {
  const isAll = which === 'all'
  return view
    .sql(
      `SELECT r.entry_id AS entryId, r.rev FROM board_rights r JOIN outbox o ON o.id = r.entry_id
       WHERE r.state = 'done' AND r.owner = +@role AND o.desk = r.owner AND o.booking_id IN (
         SELECT booking_id FROM amendments INDEXED BY amendments_leaving
         WHERE @isAll AND state IN ${sqlAmendmentStates({ sendable: true })}
         UNION ALL SELECT value FROM json_each(@rescheduled))
       ORDER BY r.entry_id`,
    )
    .all({
      role,
      isAll: isAll ? 1 : 0,
      rescheduled: JSON.stringify(bookingsOfReschedules(view, role, isAll)),
    }) as TakeableEntry[]
}

/** What may be taken from a desk: how many bookings have not left, how many may have, and the first ready-by. */
export type HeldElsewhere = { readonly waiting: number; readonly doubtful: number; readonly readyBy: UtcInstant | null }

export function heldBy(view: View, role: string, which: Takeable): HeldElsewhere {
  return view
    .sql(
      `SELECT count(*) FILTER (WHERE r.state = 'waiting') AS waiting,
         count(*) FILTER (WHERE r.state <> 'waiting') AS doubtful,
         min(b.ready_by_utc) FILTER (WHERE r.state = 'waiting') AS readyBy
       FROM board_rights r INDEXED BY board_rights_open
       JOIN outbox o ON o.id = r.entry_id JOIN bookings b ON b.id = o.booking_id
       WHERE r.state <> 'done' AND r.owner = +? AND o.desk = r.owner AND (r.handed_over OR ?)`,
    )
    .get(role, which === 'all' ? 1 : 0) as HeldElsewhere
}

/** The bookings of this desk that other desks took over, as long as no person here saw that. */
export function untoldTakeovers(view: View): readonly TakenOver[] {
  const rows = view
    .sql(
      `SELECT coalesce(d.name, r.owner) AS desk, count(*) AS count, sum(EXISTS (SELECT 1 FROM decisions c
         WHERE c.entry_id = r.entry_id AND c.kind IN (SELECT value FROM json_each(?)))) AS changed
       FROM board_rights r INDEXED BY board_rights_untold
       LEFT JOIN board_desks d ON d.role = r.owner WHERE r.told = 0 GROUP BY r.owner ORDER BY desk`,
    )
    .all(JSON.stringify(ACTS_ELSEWHERE)) as Required<TakenOver>[]
  return rows.map(({ changed, ...taken }) => (changed === 0 ? taken : { ...taken, changed }))
}

/** Notes that a person saw what other desks took over. */
export function markTold(tx: Tx): void {
  tx.sql('UPDATE board_rights SET told = 1 WHERE told = 0').run()
}
