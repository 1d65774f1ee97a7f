import type { Doubted } from '../../shared/reminder.ts'
import { sayVehicle, type Vehicle } from '../../shared/vehicle.ts'
import { OPEN } from './outbox.ts'
import type { View } from './store.ts'

type DoubtRow = Omit<Doubted, 'vehicle'> & Omit<Vehicle, 'manual'>

/** The bookings that may be booked, of whichever remote, oldest first. */
export function readDoubts(view: View): readonly Doubted[] {
  const rows = view
    .sql(
      `SELECT b.id AS bookingId, b.kind, b.action, b.customer_name AS customerName, b.time_utc AS time, o.changed_at AS since,
         v.stock, v.vin, v.year, v.make, v.model, v.color
       FROM outbox o JOIN bookings b ON b.id = o.booking_id
       LEFT JOIN moves m ON m.booking_id = b.id AND m.role IN ('customer', 'single')
       LEFT JOIN vehicles v ON v.id = m.vehicle_id
       WHERE o.${OPEN} AND o.state = 'in-doubt' ORDER BY o.seq`,
    )
    .all() as DoubtRow[]
  return rows.map(({ bookingId, kind, action, customerName, since, time, ...vehicle }) => ({
    bookingId,
    kind,
    action,
    customerName,
    vehicle: sayVehicle({ ...vehicle, manual: false }),
    since,
    time,
  }))
}
