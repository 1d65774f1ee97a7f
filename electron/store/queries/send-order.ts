import { sqlStates } from '../../../shared/outbox/states.ts'
import { MAY_LEAVE_SQL, standingParameters, WITHOUT_HUB, type BoardStanding } from '../board/rights.ts'
import {
  ENTRY_COLUMNS,
  openSql,
  readEntry,
  type Entry,
  type EntryRow,
  type ProviderIdentity,
} from '../tables/outbox.ts'
import type { View } from '../tx.ts'
import { SAME_VEHICLE } from './duplicates.ts'

/* The order in which entries leave (test/spec/reliability.md#send-queue). */

/**
 * Another entry `d` for the same vehicle or repair order that may have been sent and whose outcome is not proved. Entry
 * `o` must not leave before `d` is settled.
 */
const BLOCKERS = `
  SELECT 1 FROM outbox d JOIN bookings e ON e.id = d.booking_id
  WHERE ${openSql('d')} AND d.state IN ${sqlStates({ possiblySent: true })}
  AND (d.unresolved OR d.state <> 'booked-awaiting-number') AND d.id <> o.id AND (
    e.reference = b.reference OR ${SAME_VEHICLE}
  )`

/** Entries with these codes take their turn after the others, see `nextEntry`. */
const DEFERRED_CODES_SQL = "code IN ('provider-busy', 'token-refused')"

/** An earlier deferred entry for the same vehicle or repair order. Such entries keep their order. */
const PUT_BACK_BEFORE = `
  SELECT 1 FROM outbox d JOIN bookings e ON e.id = d.booking_id
  WHERE ${openSql('d')} AND d.state = 'waiting' AND d.${DEFERRED_CODES_SQL} AND d.seq < o.seq
    AND d.provider_address = o.provider_address AND d.provider_profile = o.provider_profile AND (
    e.reference = b.reference OR ${SAME_VEHICLE}
  )`

/**
 * The oldest entry that may leave for this provider now and that the board lets leave, or null. Entries that the
 * provider deferred, or refused because of the token, come after all others; otherwise they would hold back the others,
 * even after each restart.
 */
export function nextEntry(view: View, remote: ProviderIdentity, standing: BoardStanding = WITHOUT_HUB): Entry | null {
  return oldestWaiting(view, remote, standing, '0') ?? oldestWaiting(view, remote, standing, '1')
}

/**
 * Returns the oldest entry that may leave, either of the deferred entries or of the others. Each query reads in the
 * order of the index; one query that sorts both kinds would compare every waiting entry with every earlier entry, which
 * takes seconds for thousands of entries.
 */
function oldestWaiting(
  view: View,
  { address, profile }: ProviderIdentity,
  standing: BoardStanding,
  deferred: '0' | '1',
): Entry | null {
  const row = view
    .sql(
      `SELECT ${ENTRY_COLUMNS} FROM outbox o JOIN bookings b ON b.id = o.booking_id
       WHERE ${openSql('o')} AND o.state = 'waiting' AND o.provider_address = +@address
         AND o.provider_profile = +@profile AND coalesce(o.${DEFERRED_CODES_SQL}, 0) = ${deferred}
         AND ${MAY_LEAVE_SQL} AND NOT EXISTS (${BLOCKERS}) AND NOT EXISTS (${PUT_BACK_BEFORE})
       ORDER BY o.seq LIMIT 1`,
    )
    .get({ address, profile, ...standingParameters(standing) }) as EntryRow | undefined
  return row === undefined ? null : readEntry(row)
}

/** The bookings that wait to leave for this provider in the order of `nextEntry`, with those that are blocked. */
export function waitingInOrder(view: View, remote: ProviderIdentity): readonly string[] {
  return view
    .sql(
      `SELECT booking_id FROM outbox o INDEXED BY outbox_open
       WHERE ${openSql('o')} AND o.state = 'waiting' AND o.provider_address = +? AND o.provider_profile = +?
       ORDER BY coalesce(o.${DEFERRED_CODES_SQL}, 0), o.seq`,
    )
    .pluck()
    .all(remote.address, remote.profile) as string[]
}

const BLOCKED_SQL = `SELECT 1 FROM outbox o JOIN bookings b ON b.id = o.booking_id WHERE o.id = +? AND EXISTS (${BLOCKERS})`

/** True while another entry for the same vehicle or repair order must settle first, see `BLOCKERS`. */
export function isBlocked(view: View, entryId: string): boolean {
  return view.sql(BLOCKED_SQL).get(entryId) !== undefined
}
