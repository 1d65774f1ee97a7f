import { addNews, moveNewsSchema, type MoveNews, type ToldNews } from '../../../shared/move/move-news.ts'
import {
  bookingValuesSchema,
  moveValuesSchema,
  type ProviderBookingValues,
  type ProviderMoveValues,
} from '../../../shared/move/provider-values.ts'
import { parseJson } from '../../platform/json.ts'
import type { Tx, View } from '../tx.ts'

/*
 * What the provider's responses hold of the sent values, and the news of a move, as JSON in `moves` and `bookings`. A
 * value that a response does not carry keeps what an earlier response said.
 */

export function storeMoveValues(tx: Tx, moveId: string, values: ProviderMoveValues = {}): void {
  store(tx, 'moves', moveId, { ...readMoveValues(columnOf(tx, 'moves', moveId)), ...values })
}

export function storeBookingValues(tx: Tx, bookingId: string, values: ProviderBookingValues = {}): void {
  store(tx, 'bookings', bookingId, { ...readBookingValues(columnOf(tx, 'bookings', bookingId)), ...values })
}

/** Stores the news of a move; without any news the column is null. */
export function storeMoveNews(tx: Tx, moveId: string, told: ToldNews = {}): void {
  const news = addNews(readMoveNews(columnOf(tx, 'moves', moveId, 'provider_news')), told)
  writeColumn(tx, 'moves', moveId, 'provider_news', Object.keys(news).length === 0 ? null : JSON.stringify(news))
}

/** Unreadable text counts as no value, because one damaged column must not keep a booking from being shown. */
export function readMoveValues(column: string | null): ProviderMoveValues {
  if (column === null) return {}
  const read = moveValuesSchema.safeParse(parseJson(column))
  return read.success ? read.data : {}
}

/** As `readMoveValues`. */
export function readBookingValues(column: string | null): ProviderBookingValues {
  if (column === null) return {}
  const read = bookingValuesSchema.safeParse(parseJson(column))
  return read.success ? read.data : {}
}

/** As `readMoveValues`. */
export function readMoveNews(column: string | null): MoveNews {
  if (column === null) return {}
  const read = moveNewsSchema.safeParse(parseJson(column))
  return read.success ? read.data : {}
}

type Table = 'moves' | 'bookings'
type Column = 'provider_values' | 'provider_news'

function columnOf(view: View, table: Table, id: string, column: Column = 'provider_values'): string | null {
  const row = view.sql(`SELECT ${column} AS text FROM ${table} WHERE id = +?`).get(id)
  return (row as { text: string | null } | undefined)?.text ?? null
}

function store(tx: Tx, table: Table, id: string, values: object): void {
  if (Object.keys(values).length === 0) return
  writeColumn(tx, table, id, 'provider_values', JSON.stringify(values))
}

/** Writes only a change, so that a fetch without news leaves the row out of the journal. */
function writeColumn(tx: Tx, table: Table, id: string, column: Column, text: string | null): void {
  tx.sql(`UPDATE ${table} SET ${column} = @text WHERE id = +@id AND ${column} IS NOT @text`).run({ id, text })
}
