import type { InDoubtBooking } from '../../../shared/outbox/reminder.ts'
import { formatVehicle, type Vehicle } from '../../../shared/booking/vehicle.ts'
import { openSql } from '../tables/outbox.ts'
import type { View } from '../tx.ts'

type DoubtRow = Omit<InDoubtBooking, 'vehicle'> & Omit<Vehicle, 'manual'>

/** The bookings in doubt of every provider, oldest first. */
export function inDoubtBookings(view: View): readonly InDoubtBooking[] {
  const rows = view
    .sql(
      `SELECT b.id AS bookingId, b.kind, b.action, b.customer_name AS customerName, b.time_utc AS time, o.changed_at AS since,
         v.stock, v.vin, v.year, v.make, v.model, v.color
       FROM outbox o JOIN bookings b ON b.id = o.booking_id
       LEFT JOIN moves m ON m.booking_id = b.id AND m.role IN ('customer', 'single')
       LEFT JOIN vehicles v ON v.id = m.vehicle_id
       WHERE ${openSql('o')} AND o.state = 'in-doubt' ORDER BY o.seq`,
    )
    .all() as DoubtRow[]
  return rows.map(({ bookingId, kind, action, customerName, since, time, ...vehicle }) => ({
    bookingId,
    kind,
    action,
    customerName,
    vehicle: formatVehicle({ ...vehicle, manual: false }),
    since,
    time,
  }))
}
