import { AMENDMENT_FACTS, sqlAmendmentStates } from '../../../shared/outbox/amendment-machine.ts'
import type { AmendmentState } from '../../../shared/outbox/amendment-state.ts'
import type { EntryState } from '../../../shared/outbox/entry-state.ts'
import { indexBooking } from '../queries/search.ts'
import { movesOfBooking } from '../tables/moves.ts'
import { entryOfBooking, type Entry } from '../tables/outbox.ts'
import type { Tx, View } from '../tx.ts'
import type { BookingBody, Cell, MoveBody, Row } from './booking-body.ts'
import { noteDuplicates } from './double-sends.ts'
import { isForgotten } from './forget.ts'
import { publishProof } from './replica-lines.ts'
import { rightStateOf } from './rights.ts'

/*
 * The bookings of the other desks in this store, as their desks last published them. Only `writeReplica` and
 * `forgetReplica` change their rows.
 */

/**
 * Writes the booking that `desk` published over the rows of before, without the columns that this version does not
 * know. Returns false without writing for a booking of this desk, a forgotten booking, and a body that does not know of
 * a proof that is here, of which the hub is told, and throws if a row of another booking has one of the ids.
 */
export function writeReplica(tx: Tx, desk: string, body: BookingBody): boolean {
  const known = entryOfBooking(tx, textOf(body.booking, 'id'))
  if (known !== null && (known.desk === null || isForgotten(tx, known.bookingId))) return false
  // The provider's numbers are here, and the desk that says otherwise does not know of them.
  if (known?.state === 'booked' && isWithoutNumbers(body) && hasNumbers(tx, known.bookingId)) {
    // An owner that settled the booking otherwise has the proof as a conflict already.
    if (rightStateOf(body.entry['state'] as EntryState).state !== 'done') publishProof(tx, known.bookingId)
    return false
  }
  writeRows(tx, desk, body, known)
  return true
}

/** True for the body of a desk that knows nothing of the provider's yes to another desk. */
function isWithoutNumbers({ entry, moves }: BookingBody): boolean {
  return entry['state'] !== 'booked' && moves.every(({ move }) => move['number'] === null)
}

function hasNumbers(view: View, bookingId: string): boolean {
  return movesOfBooking(view, bookingId).some(({ number }) => number.known)
}

/**
 * Writes over a booking of this desk the proof of the desk from which this one took the booking over: the provider
 * booked the request of that desk.
 */
export function writeProof(tx: Tx, body: BookingBody): void {
  const known = entryOfBooking(tx, textOf(body.booking, 'id'))
  if (known === null || known.desk !== null || body.entry['state'] !== 'booked') return
  const revision = Math.max(known.revision, Number(body.entry['revision'])) + 1
  writeRows(tx, null, { ...body, entry: { ...body.entry, revision } }, known)
}

function writeRows(tx: Tx, desk: string | null, body: BookingBody, known: Entry | null): void {
  const id = textOf(body.booking, 'id')
  const entryId = textOf(body.entry, 'id')
  assertOwnRows(tx, id, body)
  if (known !== null && known.id !== entryId) throw new Error('a booking of the board has another entry')
  tx.touch(id)
  upsert(tx, 'bookings', body.booking)
  upsert(tx, 'outbox', { ...body.entry, booking_id: id, desk })
  for (const move of body.moves) writeMove(tx, id, move)
  appendNew(tx, 'decisions', 'entry_id', entryId, body.decisions)
  appendNew(tx, 'added_facts', 'booking_id', id, body.addedFacts)
  writeAmendments(
    tx,
    body.amendments.map((row) => ({ ...row, booking_id: id })),
  )
  indexBooking(tx, id)
  noteDuplicates(tx, id)
}

/** A body that names an id of another booking would write over that booking, also over one of this desk. */
export function assertOwnRows(view: View, bookingId: string, { entry, moves, amendments }: BookingBody): void {
  const ids: readonly (readonly [table: string, id: string])[] = [
    ['outbox', textOf(entry, 'id')],
    ...moves.map(({ move }) => ['moves', textOf(move, 'id')] as const),
    ...amendments.map((amendment) => ['amendments', textOf(amendment, 'id')] as const),
  ]
  for (const [table, id] of ids) {
    const row = view.sql(`SELECT booking_id FROM ${table} WHERE id = +?`).get(id) as
      { readonly booking_id: string } | undefined
    if (row !== undefined && row.booking_id !== bookingId)
      throw new Error('a booking of the board names a row of another booking')
  }
}

function writeMove(tx: Tx, bookingId: string, { move, vehicle, pickup, delivery, formerNumbers }: MoveBody): void {
  const id = textOf(move, 'id')
  const known = tx
    .sql(
      'SELECT vehicle_id AS vehicle, pickup_place_id AS pickup, delivery_place_id AS delivery FROM moves WHERE id = +?',
    )
    .get(id) as Readonly<Record<'vehicle' | 'pickup' | 'delivery', number | null>> | undefined
  upsert(tx, 'moves', {
    ...move,
    booking_id: bookingId,
    vehicle_id: vehicle === null ? null : place(tx, 'vehicles', vehicle, known?.vehicle ?? null),
    pickup_place_id: place(tx, 'places', pickup, known?.pickup ?? null),
    delivery_place_id: place(tx, 'places', delivery, known?.delivery ?? null),
  })
  appendNew(tx, 'former_numbers', 'move_id', id, formerNumbers)
}

/** Writes a row without a key of its own over the row that the move had, or as a new row. Returns its number. */
function place(tx: Tx, table: 'places' | 'vehicles', row: Row, id: number | null): number {
  const values = knownValues(tx, table, row)
  if (id !== null) {
    upsert(tx, table, { ...values, id })
    return id
  }
  return Number(insert(tx, table, values))
}

/** The request of an amendment is fixed, so that only the columns of its state are written again. */
const AMENDMENT_STATE = ['state', 'revision', 'code', 'fields', 'provider_message', 'not_before', 'changed_at']

/** A move has one open amendment of a kind, so those that ended are written before those that are open. */
function writeAmendments(tx: Tx, rows: readonly Row[]): void {
  const isOpen = ({ state }: Row) => AMENDMENT_FACTS[state as AmendmentState].open
  const open = rows.filter(isOpen)
  for (const row of rows.filter((one) => !isOpen(one))) writeAmendment(tx, row)
  for (const row of open) closeRivals(tx, row)
  for (const row of open) writeAmendment(tx, row)
}

/**
 * Ends the request of this desk that was not sent before another desk took the booking over and asked for the same. A
 * request that may have left was not withdrawn: the move shows what became of both.
 */
function closeRivals(tx: Tx, row: Row): void {
  tx.sql(
    `UPDATE amendments SET state = CASE state WHEN 'waiting' THEN 'withdrawn' ELSE 'refused' END,
       code = 'asked-elsewhere', not_before = NULL, revision = revision + 1
     WHERE move_id = +? AND kind = +? AND id <> +? AND state IN ${sqlAmendmentStates({ open: true })}`,
  ).run(row['move_id'], row['kind'], row['id'])
}

function writeAmendment(tx: Tx, row: Row): void {
  const known = tx.sql('SELECT 1 FROM amendments WHERE id = +?').get(textOf(row, 'id'))
  if (known === undefined) insertRow(tx, 'amendments', row)
  else upsert(tx, 'amendments', row, AMENDMENT_STATE)
}

type AppendOnly = 'decisions' | 'added_facts' | 'former_numbers'

/** Appends the rows that the table lacks for this parent, and returns their number. Two desks may append rows apart. */
export function appendNew(tx: Tx, table: AppendOnly, parent: string, id: string, rows: readonly Row[]): number {
  const lacking = rowsLacking(tx, table, parent, id, rows)
  for (const row of lacking) insert(tx, table, { ...knownValues(tx, table, row), [parent]: id })
  return lacking.length
}

/** The rows that the table lacks for this parent. A row that stands twice is lacked twice. */
function rowsLacking(view: View, table: AppendOnly, parent: string, id: string, rows: readonly Row[]): readonly Row[] {
  const left = view.sql(`SELECT * FROM ${table} WHERE ${parent} = +?`).all(id) as Row[]
  return rows.filter((row) => {
    const values = Object.entries(knownValues(view, table, row)).filter(([name]) => name !== parent)
    const at = left.findIndex((one) => values.every(([name, value]) => one[name] === value))
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}

/** Inserts a row, or writes `columns` of the row with the same `id`; default: every column. */
function upsert(tx: Tx, table: string, row: Row, columns?: readonly string[]): void {
  const values = knownValues(tx, table, row)
  const written = (columns ?? Object.keys(values)).filter((name) => name !== 'id' && name in values)
  const known = tx.sql(`SELECT 1 FROM ${table} WHERE id = +?`).get(values['id'])
  if (known === undefined) {
    insert(tx, table, values)
    return
  }
  tx.sql(`UPDATE ${table} SET ${written.map((name) => `${name} = ?`).join(', ')} WHERE id = +?`).run(
    ...written.map((name) => values[name] ?? null),
    values['id'],
  )
}

/** Inserts the columns of a row that the table has. */
export function insertRow(tx: Tx, table: string, row: Row): void {
  insert(tx, table, knownValues(tx, table, row))
}

function insert(tx: Tx, table: string, values: Row): number | bigint {
  const names = Object.keys(values)
  const marks = names.map(() => '?').join(', ')
  return tx.sql(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`).run(...Object.values(values))
    .lastInsertRowid
}

/**
 * The values of the columns that the table has, without the number that each store gives by itself. The names become
 * part of an SQL text, so no other name is kept.
 */
function knownValues(view: View, table: string, row: Row): Row {
  const columns = view
    .sql(`SELECT name FROM pragma_table_info(?) WHERE name <> 'seq'`)
    .pluck()
    .all(table) as readonly string[]
  return Object.fromEntries(
    columns.flatMap((name): [string, Cell][] => (name in row ? [[name, row[name] ?? null]] : [])),
  )
}

function textOf(row: Row, name: string): string {
  const value = row[name]
  if (typeof value !== 'string') throw new Error(`a booking of the board has no ${name}`)
  return value
}
