import { PAST_TOLERANCE_MINUTES } from '../../../shared/booking/send-by.ts'
import type { EntryState } from '../../../shared/outbox/entry-state.ts'
import { needsPerson } from '../../../shared/outbox/reschedule.ts'
import { addMinutes, type UtcInstant } from '../../../shared/time/time.ts'
import { readUnlinked } from '../tables/bookings.ts'
import { openSql, type ProviderIdentity } from '../tables/outbox.ts'
import type { View } from '../tx.ts'
import { LACKS_REPLACEMENT_SQL } from '../tables/replacements.ts'
import { openReschedules } from './reschedules.ts'
import { TRACKED_SQL } from '../tables/tracked-moves.ts'
import { sqlStates } from '../../../shared/outbox/states.ts'
import { sqlAmendmentStates } from '../../../shared/outbox/amendment-machine.ts'

/*
 * The bookings that wait or need a person, for badge, status bar and inbox; each count contains a booking only once.
 * The parts of a query name their indexes and are joined by UNION ALL, because UNION with its sort order would make
 * SQLite scan every booking.
 */

const OWN_BOOKINGS_SQL = 'provider_address = +@address AND provider_profile = +@profile'

/** The booking `b` is one of this desk. */
const IS_OWN_SQL = 'EXISTS (SELECT 1 FROM outbox x WHERE x.booking_id = b.id AND x.desk IS NULL)'

/** The bookings for this provider that have amendments in these states, by a partial index over the states. */
const amendments = (index: string, states: string) =>
  `SELECT m.booking_id FROM amendments w INDEXED BY ${index} JOIN moves m ON m.id = w.move_id
   JOIN outbox o ON o.booking_id = m.booking_id WHERE w.${states} AND o.desk IS NULL AND ${OWN_BOOKINGS_SQL}`

/**
 * The bookings for this provider that leave automatically, have an amendment that leaves automatically, or are to be
 * canceled because their replacement is booked.
 */
const WAITING_SQL = `
  SELECT booking_id FROM outbox INDEXED BY outbox_open WHERE ${openSql()} AND state IN ${sqlStates({ automatic: true })} AND ${OWN_BOOKINGS_SQL}
  UNION ALL ${amendments('amendments_leaving', `state IN ${sqlAmendmentStates({ sendable: true })}`)}
  UNION ALL SELECT value FROM json_each(@canceling)`

/** The time, and how many minutes before its ready-by a booking must leave. */
export type InboxClock = { readonly now: UtcInstant; readonly noticeMinutes: number }

/** A missing move needs a person, who calls the provider, until this many minutes after its time. */
const MISSING_MOVE_CALL_MINUTES = 24 * 60
/** A rescheduled move, whose new time may be days later, needs a person until this many minutes after its old time. */
const RESCHEDULED_CALL_MINUTES = 14 * 24 * 60

/**
 * Bookings that need a person: the entry needs a person, is open at another provider or is overdue (`isOverdue`); or a
 * tracked move is missing, or a rescheduled move has no known new number (see the minutes above); or the last change or
 * cancellation of a tracked move was refused; or the customer must be told of a later time (`timeToTell`); or both
 * bookings of a reschedule may be live (`needsPerson`), where the old booking counts.
 */
const ATTENTION_SQL = `
  SELECT booking_id FROM outbox INDEXED BY outbox_open
  WHERE ${openSql()} AND (state IN ${sqlStates({ needsPerson: true })} OR NOT (${OWN_BOOKINGS_SQL}))
  UNION ALL SELECT o.booking_id FROM outbox o INDEXED BY outbox_open JOIN bookings b ON b.id = o.booking_id
  WHERE ${openSql('o')} AND o.state = 'waiting' AND (b.time_utc < +@now OR
    (b.ready_by_utc < +@noticed AND b.saved_at < +@granted AND o.overridden_holds NOT LIKE '%send-by-passed%'))
  UNION ALL ${amendments('amendments_refused', "state = 'refused'")} AND ${TRACKED_SQL}
    AND NOT EXISTS (SELECT 1 FROM amendments n WHERE n.move_id = w.move_id AND n.kind = w.kind AND n.seq > w.seq)
  UNION ALL SELECT m.booking_id FROM moves m INDEXED BY moves_missing JOIN bookings b ON b.id = m.booking_id
  WHERE m.missing_since IS NOT NULL AND ${IS_OWN_SQL} AND ${TRACKED_SQL} AND ${OWN_BOOKINGS_SQL} AND b.time_utc >= +@callFrom
  UNION ALL SELECT m.booking_id FROM moves m INDEXED BY moves_rescheduled JOIN bookings b ON b.id = m.booking_id
  WHERE ${LACKS_REPLACEMENT_SQL} AND ${IS_OWN_SQL} AND ${OWN_BOOKINGS_SQL} AND b.time_utc >= +@rescheduledFrom
  UNION ALL SELECT b.id FROM bookings b INDEXED BY bookings_customer_to_tell
  WHERE b.customer_to_tell IS NOT NULL AND ${IS_OWN_SQL} AND ${OWN_BOOKINGS_SQL} AND EXISTS (
    SELECT 1 FROM moves m WHERE m.booking_id = b.id AND ${TRACKED_SQL} AND NOT EXISTS (
      SELECT 1 FROM amendments w
      WHERE w.move_id = m.id AND w.kind = 'cancel' AND w.state IN ${sqlAmendmentStates({ open: true })}
    )
  )
  UNION ALL SELECT value FROM json_each(@rescheduled)`

const boundOf = (view: View, remote: ProviderIdentity, { now, noticeMinutes }: InboxClock) => ({
  ...reschedulesOf(view, remote),
  address: remote.address,
  profile: remote.profile,
  now,
  noticed: addMinutes(now, noticeMinutes),
  granted: addMinutes(now, -PAST_TOLERANCE_MINUTES),
  callFrom: addMinutes(now, -MISSING_MOVE_CALL_MINUTES),
  rescheduledFrom: addMinutes(now, -RESCHEDULED_CALL_MINUTES),
})

/** The old bookings of reschedules that need a person or a cancellation request, as JSON lists of ids. */
function reschedulesOf(
  view: View,
  remote: ProviderIdentity,
): { readonly rescheduled: string; readonly canceling: string } {
  const open = openReschedules(view, (id) => readUnlinked(view, id, remote))
  const idsOf = (kept: typeof open) => JSON.stringify(kept.map(({ oldId }) => oldId))
  return {
    rescheduled: idsOf(open.filter(({ step }) => needsPerson(step))),
    canceling: idsOf(open.filter(({ step }) => step === 'ask-cancel')),
  }
}

/** How many bookings wait, and how many need a person. A booking can be in both counts. */
export function countInbox(
  view: View,
  remote: ProviderIdentity,
  seen: InboxClock,
): { readonly waiting: number; readonly attention: number } {
  return view
    .sql(
      `SELECT (SELECT count(DISTINCT booking_id) FROM (${WAITING_SQL})) AS waiting,
         (SELECT count(DISTINCT booking_id) FROM (${ATTENTION_SQL})) AS attention`,
    )
    .get(boundOf(view, remote, seen)) as { waiting: number; attention: number }
}

/** The bookings that need a person, as the badge counts them. An id can occur more than once. */
export function attentionIds(view: View, remote: ProviderIdentity, seen: InboxClock): readonly string[] {
  return view
    .sql(`SELECT booking_id FROM (${ATTENTION_SQL})`)
    .pluck()
    .all(boundOf(view, remote, seen)) as string[]
}

/** The unsettled bookings of every provider. */
export function openIds(view: View): readonly string[] {
  return view.sql(`SELECT booking_id FROM outbox INDEXED BY outbox_open WHERE ${openSql()}`).pluck().all() as string[]
}

export type InboxId = { readonly bookingId: string; readonly attention: boolean }

/**
 * The bookings that `countInbox` counts: first those that need a person, and within each group the earliest time first.
 */
export function inboxIds(view: View, remote: ProviderIdentity, seen: InboxClock, limit: number): readonly InboxId[] {
  const rows = view
    .sql(
      `SELECT q.booking_id AS bookingId, max(q.attention) AS attention FROM (
         SELECT booking_id, 1 AS attention FROM (${ATTENTION_SQL}) UNION ALL SELECT booking_id, 0 FROM (${WAITING_SQL})
       ) q JOIN bookings b ON b.id = q.booking_id
       GROUP BY q.booking_id ORDER BY attention DESC, b.time_utc, b.id LIMIT @limit`,
    )
    .all({ ...boundOf(view, remote, seen), limit }) as { bookingId: string; attention: number }[]
  return rows.map((row) => ({ bookingId: row.bookingId, attention: row.attention === 1 }))
}

/** How many bookings saved at or after `from` and before `to` are in each state. */
export function savedBetween(
  view: View,
  { from, to }: { readonly from: UtcInstant; readonly to: UtcInstant },
): readonly { readonly state: EntryState; readonly count: number }[] {
  return view
    .sql(
      `SELECT o.state, count(*) AS count FROM bookings b INDEXED BY bookings_saved JOIN outbox o ON o.booking_id = b.id
       WHERE b.saved_at >= +? AND b.saved_at < +? AND o.desk IS NULL GROUP BY o.state`,
    )
    .all(from, to) as { state: EntryState; count: number }[]
}

/** A booking that was saved longer ago is not listed as settled today, so that the search stays short. */
const SETTLED_LOOK_BACK_MINUTES = 31 * 24 * 60

/**
 * The bookings whose entry, or the cancellation of one of whose moves, was settled at or after `from` and before `to`,
 * and when; the newest first.
 */
export function settledBetween(
  view: View,
  { from, to }: { readonly from: UtcInstant; readonly to: UtcInstant },
  limit: number,
): readonly { readonly bookingId: string; readonly at: UtcInstant }[] {
  return view
    .sql(
      `SELECT bookingId, max(at) AS at FROM (
         SELECT b.id AS bookingId, o.changed_at AS at FROM bookings b INDEXED BY bookings_saved
         CROSS JOIN outbox o ON o.booking_id = b.id
         WHERE b.saved_at >= +@since AND b.saved_at < +@to AND o.desk IS NULL AND o.state IN ${sqlStates({ open: false })}
         UNION ALL
         SELECT b.id, a.changed_at FROM bookings b INDEXED BY bookings_saved
         CROSS JOIN amendments a INDEXED BY amendments_booking ON a.booking_id = b.id
         WHERE b.saved_at >= +@since AND b.saved_at < +@to AND ${IS_OWN_SQL} AND a.kind = 'cancel'
           AND a.state IN ${sqlAmendmentStates({ open: false })}
       ) WHERE at >= +@from AND at < +@to GROUP BY bookingId ORDER BY at DESC, bookingId LIMIT @limit`,
    )
    .all({ from, to, since: addMinutes(from, -SETTLED_LOOK_BACK_MINUTES), limit }) as {
    bookingId: string
    at: UtcInstant
  }[]
}
