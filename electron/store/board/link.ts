import type { EntryState } from '../../../shared/outbox/entry-state.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { entryOfBooking, type Entry } from '../tables/outbox.ts'
import type { Tx, View } from '../tx.ts'
import { composeBody, keysOf, type Cell } from './booking-body.ts'
import { noteDuplicates } from './double-sends.ts'
import { awaitedDesks, desksToExpect, expectSameDesks, keepHub } from './roster.ts'
import { forgetRevisions, noteOffer, readRight, rightStateOf } from './rights.ts'

/*
 * The link of a store to the board of its rooftop: its place in the log of the hub, and the queue of its own lines.
 *
 *   a write changes a booking --> board_due --composeLines--> board_queue --the hub has it--> gone
 */

export type BoardLink = {
  readonly role: string
  readonly incarnation: string
  readonly lastN: number
  readonly hub: string | null
  readonly epoch: number | null
  /** The number and the mark of the last event that this store read. */
  readonly seen: number
  readonly mark: string | null
  /** The newest epoch in which the hub got all bookings of this desk again. */
  readonly refilledEpoch: number | null
  /** Until when the desk was live the last time, as its last session noted; null for never. */
  readonly liveUntil: UtcInstant | null
  /** The kind of the last event that this version did not know; null for none. */
  readonly unknownKind: string | null
  /** How many events and bookings of the hub could not be written since the last snapshot. */
  readonly skipped: number
}

/** The link of this store; null for a desk without a board. */
export function readLink(view: View): BoardLink | null {
  const row = view
    .sql(
      `SELECT role, incarnation, last_n AS lastN, hub, epoch, seen, mark, refilled_epoch AS refilledEpoch,
         live_until AS liveUntil, unknown_kind AS unknownKind, skipped FROM board_link`,
    )
    .get() as BoardLink | undefined
  return row ?? null
}

/**
 * Links the store to a board, and lists the bookings of this desk whose time is after `since`. A store that was linked
 * under another role or incarnation begins anew.
 */
export function joinBoard(
  tx: Tx,
  { role, incarnation }: Pick<BoardLink, 'role' | 'incarnation'>,
  since: UtcInstant,
): void {
  const former = desksToExpect(tx, [role, readLink(tx)?.role ?? role])
  leaveBoard(tx)
  tx.sql('INSERT INTO board_link (id, role, incarnation, former) VALUES (1, ?, ?, ?)').run(
    role,
    incarnation,
    JSON.stringify(former),
  )
  listSince(tx, since)
}

/** Lists the bookings of this desk whose time is after `since`, for a hub that may lack them. */
function listSince(tx: Tx, since: UtcInstant): void {
  tx.sql(
    `INSERT OR IGNORE INTO board_due (booking_id) SELECT b.id FROM bookings b INDEXED BY bookings_time
       JOIN outbox o ON o.booking_id = b.id WHERE b.time_utc >= +? AND o.desk IS NULL`,
  ).run(since)
}

/**
 * Ends the link. The rights stay, because another desk may have taken over what was offered, and so do the lines that
 * a person decided, for the next hub.
 */
export function leaveBoard(tx: Tx): void {
  keepHub(tx)
  for (const table of ['board_link', 'board_due']) tx.sql(`DELETE FROM ${table}`).run()
  tx.sql(`DELETE FROM board_queue WHERE ${NOT_DECIDED}`).run()
}

/** The line says no decision of a person, and no claim of another desk. Those stand in no body of this desk. */
const NOT_DECIDED = `line ->> 'kind' NOT IN ('alone-claim', 'handed-over', 'claim-seen')`

type Decided = { readonly kind: string; readonly booking: string; readonly entry: string; readonly body: object }

/** What persons here decided, in the order of the lines, as far as a hub that lost events may not know. */
function decidedLines(view: View): readonly Decided[] {
  const lines = view.sql(`SELECT line FROM board_queue WHERE NOT (${NOT_DECIDED}) ORDER BY n`).pluck().all() as string[]
  const handedOver = view
    .sql(
      `SELECT o.booking_id AS booking, o.id AS entry, (SELECT d.decided_by FROM decisions d
         WHERE d.entry_id = o.id AND d.kind = 'handed-over' ORDER BY d.seq DESC LIMIT 1) AS who
       FROM board_rights r INDEXED BY board_rights_open JOIN outbox o ON o.id = r.entry_id
       WHERE r.state <> 'done' AND r.handed_over AND o.desk IS NULL`,
    )
    .all() as { booking: string; entry: string; who: string | null }[]
  const queued = lines.map((line) => JSON.parse(line) as Decided)
  const told = handedOver.filter(({ entry }) => !queued.some((line) => line.entry === entry))
  return [...told.map(({ who, ...ids }) => ({ kind: 'handed-over', ...ids, body: { who } })), ...queued]
}

/** Lists changed bookings of this desk for the board, in the commit of the change. */
export function listForBoard(tx: Tx, bookingIds: Iterable<string>): void {
  for (const id of bookingIds) {
    tx.sql(
      `INSERT OR IGNORE INTO board_due (booking_id) SELECT booking_id FROM outbox
       WHERE booking_id = +? AND desk IS NULL AND EXISTS (SELECT 1 FROM board_link)`,
    ).run(id)
  }
}

/** The send queue holds fewer bookings than this. */
const HELD_AT_ONCE = 10

/** Lists a booking that the hub does not know although this desk offered the booking. */
export function listBooking(tx: Tx, { id, bookingId }: Pick<Entry, 'id' | 'bookingId'>): void {
  tx.sql('UPDATE board_rights SET offered_epoch = NULL WHERE entry_id = +?').run(id)
  tx.touch(bookingId)
}

/**
 * Puts at most `limit` changed bookings into the queue, each with its body of now, and returns how many; the commit
 * precedes the first byte to the hub, so that a repeat after a crash has the same bytes. A booking that `isHeld` stays
 * listed: while its request is under way, no line may say how the entry stood before.
 */
export function composeLines(
  tx: Tx,
  limit: number,
  isHeld: (bookingId: string) => boolean = () => false,
  isRead = true,
): number {
  const link = readLink(tx)
  if (link === null || link.epoch === null) return 0
  const listed = tx
    .sql('SELECT booking_id FROM board_due ORDER BY rowid LIMIT ?')
    .pluck()
    .all(limit + HELD_AT_ONCE) as readonly string[]
  const due = listed.filter((bookingId) => !isHeld(bookingId)).slice(0, limit)
  for (const bookingId of due) composeLine(tx, bookingId)
  // The hub takes this desk's word that nothing is left of what an earlier hub may have lost, and freezes until then.
  // Reading the hub (`isRead`) may add lines about what other desks lack.
  const isAll = due.length === listed.length && isRead && awaitedDesks(tx).length === 0
  if (isAll && link.refilledEpoch !== link.epoch) {
    enqueue(tx, { kind: 'refilled', body: { epoch: link.epoch } })
    tx.sql('UPDATE board_link SET refilled_epoch = ?').run(link.epoch)
  }
  return due.length
}

/** Puts a listed booking of this desk into the queue, and notes that its entry was offered. */
export function composeLine(tx: Tx, bookingId: string): void {
  const listed = tx.sql('DELETE FROM board_due WHERE booking_id = +?').run(bookingId)
  const link = readLink(tx)
  const body = listed.changes === 0 ? null : composeBody(tx, bookingId)
  if (link === null || link.epoch === null || body === null) return
  const entryId = String(body.entry['id'])
  const known = readRight(tx, entryId)
  const stands = rightStateOf(body.entry['state'] as EntryState)
  const right = { ...stands, rev: known?.rev || 1, epoch: known?.epoch ?? link.epoch, claimedAt: known?.claimedAt }
  // The hub makes the right of `saved`, and moves the right of `settled`, also for a desk that gave the entry away.
  const kind = known?.offeredEpoch === link.epoch ? 'settled' : 'saved'
  enqueue(tx, { kind, booking: bookingId, entry: entryId, body: { right, booking: body, keys: keysOf(body) } })
  noteOffer(tx, entryId, { ...right, owner: link.role, hubEpoch: link.epoch })
  noteDuplicates(tx, bookingId)
}

type Line = {
  readonly kind: string
  readonly booking?: string
  readonly entry?: Cell
  readonly body: object
}

/** A NUL and half of a surrogate pair, which PostgreSQL refuses and the words of a provider may hold. */
const NOT_TAKEN = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/**
 * Puts a line into the queue under the next number, with the bytes with which the line leaves each time. A store that
 * left its board queues nothing.
 */
export function enqueue(tx: Tx, line: Line): void {
  const link = readLink(tx)
  if (link === null) return
  const n = link.lastN + 1
  const text = JSON.stringify({ n, ...line }, (_, value: unknown) =>
    typeof value === 'string' ? value.replace(NOT_TAKEN, '\ufffd') : value,
  )
  tx.sql('INSERT INTO board_queue (n, booking_id, line) VALUES (?, ?, ?)').run(n, line.booking ?? null, text)
  tx.sql('UPDATE board_link SET last_n = ?').run(n)
}

/** The oldest lines that the hub has not acknowledged, each as JSON. */
export function queuedLines(view: View, limit: number): readonly string[] {
  return view.sql('SELECT line FROM board_queue ORDER BY n LIMIT ?').pluck().all(limit) as readonly string[]
}

/** Drops the lines up to `n`, which the hub has. */
export function dropLines(tx: Tx, n: number): void {
  tx.sql('DELETE FROM board_queue WHERE n <= +?').run(n)
}

/** Takes the hub and the epoch to follow from now on. A new hub, or one that lost lines, gets all bookings again. */
export function followHub(
  tx: Tx,
  hub: { readonly hub: string; readonly epoch: number; readonly lastN: number },
  since: UtcInstant,
): void {
  const link = readLink(tx)
  if (link === null) return
  const first = tx.sql('SELECT min(n) FROM board_queue').pluck().get() as number | null
  const isSame = link.hub === hub.hub && link.epoch === hub.epoch
  const hasAll = hub.lastN <= link.lastN && (first ?? link.lastN + 1) <= hub.lastN + 1
  if (isSame && hasAll) return
  const decided = decidedLines(tx)
  tx.sql('DELETE FROM board_queue').run()
  tx.sql('UPDATE board_link SET hub = ?, epoch = ?, last_n = ?').run(hub.hub, hub.epoch, hub.lastN)
  expectSameDesks(tx)
  // A hub that lost events gives their numbers and revisions again, so that the log is read from its begin.
  if (!isSame) {
    tx.sql('UPDATE board_link SET seen = 0, mark = NULL').run()
    forgetRevisions(tx)
  }
  listSince(tx, since)
  for (const { kind, booking, entry, body } of decided) {
    // A decision means nothing to a hub that lacks the booking.
    listForBoard(tx, [booking])
    composeLine(tx, booking)
    enqueue(tx, { kind, booking, entry, body })
  }
}

/** Notes until when the desk was live. */
export function markLiveUntil(tx: Tx, at: UtcInstant): void {
  tx.sql('UPDATE board_link SET live_until = ?').run(at)
}

/** Notes the last event that this store read, in the commit of its effect. */
export function markSeen(tx: Tx, seen: number, mark: string | null): void {
  tx.sql('UPDATE board_link SET seen = ?, mark = ?').run(seen, mark)
}

/** Notes the kind of an event that this version does not know. */
export function noteUnknownKind(tx: Tx, kind: string): void {
  tx.sql('UPDATE board_link SET unknown_kind = ?').run(kind)
}

/** Counts an event or a booking of the hub that could not be written. */
export function noteSkipped(tx: Tx): void {
  tx.sql('UPDATE board_link SET skipped = skipped + 1').run()
}

/** Begins a snapshot, which brings every booking that can be written. */
export function clearSkipped(tx: Tx): void {
  tx.sql('UPDATE board_link SET skipped = 0').run()
}

/** Lets the desk read the hub anew, because this version knows the kind that an earlier version did not know. */
export function readAnew(tx: Tx): void {
  tx.sql('UPDATE board_link SET seen = 0, mark = NULL, unknown_kind = NULL').run()
}

/** The name of a desk of the rooftop, as its screens show it; the role of a desk without a known name. */
export function deskName(view: View, role: string): string {
  return (view.sql('SELECT name FROM board_desks WHERE role = +?').pluck().get(role) as string | undefined) ?? role
}

/** The name of the other desk that has a booking; null for a booking of this desk. */
export function deskOfBooking(view: View, bookingId: string): string | null {
  const desk = entryOfBooking(view, bookingId)?.desk ?? null
  return desk === null ? null : deskName(view, desk)
}

/** True while the hub lacks a change of the booking that this desk made. */
export function isUnsaid(view: View, bookingId: string): boolean {
  return ['board_due', 'board_queue'].some(
    (table) => view.sql(`SELECT 1 FROM ${table} WHERE booking_id = +? LIMIT 1`).get(bookingId) !== undefined,
  )
}

/** The number of the last event to whose hub this desk has told all that follows from the event; null before that. */
export function answeredUpTo(view: View): number | null {
  return queuedLines(view, 1).length === 0 ? (readLink(view)?.seen ?? null) : null
}

/** The number of the last line that the hub acknowledged. */
export function lastAcknowledged(view: View, { lastN }: BoardLink): number {
  const first = view.sql('SELECT min(n) FROM board_queue').pluck().get() as number | null
  return first === null ? lastN : Math.min(lastN, first - 1)
}
