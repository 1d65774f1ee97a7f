import { CANCELED } from '../../../shared/move/cancel-status.ts'
import { sqlList, statesWhere } from '../../../shared/outbox/states.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import type { View } from '../tx.ts'

const WITHOUT_DRIVER_SQL = sqlList([...statesWhere({ tally: 'withdrawn' }), ...statesWhere({ tally: 'refused' })])

/** Bookings `b` with entry `o` for which a driver is due: not withdrawn, not refused, and not every move canceled. */
const DRIVER_DUE = `o.state NOT IN ${WITHOUT_DRIVER_SQL} AND EXISTS (
  SELECT 1 FROM moves x
  WHERE x.booking_id = b.id AND lower(coalesce(x.cancel_status, '')) NOT IN ${sqlList(CANCELED)}
)`

/** A booking with the values of its trip; the ZIP codes are those of the customer's move or of the one-way. */
export type TripRow = {
  readonly id: string
  readonly kind: 'pair' | 'one-way'
  readonly time: UtcInstant
  readonly readyBy: UtcInstant
  readonly fromZip: string
  readonly toZip: string
  readonly action: 'pickup' | 'return' | null
  readonly customerName: string | null
  readonly stock: string | null
  readonly desk: string | null
}

/** The bookings with a driver due whose time is at or after `from` and before `to`, by time. */
export function tripsBetween(
  view: View,
  { from, to, limit }: { readonly from: UtcInstant; readonly to: UtcInstant; readonly limit: number },
): readonly TripRow[] {
  return view
    .sql(
      `SELECT b.id, b.kind, b.time_utc AS time, b.ready_by_utc AS readyBy, f.zip AS fromZip, t.zip AS toZip,
         b.action, b.customer_name AS customerName, v.stock,
         coalesce(d.name, o.desk) AS desk
       FROM bookings b INDEXED BY bookings_time JOIN outbox o ON o.booking_id = b.id
         JOIN moves m ON m.booking_id = b.id AND m.role <> 'loaner'
         JOIN places f ON f.id = m.pickup_place_id JOIN places t ON t.id = m.delivery_place_id
         LEFT JOIN vehicles v ON v.id = m.vehicle_id LEFT JOIN board_desks d ON d.role = o.desk
       WHERE b.time_utc >= +@from AND b.time_utc < +@to AND ${DRIVER_DUE} ORDER BY b.time_utc, b.saved_at, b.id LIMIT @limit`,
    )
    .all({ from, to, limit }) as TripRow[]
}

/** The times of the bookings with a driver due, at or after `from` and before `to`, the earliest first. */
export function timesBetween(
  view: View,
  { from, to }: { readonly from: UtcInstant; readonly to: UtcInstant },
): readonly UtcInstant[] {
  return view
    .sql(
      `SELECT b.time_utc FROM bookings b INDEXED BY bookings_time JOIN outbox o ON o.booking_id = b.id
       WHERE b.time_utc >= +@from AND b.time_utc < +@to AND ${DRIVER_DUE} ORDER BY b.time_utc`,
    )
    .pluck()
    .all({ from, to }) as UtcInstant[]
}
