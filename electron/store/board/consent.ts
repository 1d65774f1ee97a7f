import type { UtcInstant } from '../../../shared/time/time.ts'
import { appendDecision } from '../tables/decisions.ts'
import { entryById, type Entry } from '../tables/outbox.ts'
import type { Tx, View } from '../tx.ts'
import { enqueue, readLink } from './link.ts'
import { readRight } from './rights.ts'

/* What a person at this desk decides about its send rights. Each decision leaves as a line of the queue. */

export type Person = { readonly who: string; readonly at: UtcInstant }

/**
 * Consents that another desk takes over what this desk has not sent, and returns the number of bookings. The hub grants
 * no claim of these entries until one desk took the entry over, or `takeBack`.
 */
export function handOver(tx: Tx, { who, at }: Person): number {
  const entries = entriesWhere(tx, "r.state = 'waiting' AND NOT r.handed_over")
  for (const entry of entries) {
    queueDecision(tx, entry, 'handed-over', { who })
    tx.sql('UPDATE board_rights SET handed_over = 1 WHERE entry_id = +?').run(entry.id)
    appendDecision(tx, { entryId: entry.id, at, kind: 'handed-over', who, why: null, detail: null })
  }
  return entries.length
}

/** Takes the consent back for what no other desk took over yet, and returns the number of bookings. */
export function takeBack(tx: Tx, { who, at }: Person): number {
  const entries = entriesWhere(tx, 'r.handed_over')
  for (const entry of entries) {
    queueDecision(tx, entry, 'handed-over', { who, withdrawn: true })
    tx.sql('UPDATE board_rights SET handed_over = 0 WHERE entry_id = +?').run(entry.id)
    appendDecision(tx, { entryId: entry.id, at, kind: 'taken-back', who, why: null, detail: null })
  }
  return entries.length
}

/** How many bookings of this desk are handed over and not taken yet. */
export function countHandedOver(view: View): number {
  return view
    .sql(
      `SELECT count(*) FROM board_rights r INDEXED BY board_rights_open JOIN outbox o ON o.id = r.entry_id
       WHERE r.state <> 'done' AND r.owner = (SELECT role FROM board_link WHERE id = 1) AND r.handed_over
         AND o.desk IS NULL`,
    )
    .pluck()
    .get() as number
}

/**
 * Lets an entry leave without the hub, as a person decided. Returns false for an entry that leaves without a decision:
 * one that was never offered.
 */
export function sendAlone(tx: Tx, entry: Entry, { who, at }: Person): boolean {
  if (entry.state !== 'waiting' || !queueAloneClaim(tx, entry, who)) return false
  tx.sql('UPDATE board_rights SET alone = 1 WHERE entry_id = +?').run(entry.id)
  appendDecision(tx, { entryId: entry.id, at, kind: 'send-without-board', who, why: null, detail: null })
  return true
}

/**
 * Tells the hub that a person gave the booking to the provider without the hub, so that a desk which took the entry
 * over meanwhile does not send the entry too. Returns false for an entry that was never offered.
 */
export function queueAloneClaim(tx: Tx, entry: Entry, who: string): boolean {
  if (entry.desk !== null || readRight(tx, entry.id) === null) return false
  queueDecision(tx, entry, 'alone-claim', { who })
  return true
}

function queueDecision(tx: Tx, { id, bookingId }: Entry, kind: string, body: object): void {
  enqueue(tx, { kind, booking: bookingId, entry: id, body })
  tx.touch(bookingId)
}

function entriesWhere(tx: Tx, condition: string): readonly Entry[] {
  const role = readLink(tx)?.role
  const ids = tx
    .sql(
      `SELECT r.entry_id FROM board_rights r INDEXED BY board_rights_open JOIN outbox o ON o.id = r.entry_id
       WHERE r.state <> 'done' AND r.owner = +? AND o.desk IS NULL AND ${condition} ORDER BY o.seq`,
    )
    .pluck()
    .all(role ?? '') as readonly string[]
  return ids.flatMap((id) => entryById(tx, id) ?? [])
}
