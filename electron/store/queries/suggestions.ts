import type { Place } from '../../../shared/booking/place.ts'
import type { Vehicle } from '../../../shared/booking/vehicle.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import type { View } from '../tx.ts'
import { matchAll, newestFirst } from './search-index.ts'

/** A pair with the customer's address and car. */
export type CustomerRow = Place &
  Omit<Vehicle, 'manual'> & {
    /** The place of the search line. */
    readonly seq: number
    readonly customerName: string
    readonly customerPhone: string
    readonly savedAt: UtcInstant
    readonly manual: number | null
  }

/**
 * Reads the pairs whose customer's search row contains every phrase (three characters or more) and the pairs whose row
 * is due for the index, newest first, without withdrawn bookings. At most `limit` rows of each are read, because a
 * phrase can also stand elsewhere in the row.
 */
export function pairsContaining(view: View, phrases: readonly string[], limit: number): Iterable<CustomerRow> {
  const indexed = view
    .sql(
      pairsOf(
        'move_search_fts t JOIN move_search d ON d.seq = t.rowid',
        'move_search_fts MATCH ? AND NOT EXISTS (SELECT 1 FROM search_due u WHERE u.seq = t.rowid)',
      ),
    )
    .iterate(matchAll(phrases), limit) as Iterable<CustomerRow>
  const due = view
    .sql(pairsOf('search_due t JOIN move_search d ON d.seq = t.seq', 'true'))
    .iterate(limit) as Iterable<CustomerRow>
  return newestFirst(due, indexed)
}

/** A due row is read without a look at the phrases, which the caller's own comparison implies. */
function pairsOf(lines: string, where: string): string {
  return `SELECT d.seq, b.customer_name AS customerName, b.customer_phone AS customerPhone, b.saved_at AS savedAt,
      p.name, p.address_one AS addressOne, p.address_two AS addressTwo, p.city, p.state, p.zip,
      v.stock, v.vin, v.year, v.make, v.model, v.color, v.manual
    FROM ${lines} JOIN moves m ON m.id = d.move_id
      JOIN bookings b ON b.id = m.booking_id JOIN outbox o ON o.booking_id = b.id
      JOIN places p ON p.id = CASE b.action WHEN 'pickup' THEN m.pickup_place_id ELSE m.delivery_place_id END
      LEFT JOIN vehicles v ON v.id = m.vehicle_id
    WHERE ${where} AND m.role = 'customer' AND o.state <> 'withdrawn'
      AND b.customer_name IS NOT NULL AND b.customer_phone IS NOT NULL
    ORDER BY t.rowid DESC LIMIT ?`
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
