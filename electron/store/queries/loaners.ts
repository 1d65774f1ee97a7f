import { sqlList, statesWhere } from '../../../shared/outbox/states.ts'
import { CANCELED } from '../../../shared/move/cancel-status.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import type { View } from '../tx.ts'

/** A pickup or return with a loaner move for which a driver is due, with the values as sent. */
export type LoanerVisitRow = {
  readonly bookingId: string
  readonly action: 'pickup' | 'return'
  readonly time: UtcInstant
  readonly readyBy: UtcInstant
  readonly customerName: string | null
  readonly phone: string | null
  readonly reference: string | null
  readonly vin: string | null
  readonly fromZip: string
  readonly toZip: string
  readonly stock: string | null
  readonly loanerVin: string | null
  readonly year: string | null
  readonly make: string | null
  readonly model: string | null
  readonly deliveredAt: string | null
  /** 1 if a person added a fact, which may hold instead of the sent repair order or loaner. */
  readonly hasFacts: 0 | 1
}

const WITHOUT_DRIVER_SQL = sqlList([...statesWhere({ tally: 'withdrawn' }), ...statesWhere({ tally: 'refused' })])

/** The pickups and returns with a loaner whose time is at or after `from` and before `to`, the latest first. */
export function loanerVisitsBetween(
  view: View,
  { from, to, limit }: { readonly from: UtcInstant; readonly to: UtcInstant; readonly limit: number },
): readonly LoanerVisitRow[] {
  return view
    .sql(
      `SELECT b.id AS bookingId, b.action, b.time_utc AS time, b.ready_by_utc AS readyBy,
         b.customer_name AS customerName, b.customer_phone AS phone, b.reference, c.vin, f.zip AS fromZip, t.zip AS toZip,
         v.stock, v.vin AS loanerVin, v.year, v.make, v.model, l.delivery_successful AS deliveredAt,
         EXISTS (SELECT 1 FROM added_facts a WHERE a.booking_id = b.id) AS hasFacts
       FROM bookings b INDEXED BY bookings_time JOIN outbox o ON o.booking_id = b.id
         JOIN moves l ON l.booking_id = b.id AND l.role = 'loaner'
         JOIN moves m ON m.booking_id = b.id AND m.role = 'customer'
         JOIN places f ON f.id = l.pickup_place_id JOIN places t ON t.id = l.delivery_place_id
         LEFT JOIN vehicles v ON v.id = l.vehicle_id LEFT JOIN vehicles c ON c.id = m.vehicle_id
       WHERE b.time_utc >= @from AND b.time_utc < @to AND o.state NOT IN ${WITHOUT_DRIVER_SQL}
         AND lower(coalesce(l.cancel_status, '')) NOT IN ${sqlList(CANCELED)}
       ORDER BY b.time_utc DESC, b.saved_at DESC, b.id DESC LIMIT @limit`,
    )
    .all({ from, to, limit }) as LoanerVisitRow[]
}
