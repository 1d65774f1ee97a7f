import type { EntryState } from '../../../shared/outbox/entry-state.ts'
import type { View } from '../tx.ts'
import { rightStateOf } from './rights.ts'

/*
 * A booking as the board shows it to the other desks: the rows of its tables, without the numbers that only this store
 * gave. A payload, an attempt and a draft never leave the PC.
 */

export type Cell = string | number | null
export type Row = Readonly<Record<string, Cell>>

export type BookingBody = {
  readonly booking: Row
  readonly entry: Row
  readonly moves: readonly MoveBody[]
  /** Append-only rows, the oldest first. */
  readonly decisions: readonly Row[]
  readonly addedFacts: readonly Row[]
  readonly amendments: readonly Row[]
}

export type MoveBody = {
  readonly move: Row
  readonly vehicle: Row | null
  readonly pickup: Row
  readonly delivery: Row
  readonly formerNumbers: readonly Row[]
}

/** The body of a booking of this desk; null for an unknown booking and for one of another desk. */
export function composeBody(view: View, bookingId: string): BookingBody | null {
  const found = composeAnyBody(view, bookingId)
  return found?.desk === null ? found.body : null
}

/** The body of a booking with the role of the other desk that has the booking; null for an unknown booking. */
export function composeAnyBody(
  view: View,
  bookingId: string,
): { readonly desk: string | null; readonly body: BookingBody } | null {
  const booking = view.sql('SELECT * FROM bookings WHERE id = +?').get(bookingId) as Row | undefined
  const entry = view.sql('SELECT * FROM outbox WHERE booking_id = +?').get(bookingId) as
    (Row & { readonly desk: string | null }) | undefined
  if (booking === undefined || entry === undefined) return null
  const moves = view.sql('SELECT * FROM moves WHERE booking_id = +? ORDER BY rowid').all(bookingId) as readonly Row[]
  const body = {
    booking,
    entry: without(entry, ['seq', 'booking_id', 'desk']),
    moves: moves.map((move) => composeMove(view, move)),
    decisions: rowsOf(view, 'SELECT * FROM decisions WHERE entry_id = +? ORDER BY seq', entry['id'], 'entry_id'),
    addedFacts: rowsOf(view, 'SELECT * FROM added_facts WHERE booking_id = +? ORDER BY seq', bookingId, 'booking_id'),
    amendments: rowsOf(view, 'SELECT * FROM amendments WHERE booking_id = +? ORDER BY seq', bookingId, 'booking_id'),
  }
  return { desk: entry.desk, body }
}

function composeMove(view: View, move: Row): MoveBody {
  const place = (id: Cell | undefined) => without(view.sql('SELECT * FROM places WHERE id = +?').get(id) as Row, ['id'])
  const vehicle = view.sql('SELECT * FROM vehicles WHERE id = +?').get(move['vehicle_id']) as Row | undefined
  return {
    move: without(move, ['booking_id', 'vehicle_id', 'pickup_place_id', 'delivery_place_id']),
    vehicle: vehicle === undefined ? null : without(vehicle, ['id']),
    pickup: place(move['pickup_place_id']),
    delivery: place(move['delivery_place_id']),
    formerNumbers: rowsOf(
      view,
      'SELECT * FROM former_numbers WHERE move_id = +? ORDER BY rowid',
      move['id'],
      'move_id',
    ),
  }
}

function rowsOf(view: View, sql: string, of: Cell | undefined, parent: string): readonly Row[] {
  return (view.sql(sql).all(of) as readonly Row[]).map((row) => without(row, ['seq', parent]))
}

function without(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
}

/** The values by which the hub finds bookings alike, and the end from which it counts how long it keeps a booking. */
export function keysOf({ booking, entry, moves }: BookingBody): object {
  const vins = moves.flatMap(({ vehicle }) => (typeof vehicle?.['vin'] === 'string' ? [vehicle['vin']] : []))
  const isSettled = rightStateOf(entry['state'] as EntryState).state === 'done'
  return {
    day: String(booking['time_local']).slice(0, 10),
    action: booking['action'],
    vins,
    ro: booking['reference'],
    phone: booking['customer_phone'],
    name: booking['customer_name'],
    references: moves.map(({ move }) => move['reference']),
    duplicable: entry['state'] !== 'withdrawn',
    endedAt: isSettled ? booking['time_utc'] : null,
  }
}
