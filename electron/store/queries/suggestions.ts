import type { Place } from '../../../shared/booking/place.ts'
import type { Vehicle } from '../../../shared/booking/vehicle.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import type { View } from '../tx.ts'
import { newestFirst } from './search-index.ts'

/** A pair with the customer's address and car. */
export type CustomerRow = Place &
  Omit<Vehicle, 'manual'> & {
    readonly customerName: string
    readonly customerPhone: string
    readonly savedAt: UtcInstant
    readonly manual: number | null
  }

/** A search line that may be of the wanted customer, with the customer's own value in the field that a person types. */
export type CustomerLine = {
  readonly seq: number
  readonly phone: string
  readonly value: string
}

const PLACE_OF_CUSTOMER = `CROSS JOIN moves m ON m.id = d.move_id JOIN places p
  ON p.id = CASE b.action WHEN 'pickup' THEN m.pickup_place_id ELSE m.delivery_place_id END`

/** The value of each field. Few tables are read, because a common word stands in many lines of other customers. */
const VALUES = {
  name: { value: 'b.customer_name', from: '' },
  phone: { value: 'b.customer_phone', from: '' },
  street: { value: 'p.address_one', from: PLACE_OF_CUSTOMER },
} as const

/**
 * Reads the search lines of customers that `query` finds (see `matchAll`, each text of three characters or more) and
 * the lines that are due for the index, newest first. At most `limit` lines of each are read, because a text can also
 * stand elsewhere in the line.
 */
export function linesContaining(
  view: View,
  field: keyof typeof VALUES,
  query: string,
  limit: number,
): Iterable<CustomerLine> {
  const { value, from } = VALUES[field]
  // A due line is read without a look at the query, which the caller's own comparison implies. The order of the joins
  // is given: with a choice, SQLite began with every move for the few lines that are due, at each typed letter.
  const linesOf = (lines: string, where: string) =>
    view.sql(
      `SELECT d.seq, b.customer_phone AS phone, ${value} AS value
        FROM ${lines} CROSS JOIN move_search d ON d.seq = t.rowid CROSS JOIN bookings b ON b.id = d.booking_id ${from}
        WHERE ${where} AND d.loaner_time IS NULL AND b.customer_name IS NOT NULL AND b.customer_phone IS NOT NULL
        ORDER BY t.rowid DESC LIMIT ?`,
    )
  const indexed = linesOf(
    'move_search_fts t',
    'move_search_fts MATCH ? AND NOT EXISTS (SELECT 1 FROM search_due u WHERE u.seq = t.rowid)',
  ).iterate(query, limit) as Iterable<CustomerLine>
  const due = linesOf('search_due t', 'true').iterate(limit) as Iterable<CustomerLine>
  return newestFirst(due, indexed)
}

/** Reads the customer of a search line; null for a line of another move and for a withdrawn booking. */
export function readCustomer(view: View, seq: number): CustomerRow | null {
  const row = view
    .sql(
      `SELECT b.customer_name AS customerName, b.customer_phone AS customerPhone, b.saved_at AS savedAt,
          p.name, p.address_one AS addressOne, p.address_two AS addressTwo, p.city, p.state, p.zip,
          v.stock, v.vin, v.year, v.make, v.model, v.color, v.manual
        FROM move_search d JOIN bookings b ON b.id = d.booking_id JOIN outbox o ON o.booking_id = b.id
          ${PLACE_OF_CUSTOMER} LEFT JOIN vehicles v ON v.id = m.vehicle_id
        WHERE d.seq = ? AND m.role = 'customer' AND o.state <> 'withdrawn'`,
    )
    .get(seq) as CustomerRow | undefined
  return row ?? null
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
