import { CANCELED } from '../../../shared/move/cancel-status.ts'
import { sqlList, sqlStates, statesWhere } from '../../../shared/outbox/states.ts'
import type { View } from '../tx.ts'

/* Which bookings are for the same visit: the same time, and the same vehicle or repair order. */

/**
 * Bookings `b` and `e` have a vehicle with the same VIN. A VIN without a digit does not count, because a person typed
 * other text there.
 */
export const SAME_VEHICLE = `EXISTS (
  SELECT 1 FROM moves m JOIN vehicles v ON v.id = m.vehicle_id
  JOIN vehicles w ON w.vin = v.vin JOIN moves n ON n.vehicle_id = w.id
  WHERE m.booking_id = b.id AND n.booking_id = e.id AND v.vin GLOB '*[0-9]*'
)`

/** The condition that not all moves of a booking are canceled; `booking` is the SQL of its id. */
export function hasLiveMove(booking: string): string {
  return `EXISTS (
    SELECT 1 FROM moves x
    WHERE x.booking_id = ${booking} AND lower(coalesce(x.cancel_status, '')) NOT IN ${sqlList(CANCELED)})`
}

/** The condition that a person saw the booking of one alias, and saved the booking of the entry beside that. */
const savedBeside = (entry: 'o' | 'd', booking: 'b' | 'e') => `EXISTS (
  SELECT 1 FROM decisions k WHERE k.entry_id = ${entry}.id AND k.kind = 'booked-despite-duplicates'
    AND instr(', ' || k.detail || ', ', ', ' || ${booking}.id || ', ') > 0
    AND NOT EXISTS (
      SELECT 1 FROM decisions c WHERE c.entry_id = ${entry}.id AND c.kind = 'changed' AND c.seq > k.seq))`

/** Entries `o` and `d` of the bookings `b` and `e` for the same visit, which are not a booking and its replacement. */
const SAME_VISIT = `outbox o JOIN bookings b ON b.id = o.booking_id
  JOIN bookings e ON e.time_utc = b.time_utc AND e.id <> b.id AND e.id IS NOT b.replaces AND e.replaces IS NOT b.id
    AND (e.reference = b.reference OR ${SAME_VEHICLE})
  JOIN outbox d ON d.booking_id = e.id`

/**
 * True if another entry has the same time and the same vehicle or repair order, and existed before this entry or before
 * its last change. Refused and withdrawn entries, entries whose moves are all canceled, the other booking of a
 * reschedule, and a booking that a person saw and saved this booking beside do not count.
 */
export function hasPossibleDuplicate(view: View, entryId: string): boolean {
  return (
    view
      .sql(
        `SELECT 1 FROM ${SAME_VISIT}
         WHERE o.id = +?
           AND (d.seq < o.seq OR EXISTS (
             SELECT 1 FROM decisions c WHERE c.entry_id = o.id AND c.kind = 'changed'
               AND d.seq <= CAST(c.detail AS INTEGER)))
           AND d.state IN ${sqlStates({ duplicable: true })} AND NOT ${savedBeside('o', 'e')}
           AND ${hasLiveMove('e.id')}`,
      )
      .get(entryId) !== undefined
  )
}

const BOOKED_SQL = sqlList([...statesWhere({ tally: 'accepted' }), ...statesWhere({ tally: 'byPhone' })])
const RELEASED_SQL = `'%"possible-duplicate"%'`

/**
 * The booked entries of this desk and of other desks for the same visit as a booking, of which one is that booking's:
 * the entry here, and the booking of the other desk. A pair that a person saw before one of both left does not count.
 */
export function bookedDuplicates(
  view: View,
  bookingId: string,
): readonly { readonly entryId: string; readonly duplicate: string }[] {
  return view
    .sql(
      `SELECT iif(o.desk IS NULL, o.id, d.id) AS entryId, iif(o.desk IS NULL, e.id, b.id) AS duplicate FROM ${SAME_VISIT}
       WHERE o.booking_id = +? AND (o.desk IS NULL) <> (d.desk IS NULL)
         AND o.state IN ${BOOKED_SQL} AND d.state IN ${BOOKED_SQL}
         AND o.overridden_holds NOT LIKE ${RELEASED_SQL} AND d.overridden_holds NOT LIKE ${RELEASED_SQL}
         AND NOT ${savedBeside('o', 'e')} AND NOT ${savedBeside('d', 'b')}`,
    )
    .all(bookingId) as { entryId: string; duplicate: string }[]
}
