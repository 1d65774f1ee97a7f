import { createHash } from 'node:crypto'
import { bookingTime, type Booking } from '../../../shared/booking/booking.ts'
import type { Place } from '../../../shared/booking/place.ts'
import { PRACTICE_ROOFTOP } from '../../../shared/booking/rooftop.ts'
import type { Vehicle } from '../../../shared/booking/vehicle.ts'
import { STAGES, type BookedMoves } from '../../../shared/move/move.ts'
import { addMinutes, toMillis, type UtcInstant } from '../../../shared/time/time.ts'
import { searchLine } from '../../../shared/views/lookup.ts'
import { newMoves, readyBy } from '../../../electron/bookings/create.ts'
import { bookingRequest } from '../../../electron/provider/build-request.ts'
import { openDatabase, type Database, type Statement } from '../../../electron/store/database.ts'
import { DESK_MIGRATIONS } from '../../../electron/store/migrations.ts'
import { fillTwo, mergeIndexes, rebuildIndex } from '../../../electron/store/queries/search-index.ts'
import { appendAttempt } from '../../../electron/store/tables/attempts.ts'
import { insertBooking } from '../../../electron/store/tables/bookings.ts'
import type { NewMove } from '../../../electron/store/tables/moves.ts'
import type { ProviderIdentity } from '../../../electron/store/tables/outbox.ts'
import { freezePayload } from '../../../electron/store/tables/payloads.ts'
import { writeSetting } from '../../../electron/store/tables/settings.ts'
import type { Tx } from '../../../electron/store/tx.ts'
import { systemClock, type Clock } from '../../../electron/platform/clock.ts'
import { idOf, type Ids } from '../../../electron/platform/ids.ts'
import { answerOf, outcomeOf, type Answer, type Outcome } from './answers.ts'
import { bookingAt, NOW, savedAt, type Calendar } from './generator.ts'

/*
 * Writes a store of several years: each row once and in the order of the saves, as the booking service and the send
 * queue would leave the row and the indexes. The journal is left out. test/bench/data.test.ts compares the rows with
 * those of the booking service and of the store's functions for outcomes.
 */

const REMOTE: ProviderIdentity = { address: 'https://provider.example', profile: 'baseline' }
const ROOFTOP = PRACTICE_ROOFTOP
const miles = () => 7
const AT_ONCE = 20_000

/** The parts of a booking service that the bulk writer and the benches share. */
export function serviceParts(clock: Clock, ids: Ids) {
  return { remote: REMOTE, rooftop: () => ROOFTOP, defaultPayer: () => null, miles, clock, ids }
}

/** Ids that grow with the time and are the same in each run. */
export function countedIds(): Ids & { at(utc: UtcInstant): void } {
  let ms = 0
  let count = 0
  return {
    at(utc) {
      ms = Math.max(ms, toMillis(utc))
    },
    next() {
      count += 1
      return idOf(ms, BigInt.asUintN(62, createHash('md5').update(String(count)).digest().readBigUInt64BE()))
    },
  }
}

/** A clock that shows the time at which the booking in hand was saved. */
export function savedClock(): Clock & { at(utc: UtcInstant): void } {
  let now = ''
  return { ...systemClock, now: () => now, at: (utc) => void (now = utc) }
}

/** Fills a new store file with the first `bookings` bookings of a calendar and their outcomes. */
export function writeStore(file: string, calendar: Calendar, bookings: number): void {
  const opened = openDatabase(file, DESK_MIGRATIONS)
  if (opened.kind !== 'open') throw new Error(`a new store is ${opened.kind}`)
  const { db } = opened
  db.pragma('synchronous = OFF')
  db.pragma('foreign_keys = OFF')
  db.pragma('cache_size = -400000')
  const tx = cachedTx(db)
  const ids = countedIds()
  for (let from = 0; from < bookings; from += AT_ONCE) {
    db.transaction(() => {
      for (let number = from; number < Math.min(from + AT_ONCE, bookings); number += 1) {
        const at = savedAt(number, calendar)
        ids.at(at)
        insertRows(tx, ids, bookingAt(number, calendar), { number, at, outcome: outcomeOf(number, bookings) })
      }
    })()
  }
  writeSetting(tx, 'payloads_deleted_at', NOW)
  fillSearch(db, tx)
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}

/** As the store's own `Tx`: each text is prepared once. */
function cachedTx(db: Database): Tx {
  const prepared = new Map<string, Statement>()
  const sql = (text: string): Statement => {
    const known = prepared.get(text) ?? db.prepare(text)
    prepared.set(text, known)
    return known
  }
  return { sql, touch: () => {} } as unknown as Tx
}

/** Runs `fill` without the indexes that SQLite can make in one pass over the rows. */
export function withoutIndexes(db: Database, fill: () => void): void {
  const indexes = db.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`).all()
  const known = indexes as { readonly name: string; readonly sql: string }[]
  for (const { name } of known) db.exec(`DROP INDEX ${name}`)
  fill()
  db.transaction(() => known.forEach(({ sql }) => db.exec(sql)))()
}

/** Makes the search indexes in one pass over the lines, complete and merged as an idle desk leaves them. */
function fillSearch(db: Database, tx: Tx): void {
  db.transaction(() => rebuildIndex(tx))()
  while (db.transaction(() => fillTwo(tx, AT_ONCE))() > 0);
  while (db.transaction(() => mergeIndexes(tx))());
}

type Saved = { readonly number: number; readonly at: UtcInstant; readonly outcome: Outcome }

function insertRows(tx: Tx, ids: Ids, booking: Booking, saved: Saved): void {
  const { number, at, outcome } = saved
  const bookingId = ids.next()
  const ready = readyBy(booking, ROOFTOP, miles)
  insertBooking(tx, {
    ...bookedValues(booking),
    id: bookingId,
    remote: REMOTE,
    readyBy: ready,
    reference: booking.reference,
    replaces: null,
    savedAt: at,
  })
  const moves = newMoves(tx, booking, bookingId, ROOFTOP, ids)
  moves.forEach((move, index) => {
    // A response has the customer's move first, and `newMoves` returns that move last.
    const nth = moves.length - 1 - index
    const isKnown = outcome === 'booked' || outcome === 'delivered'
    const answer = isKnown ? answerOf(number, nth, ready.utc, outcome) : null
    insertAnsweredMove(tx, move, at, answer)
    insertSearchLine(tx, booking, move, answer)
  })
  insertEntry(tx, { id: ids.next(), bookingId, payload: payloadOf(booking, moves), ...saved })
}

function bookedValues(booking: Booking) {
  const pair = booking.kind === 'pair' ? booking : null
  return {
    kind: booking.kind,
    action: pair?.action ?? null,
    customerName: pair?.customer.name ?? null,
    customerPhone: pair?.customer.phone ?? null,
    time: bookingTime(booking),
    payerNumber: null,
  }
}

/** The placeholders of so many values. */
function marks(count: number): string {
  return Array(count).fill('?').join(', ')
}

const INSERT_VEHICLE = `INSERT INTO vehicles (stock, vin, year, make, model, color, manual) VALUES (${marks(7)})`
const INSERT_MOVE = `INSERT INTO moves (id, booking_id, role, reference, vehicle_id, pickup_place_id, delivery_place_id,
  dealer_contact, special_instructions, provider_read_at, polled_at, number, status, tracking_link, move_uri, lane_uri,
  ${STAGES.join(', ')}) VALUES (${marks(16 + STAGES.length)})`

function insertAnsweredMove(tx: Tx, move: NewMove, at: UtcInstant, answer: Answer | null): void {
  const { stock, vin, year, make, model, color, manual } = vehicleOf(move)
  const vehicle = tx.sql(INSERT_VEHICLE).run(stock, vin, year, make, model, color, manual ? 1 : 0)
  const readAt = answer === null ? null : at
  tx.sql(INSERT_MOVE).run(
    move.id,
    move.bookingId,
    move.role,
    move.reference,
    vehicle.lastInsertRowid,
    move.pickupPlaceId,
    move.deliveryPlaceId,
    move.dealerContact,
    move.specialInstructions,
    readAt,
    readAt,
    answer?.number,
    answer?.status,
    answer?.trackingLink,
    answer?.moveUri,
    answer?.laneUri,
    ...STAGES.map((stage) => answer?.stages[stage]),
  )
}

function vehicleOf({ vehicle }: NewMove): Vehicle {
  if (vehicle === null) throw new Error('a move of the bench without a vehicle')
  return vehicle
}

const INSERT_ENTRY = `INSERT INTO outbox (id, booking_id, state, provider_address, provider_profile, changed_at, revision,
  code, sent_at) VALUES (${marks(9)})`
/** Maintenance has deleted the payloads of entries that were booked before. */
const PAYLOADS_FROM = addMinutes(NOW, -7 * 24 * 60)

/** Inserts the entry of a booking with the steps of its one attempt. */
function insertEntry(
  tx: Tx,
  { id, bookingId, payload, at, outcome }: Saved & Readonly<Record<'id' | 'bookingId' | 'payload', string>>,
): void {
  const changed = [REMOTE.address, REMOTE.profile, at]
  if (outcome === 'waiting') {
    tx.sql(INSERT_ENTRY).run(id, bookingId, 'waiting', ...changed, 1, null, null)
    return
  }
  const code = outcome === 'refused' ? 'refused' : 'booked'
  const { lastInsertRowid } = tx.sql(INSERT_ENTRY).run(id, bookingId, code, ...changed, 3, code, at)
  if (code === 'refused' || at >= PAYLOADS_FROM) freezePayload(tx, Number(lastInsertRowid), payload)
  const step = { entryId: id, at }
  appendAttempt(tx, { ...step, phase: 'started' })
  appendAttempt(tx, { ...step, phase: 'prepared' })
  appendAttempt(tx, { ...step, phase: 'sending', digest: createHash('sha256').update(payload).digest('hex') })
  appendAttempt(tx, { ...step, phase: 'settled', code, status: code === 'booked' ? 201 : 422 })
}

function payloadOf(booking: Booking, moves: readonly NewMove[]): string {
  const otherEnd = booking.kind === 'one-way' ? booking.destination : ROOFTOP.address
  const ends = (move: NewMove) =>
    booking.kind === 'one-way' || (booking.action === 'pickup') === (move.role === 'customer')
      ? { pickup: booking.place, delivery: otherEnd }
      : { pickup: otherEnd, delivery: booking.place }
  const booked = { ...bookedValues(booking), moves: moves.map((move) => ({ ...move, ...ends(move) })) }
  // `bookingRequest` reads no other value of a booking.
  return bookingRequest(booked as unknown as BookedMoves, { profile: 'baseline', rooftop: null }).body
}

/** Inserts the search line that `indexMove` makes from the rows. */
function insertSearchLine(tx: Tx, booking: Booking, move: NewMove, answer: Answer | null): void {
  const { customerName, customerPhone } = bookedValues(booking)
  const { stock, vin, year, make, model, color } = vehicleOf(move)
  const line = searchLine({
    number: answer?.number ?? null,
    reference: move.reference,
    customerName,
    customerPhone,
    vin,
    stock,
    vehicle: joinWords([year, make, model, color]),
    texts: [
      placeWords(booking.place),
      booking.kind === 'one-way' ? placeWords(booking.destination) : null,
      move.specialInstructions,
    ],
  })
  const loaner = move.role === 'loaner' ? [stock, vin, bookingTime(booking).utc] : [null, null, null]
  tx.sql(
    `INSERT INTO move_search (move_id, booking_id, doc, loaner_stock, loaner_vin, loaner_time) VALUES (${marks(6)})`,
  ).run(move.id, move.bookingId, line, ...loaner)
}

function placeWords({ addressOne, addressTwo, city, state, zip }: Place): string {
  return joinWords([addressOne, addressTwo, city, state, zip])
}

function joinWords(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(' ')
}
