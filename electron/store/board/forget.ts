import type { UtcInstant } from '../../../shared/time/time.ts'
import { indexBooking } from '../queries/search.ts'
import { entryOfBooking } from '../tables/outbox.ts'
import type { Tx, View } from '../tx.ts'

/*
 * Forgetting a booking of another desk: the row stays with its state, times and provider's numbers, and what names a
 * person, a car or a place goes. `writeReplica` writes no body over a forgotten booking.
 */

/** True for a booking that was forgotten. */
export function isForgotten(view: View, bookingId: string): boolean {
  return (
    view.sql('SELECT 1 FROM bookings WHERE id = +? AND forgotten_at IS NOT NULL').pluck().get(bookingId) !== undefined
  )
}

/** True for a booking that this store has and that was not forgotten yet. */
export function isToForget(view: View, bookingId: string): boolean {
  return entryOfBooking(view, bookingId) !== null && !isForgotten(view, bookingId)
}

/** A reference begins with typed text. The id of the move takes its place, because references are unique. */
const MOVE_SQL = `UPDATE moves SET reference = id, dealer_contact = NULL, special_instructions = NULL,
  cancel_reason = NULL, tracking_link = NULL, move_uri = NULL, lane_uri = NULL, details_url = NULL,
  pickup_resolved = NULL, delivery_resolved = NULL, provider_vehicle = NULL, provider_values = NULL,
  provider_news = NULL, replacement_mismatch = NULL WHERE booking_id = +?`

/** The statements that erase, each with the booking's id. The triggers admit those of append-only rows once. */
const ERASING_SQL: readonly string[] = [
  `UPDATE places SET name = '', address_one = '', address_two = NULL, city = '', state = '', zip = ''
   WHERE id IN (SELECT pickup_place_id FROM moves WHERE booking_id = +@id
     UNION SELECT delivery_place_id FROM moves WHERE booking_id = +@id)`,
  `UPDATE vehicles SET stock = NULL, vin = NULL, year = NULL, make = NULL, model = NULL, color = NULL
   WHERE id IN (SELECT vehicle_id FROM moves WHERE booking_id = +@id)`,
  `UPDATE outbox SET fields = NULL, provider_message = NULL WHERE booking_id = +@id`,
  `DELETE FROM payloads WHERE entry_seq = (SELECT seq FROM outbox WHERE booking_id = +@id)`,
  `UPDATE decisions SET decided_by = NULL, why = NULL, detail = NULL
   WHERE entry_id = (SELECT id FROM outbox WHERE booking_id = +@id) AND coalesce(decided_by, why, detail) IS NOT NULL`,
  `UPDATE added_facts SET content = NULL, added_by = NULL
   WHERE booking_id = +@id AND coalesce(content, added_by) IS NOT NULL`,
  `UPDATE amendments SET payload = NULL, requested_by = NULL
   WHERE booking_id = +@id AND coalesce(payload, requested_by) IS NOT NULL`,
  `UPDATE amendments SET fields = NULL, provider_message = NULL WHERE booking_id = +@id`,
]

/** Erases the personal data of a replica. A booking of this desk, and a booking that this store lacks, stay. */
export function forgetReplica(tx: Tx, bookingId: string, at: UtcInstant): void {
  const desk = entryOfBooking(tx, bookingId)?.desk ?? null
  if (desk === null || isForgotten(tx, bookingId)) return
  tx.touch(bookingId)
  // The triggers admit the other statements from here on.
  tx.sql(
    `UPDATE bookings SET forgotten_at = ?, customer_name = NULL, customer_phone = NULL, reference = NULL,
       provider_values = NULL WHERE id = +?`,
  ).run(at, bookingId)
  tx.sql(MOVE_SQL).run(bookingId)
  for (const sql of ERASING_SQL) tx.sql(sql).run({ id: bookingId })
  indexBooking(tx, bookingId)
}
