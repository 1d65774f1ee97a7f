import type { EntryState } from '../../../shared/outbox/entry-state.ts'
import { statesWhere } from '../../../shared/outbox/states.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import type { Tx, View } from '../tx.ts'
import { composeBody, type BookingBody, type Cell } from './booking-body.ts'

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
}

/** The link of this store; null for a desk without a board. */
export function readLink(view: View): BoardLink | null {
  const row = view
    .sql(
      `SELECT role, incarnation, last_n AS lastN, hub, epoch, seen, mark, refilled_epoch AS refilledEpoch,
         live_until AS liveUntil FROM board_link`,
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
  leaveBoard(tx)
  tx.sql('INSERT INTO board_link (id, role, incarnation) VALUES (1, ?, ?)').run(role, incarnation)
  listSince(tx, since)
}

/** Lists the bookings of this desk whose time is after `since`, for a hub that may lack them. */
function listSince(tx: Tx, since: UtcInstant): void {
  tx.sql(
    `INSERT OR IGNORE INTO board_due (booking_id) SELECT b.id FROM bookings b INDEXED BY bookings_time
       JOIN outbox o ON o.booking_id = b.id WHERE b.time_utc >= +? AND o.desk IS NULL`,
  ).run(since)
}

export function leaveBoard(tx: Tx): void {
  for (const table of ['board_link', 'board_due', 'board_queue']) tx.sql(`DELETE FROM ${table}`).run()
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

/**
 * Puts at most `limit` changed bookings into the queue, each with its body of now, and returns how many. The commit
 * precedes the first byte to the hub, so that a repeat after a crash has the same bytes.
 */
export function composeLines(tx: Tx, limit: number): number {
  const link = readLink(tx)
  if (link === null) return 0
  const due = tx.sql('SELECT booking_id FROM board_due ORDER BY rowid LIMIT ?').pluck().all(limit) as readonly string[]
  let { lastN } = link
  for (const bookingId of due) {
    const body = composeBody(tx, bookingId)
    tx.sql('DELETE FROM board_due WHERE booking_id = +?').run(bookingId)
    if (body === null) continue
    lastN += 1
    enqueue(tx, lineOf(lastN, bookingId, body, link))
  }
  // The hub takes this desk's word that nothing is left of what an earlier hub may have lost.
  if (due.length < limit && link.epoch !== null && link.refilledEpoch !== link.epoch) {
    lastN += 1
    enqueue(tx, { n: lastN, kind: 'refilled', body: { epoch: link.epoch } })
    tx.sql('UPDATE board_link SET refilled_epoch = ?').run(link.epoch)
  }
  if (lastN > link.lastN) tx.sql('UPDATE board_link SET last_n = ?').run(lastN)
  return due.length
}

type Line = {
  readonly n: number
  readonly kind: string
  readonly booking?: string
  readonly entry?: Cell
  readonly body: object
}

/** A NUL and half of a surrogate pair, which PostgreSQL refuses and the words of a provider may hold. */
const NOT_TAKEN = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

function enqueue(tx: Tx, line: Line): void {
  const text = JSON.stringify(line, (_, value: unknown) =>
    typeof value === 'string' ? value.replace(NOT_TAKEN, '\ufffd') : value,
  )
  tx.sql('INSERT INTO board_queue (n, line) VALUES (?, ?)').run(line.n, text)
}

function lineOf(n: number, bookingId: string, booking: BookingBody, { epoch }: BoardLink): Line {
  const right = { ...rightOf(booking), rev: 1, epoch }
  return {
    n,
    kind: 'saved',
    booking: bookingId,
    entry: booking.entry['id'] ?? null,
    body: { right, booking, keys: keysOf(booking) },
  }
}

const SETTLED: readonly unknown[] = statesWhere({ open: false })

/**
 * The right to send, as another desk may rely on it: this desk asks the hub for no claim, so that an entry which is not
 * settled may be sent at any moment.
 */
function rightOf({ entry }: BookingBody): { readonly state: 'claimed' | 'done'; readonly outcome?: EntryState } {
  const state = entry['state'] as EntryState
  return SETTLED.includes(state) ? { state: 'done', outcome: state } : { state: 'claimed' }
}

/** The values by which the hub finds bookings alike, and the end from which it counts how long it keeps a booking. */
function keysOf({ booking, entry, moves }: BookingBody): object {
  const vins = moves.flatMap(({ vehicle }) => (typeof vehicle?.['vin'] === 'string' ? [vehicle['vin']] : []))
  const isSettled = SETTLED.includes(entry['state'])
  return {
    day: String(booking['time_local']).slice(0, 10),
    action: booking['action'],
    vins,
    ro: booking['reference'],
    phone: booking['customer_phone'],
    name: booking['customer_name'],
    references: moves.map(({ move }) => move['reference']),
    duplicable: entry['state'] !== 'withdrawn',
    endedAt: isSettled ? booking['time_utc'] : null,
  }
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
  tx.sql('DELETE FROM board_queue').run()
  tx.sql('UPDATE board_link SET hub = ?, epoch = ?, last_n = ?').run(hub.hub, hub.epoch, hub.lastN)
  // A hub that lost events gives their numbers again, so that the log is read from its begin.
  if (!isSame) tx.sql('UPDATE board_link SET seen = 0, mark = NULL').run()
  listSince(tx, since)
}

/** Notes until when the desk was live. */
export function markLiveUntil(tx: Tx, at: UtcInstant): void {
  tx.sql('UPDATE board_link SET live_until = ?').run(at)
}

/** Notes the last event that this store read, in the commit of its effect. */
export function markSeen(tx: Tx, seen: number, mark: string | null): void {
  tx.sql('UPDATE board_link SET seen = ?, mark = ?').run(seen, mark)
}

/** The name of a desk of the rooftop, as its screens show it; the role of a desk without a known name. */
export function deskName(view: View, role: string): string {
  return (view.sql('SELECT name FROM board_desks WHERE role = +?').pluck().get(role) as string | undefined) ?? role
}

export function writeDesks(tx: Tx, desks: readonly { readonly role: string; readonly name: string }[]): void {
  for (const { role, name } of desks)
    tx.sql(
      'INSERT INTO board_desks (role, name) VALUES (?, ?) ON CONFLICT (role) DO UPDATE SET name = excluded.name',
    ).run(role, name)
}

/** The number of the last line that the hub acknowledged. */
export function lastAcknowledged(view: View, { lastN }: BoardLink): number {
  const first = view.sql('SELECT min(n) FROM board_queue').pluck().get() as number | null
  return first === null ? lastN : first - 1
}
