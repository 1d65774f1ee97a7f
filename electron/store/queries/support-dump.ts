import type { View } from '../tx.ts'

/*
 * The raw table rows of a booking, for a person who looks for a fault. The rows are not parsed, because parsing may be
 * what fails.
 */

const TABLES = [
  ['bookings', 'id = @id'],
  ['moves', 'booking_id = @id'],
  ['former_numbers', 'move_id IN (SELECT id FROM moves WHERE booking_id = +@id)'],
  ['outbox', 'booking_id = @id'],
  ['board_due', 'booking_id = +@id'],
  ['board_queue', 'booking_id = +@id'],
  ['board_rights', 'entry_id IN (SELECT id FROM outbox WHERE booking_id = +@id)'],
  ['board_duplicates', 'entry_id IN (SELECT id FROM outbox WHERE booking_id = +@id)'],
  ['payloads', 'entry_seq IN (SELECT seq FROM outbox WHERE booking_id = +@id)'],
  ['attempts', 'entry_seq IN (SELECT seq FROM outbox WHERE booking_id = +@id)'],
  ['decisions', 'entry_id IN (SELECT id FROM outbox WHERE booking_id = +@id)'],
  ['added_facts', 'booking_id = @id'],
  ['amendments', 'booking_id = @id'],
  ['amendment_attempts', 'amendment_id IN (SELECT id FROM amendments WHERE booking_id = +@id)'],
  ['vehicles', 'id IN (SELECT vehicle_id FROM moves WHERE booking_id = +@id)'],
  [
    'places',
    `id IN (SELECT pickup_place_id FROM moves WHERE booking_id = +@id
            UNION SELECT delivery_place_id FROM moves WHERE booking_id = +@id)`,
  ],
] as const

/**
 * The rows of a booking in each of `TABLES`, as the text of a JSON object with a list of rows by table. Null for an
 * unknown booking.
 */
export function supportDump(view: View, id: string): string | null {
  const rows = TABLES.map(([table, where]) => [table, view.sql(`SELECT * FROM ${table} WHERE ${where}`).all({ id })])
  const raw = Object.fromEntries(rows) as Readonly<Record<string, readonly unknown[]>>
  return raw['bookings']?.length === 0 ? null : JSON.stringify(raw, null, 2)
}
