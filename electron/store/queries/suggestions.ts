import type { Place } from '../../../shared/booking/place.ts'
import type { Vehicle } from '../../../shared/booking/vehicle.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import type { View } from '../tx.ts'

/** A pair with the customer's address and car. */
export type CustomerRow = Place &
  Omit<Vehicle, 'manual'> & {
    readonly customerName: string
    readonly customerPhone: string
    readonly savedAt: UtcInstant
    readonly manual: number | null
  }

/**
 * Reads the pairs whose customer's search row contains every phrase (three characters or more), newest first, without
 * withdrawn bookings. At most `limit` rows are read, because a phrase can also stand elsewhere in the row.
 */
export function pairsContaining(view: View, phrases: readonly string[], limit: number): Iterable<CustomerRow> {
  return view
    .sql(
      `SELECT b.customer_name AS customerName, b.customer_phone AS customerPhone, b.saved_at AS savedAt,
         p.name, p.address_one AS addressOne, p.address_two AS addressTwo, p.city, p.state, p.zip,
         v.stock, v.vin, v.year, v.make, v.model, v.color, v.manual
       FROM move_search_fts t JOIN move_search d ON d.seq = t.rowid JOIN moves m ON m.id = d.move_id
         JOIN bookings b ON b.id = m.booking_id JOIN outbox o ON o.booking_id = b.id
         JOIN places p ON p.id = CASE b.action WHEN 'pickup' THEN m.pickup_place_id ELSE m.delivery_place_id END
         LEFT JOIN vehicles v ON v.id = m.vehicle_id
       WHERE move_search_fts MATCH ? AND m.role = 'customer' AND o.state <> 'withdrawn'
         AND b.customer_name IS NOT NULL AND b.customer_phone IS NOT NULL
       ORDER BY t.rowid DESC LIMIT ?`,
    )
    .iterate(phrases.map((phrase) => `"${phrase.replaceAll('"', '""')}"`).join(' AND '), limit) as Iterable<CustomerRow>
}

/** The makes and models of the newest `limit` vehicles. */
export function newestVehicles(
  view: View,
  limit: number,
): readonly { readonly make: string; readonly model: string | null }[] {
  return view
    .sql('SELECT make, model FROM (SELECT make, model FROM vehicles ORDER BY id DESC LIMIT ?) WHERE make IS NOT NULL')
    .all(limit) as { make: string; model: string | null }[]
}
