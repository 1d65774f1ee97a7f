import {
  bookingValuesSchema,
  moveValuesSchema,
  type ProviderBookingValues,
  type ProviderMoveValues,
} from '../../../shared/move/provider-values.ts'
import { parseJson } from '../../platform/json.ts'
import type { Tx, View } from '../tx.ts'

/*
 * What the provider's responses hold of the sent values, as JSON in `moves` and `bookings`. A value that a response
 * does not carry keeps what an earlier response said.
 */

export function storeMoveValues(tx: Tx, moveId: string, values: ProviderMoveValues = {}): void {
  store(tx, 'moves', moveId, { ...readMoveValues(columnOf(tx, 'moves', moveId)), ...values })
}

export function storeBookingValues(tx: Tx, bookingId: string, values: ProviderBookingValues = {}): void {
  store(tx, 'bookings', bookingId, { ...readBookingValues(columnOf(tx, 'bookings', bookingId)), ...values })
}

/** Unreadable text counts as no value, because one damaged column must not keep a booking from being shown. */
export function readMoveValues(column: string | null): ProviderMoveValues {
  const read = moveValuesSchema.safeParse(parseJson(column))
  return read.success ? read.data : {}
}

/** As `readMoveValues`. */
export function readBookingValues(column: string | null): ProviderBookingValues {
  const read = bookingValuesSchema.safeParse(parseJson(column))
  return read.success ? read.data : {}
}

type Table = 'moves' | 'bookings'

function columnOf(view: View, table: Table, id: string): string | null {
  const row = view.sql(`SELECT provider_values AS text FROM ${table} WHERE id = ?`).get(id)
  return (row as { text: string | null } | undefined)?.text ?? null
}

/** Writes only a change, so that a fetch without news leaves the row out of the journal. */
function store(tx: Tx, table: Table, id: string, values: object): void {
  if (Object.keys(values).length === 0) return
  tx.sql(`UPDATE ${table} SET provider_values = @text WHERE id = @id AND provider_values IS NOT @text`).run({
    id,
    text: JSON.stringify(values),
  })
}
