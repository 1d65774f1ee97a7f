import { searchLine, type SearchableMove } from '../../../shared/views/lookup.ts'
import type { MoveRole } from '../../../shared/move/move.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { searchedFacts } from '../tables/added-facts.ts'
import type { Tx, View } from '../tx.ts'
import { bothHits, type Hits } from './search-hits.ts'
import { dueLines, hitsOfLong, hitsOfShort, listDue, newestFirst, type SearchLine } from './search-index.ts'

/* Searches one normalized line for each move, newest first, by an index of three characters and one of one and two. */

/** The limit of hits that are read for one answer and lack a word. */
const MAX_MISSED = 10_000

/**
 * The values of a move's line. The lot and the contact of a pair are left out, because they are those of the rooftop
 * and would find every pair.
 */
const LINE_SQL = `SELECT m.booking_id AS bookingId, b.time_utc AS bookingTime, m.role, m.number, m.reported_number AS reportedNumber, m.reference, b.customer_name AS customerName,
    b.customer_phone AS customerPhone, v.vin, v.stock, v.year, v.make, v.model, v.color,
    m.special_instructions AS instructions, CASE b.kind WHEN 'one-way' THEN m.dealer_contact END AS contact,
    f.address_one AS fromOne, f.address_two AS fromTwo, f.city AS fromCity, f.state AS fromState, f.zip AS fromZip,
    t.address_one AS toOne, t.address_two AS toTwo, t.city AS toCity, t.state AS toState, t.zip AS toZip,
    (SELECT d.detail FROM outbox o JOIN decisions d ON d.entry_id = o.id
     WHERE o.booking_id = b.id AND d.kind = 'placed-by-phone' ORDER BY d.seq DESC LIMIT 1) AS phoneReference,
    (SELECT group_concat(n.number, ' ') FROM former_numbers n WHERE n.move_id = m.id) AS formerNumbers
  FROM moves m JOIN bookings b ON b.id = m.booking_id LEFT JOIN vehicles v ON v.id = m.vehicle_id
    LEFT JOIN places f ON f.id = m.pickup_place_id AND (b.kind = 'one-way' OR (b.action = 'pickup') = (m.role = 'customer'))
    LEFT JOIN places t ON t.id = m.delivery_place_id AND (b.kind = 'one-way' OR (b.action = 'pickup') = (m.role = 'loaner'))
  WHERE m.id = +?`

type LineRow = Omit<SearchableMove, 'vehicle' | 'texts'> &
  VehicleWords & {
    readonly bookingId: string
    readonly bookingTime: UtcInstant
    readonly role: MoveRole
    readonly reportedNumber: number | null
    readonly instructions: string | null
    readonly contact: string | null
    readonly phoneReference: string | null
    /** Separated by blanks. */
    readonly formerNumbers: string | null
  } & Readonly<Record<`${'from' | 'to'}${'One' | 'Two' | 'City' | 'State' | 'Zip'}`, string | null>>

function lineOf(view: View, row: LineRow): string {
  const { number, reference, customerName, customerPhone, vin, stock } = row
  return searchLine({
    number,
    reference,
    customerName,
    customerPhone,
    vin,
    stock,
    vehicle: vehicleWords(row),
    texts: [
      row.reportedNumber === null ? null : String(row.reportedNumber),
      row.phoneReference,
      row.formerNumbers,
      joinWords([row.fromOne, row.fromTwo, row.fromCity, row.fromState, row.fromZip]),
      joinWords([row.toOne, row.toTwo, row.toCity, row.toState, row.toZip]),
      row.instructions,
      row.contact,
      ...searchedFacts(view, row.bookingId, row.role),
    ],
  })
}

/**
 * Writes the search row of a move: its line, and the loaner with the time of the booking. Callers repeat the call when
 * a value of the row changes, and the row keeps its place in the list.
 */
export function indexMove(tx: Tx, moveId: string): void {
  const row = tx.sql(LINE_SQL).get(moveId) as LineRow
  const isLoaner = row.role === 'loaner' && (row.stock !== null || row.vin !== null)
  const values = [lineOf(tx, row), ...(isLoaner ? [row.stock, row.vin, row.bookingTime] : [null, null, null])]
  const known = tx.sql('SELECT seq FROM move_search WHERE move_id = +?').get(moveId) as { seq: number } | undefined
  if (known === undefined) {
    const made = tx
      .sql(
        `INSERT INTO move_search (move_id, booking_id, doc, loaner_stock, loaner_vin, loaner_time)
         VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .run(moveId, row.bookingId, ...values)
    listDue(tx, made.lastInsertRowid)
    return
  }
  tx.sql('UPDATE move_search SET doc = ?, loaner_stock = ?, loaner_vin = ?, loaner_time = ? WHERE seq = +?').run(
    ...values,
    known.seq,
  )
  tx.sql('DELETE FROM search_lines_due WHERE seq = +?').run(known.seq)
  listDue(tx, known.seq)
}

/** Writes the search rows of a booking's moves. */
export function indexBooking(tx: Tx, bookingId: string): void {
  const ids = tx.sql('SELECT id FROM moves WHERE booking_id = +?').pluck().all(bookingId) as string[]
  for (const id of ids) indexMove(tx, id)
}

/**
 * Writes the newest `count` search rows that still have the line of an earlier version. Returns how many rows were
 * written.
 */
export function remakeDueLines(tx: Tx, count: number): number {
  const due = tx
    .sql('SELECT s.move_id FROM search_lines_due d JOIN move_search s ON s.seq = d.seq ORDER BY d.seq DESC LIMIT ?')
    .pluck()
    .all(count) as string[]
  for (const moveId of due) indexMove(tx, moveId)
  return due.length
}

/** How many search rows `remakeDueLines` has still to write. */
export function countDueLines(view: View): number {
  return view.sql('SELECT count(*) FROM search_lines_due').pluck().get() as number
}

/** The ids of bookings; `more` is true if others match, or may match beyond the rows that were read. */
type Found = { readonly bookingIds: readonly string[]; readonly more: boolean }

/** The bookings with a move whose search row contains every word, at most `most`, the newest move first. */
export function searchBookings(view: View, words: readonly string[], most: number): Found {
  const due = dueLines(view)
  const matching = due.filter(({ doc }) => words.every((word) => doc.includes(word)))
  const reading = { isCut: false }
  const found = firstBookings(newestFirst(matching, indexedMatches(view, words, due, reading)), most)
  return { ...found, more: found.more || reading.isCut }
}

/** The bookings of the first matches, which are read until there are more than `most`. */
function firstBookings(matches: Iterable<Match>, most: number): Found {
  const found = new Set<string>()
  for (const { bookingId } of matches) {
    found.add(bookingId)
    if (found.size > most) break
  }
  return { bookingIds: [...found].slice(0, most), more: found.size > most }
}

/**
 * As `searchBookings`, among a few bookings. Reads their rows one by one, because the index would return moves of all
 * bookings.
 */
export function rankCandidates(
  view: View,
  words: readonly string[],
  { bookingIds, most }: { readonly bookingIds: ReadonlySet<string>; readonly most: number },
): Found {
  const found = [...bookingIds]
    .flatMap((id) => linesOfBooking(view, id))
    .filter(({ doc }) => words.every((word) => doc.includes(word)))
    .sort((one, other) => other.seq - one.seq)
  return firstBookings(found, most)
}

function linesOfBooking(view: View, bookingId: string): readonly SearchLine[] {
  return view
    .sql(
      `SELECT d.seq, d.booking_id AS bookingId, d.doc
       FROM moves m JOIN move_search d ON d.move_id = m.id WHERE m.booking_id = +?`,
    )
    .all(bookingId) as SearchLine[]
}

type Match = Omit<SearchLine, 'doc'>

/** The lines that have every word and are not due, newest first; `reading.isCut` tells that others may be left. */
function* indexedMatches(
  view: View,
  words: readonly string[],
  due: readonly SearchLine[],
  reading: { isCut: boolean },
): Iterable<Match> {
  const isDue = new Set(due.map(({ seq }) => seq))
  const lines = view.sql(
    `SELECT d.seq, d.booking_id AS bookingId FROM json_each(?) CROSS JOIN move_search d ON d.seq = json_each.value
     WHERE ${['true', ...words.map(() => 'instr(d.doc, ?)')].join(' AND ')}`,
  )
  let missed = 0
  for (const { seqs, passed } of hitsOf(view, words).portions()) {
    const found = seqs.length === 0 ? [] : (lines.all(JSON.stringify(seqs), ...words) as Match[])
    yield* found.filter(({ seq }) => !isDue.has(seq))
    missed += passed - found.length
    if (missed < MAX_MISSED) continue
    reading.isCut = true
    return
  }
}

/** The hits whose lines have to be read for lines that have every word. */
function hitsOf(view: View, words: readonly string[]): Hits {
  const long = words.filter(isLong)
  const short = words.filter((word) => !isLong(word))
  if (long.length === 0) return hitsOfShort(view, short)
  return short.length === 0 ? hitsOfLong(view, long) : bothHits(hitsOfLong(view, long), hitsOfShort(view, short))
}

/** True for a word that the trigram index finds. */
function isLong(word: string): boolean {
  return [...word].length >= 3
}

type VehicleWords = {
  readonly vin: string | null
  readonly stock: string | null
  readonly year: string | null
  readonly make: string | null
  readonly model: string | null
  readonly color: string | null
}

function vehicleWords(row: VehicleWords): string {
  return joinWords([row.year, row.make, row.model, row.color])
}

function joinWords(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(' ')
}
