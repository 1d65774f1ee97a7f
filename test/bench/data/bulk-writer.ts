import { createHash } from 'node:crypto'
import type { BookedMoves, ProviderMove } from '../../../shared/move/move.ts'
import { STAGES } from '../../../shared/move/move.ts'
import { PRACTICE_ROOFTOP } from '../../../shared/booking/rooftop.ts'
import { addMinutes, toMillis, type UtcInstant } from '../../../shared/time/time.ts'
import { insertNewBooking } from '../../../electron/bookings/create.ts'
import { bookingRequest } from '../../../electron/provider/build-request.ts'
import { openDatabase, type Database, type Statement } from '../../../electron/store/database.ts'
import { DESK_MIGRATIONS } from '../../../electron/store/migrations.ts'
import { rebuildIndex } from '../../../electron/store/queries/search.ts'
import { appendAttempt } from '../../../electron/store/tables/attempts.ts'
import { readBooking } from '../../../electron/store/tables/bookings.ts'
import { claimEntry, entryOfBooking, type ProviderIdentity } from '../../../electron/store/tables/outbox.ts'
import { writeOutcome } from '../../../electron/store/recovery/outcome-file.ts'
import type { Tx } from '../../../electron/store/tx.ts'
import { systemClock, type Clock } from '../../../electron/platform/clock.ts'
import type { Ids } from '../../../electron/platform/ids.ts'
import { bookingAt, savedAt, type Calendar } from './generator.ts'

/*
 * Writes a store of several years through the store's own statements, many bookings in one transaction and without the
 * journal. test/bench/data.test.ts compares the rows with those of the booking service.
 */

const REMOTE: ProviderIdentity = { address: 'https://provider.example', profile: 'baseline' }
const ROOFTOP = PRACTICE_ROOFTOP
const AT_ONCE = 5000
/** One in so many bookings of the future still waits to be sent. */
const WAITING = 20
/** The provider refused one in so many bookings. */
const REFUSED = 1000

/** The parts of a booking service that the bulk writer and the benches share. */
export function serviceParts(clock: Clock, ids: Ids) {
  return { remote: REMOTE, rooftop: () => ROOFTOP, defaultPayer: () => null, miles: () => 7, clock, ids }
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
      const time = ms.toString(16).padStart(12, '0')
      const rest = createHash('md5').update(String(count)).digest('hex')
      return [time.slice(0, 8), time.slice(8), `7${rest.slice(0, 3)}`, `8${rest.slice(3, 6)}`, rest.slice(6, 18)].join(
        '-',
      )
    },
  }
}

/** A clock that shows the time at which the booking in hand was saved. */
export function savedClock(): Clock & { at(utc: UtcInstant): void } {
  let now = ''
  return { ...systemClock, now: () => now, at: (utc) => void (now = utc) }
}

/** Fills a new store file with `bookings` bookings of a calendar, `settled` or as they are right after the save. */
export function writeStore(
  file: string,
  calendar: Calendar,
  { bookings, settled }: { readonly bookings: number; readonly settled: boolean },
): void {
  const opened = openDatabase(file, DESK_MIGRATIONS)
  if (opened.kind !== 'open') throw new Error(`a new store is ${opened.kind}`)
  const { db } = opened
  db.pragma('synchronous = OFF')
  db.pragma('cache_size = -400000')
  const tx = cachedTx(db)
  const clock = savedClock()
  const ids = countedIds()
  const parts = serviceParts(clock, ids)
  for (let from = 0; from < bookings; from += AT_ONCE) {
    db.transaction(() => {
      for (let number = from; number < Math.min(from + AT_ONCE, bookings); number += 1) {
        const at = savedAt(number, calendar)
        clock.at(at)
        ids.at(at)
        const bookingId = ids.next()
        insertNewBooking(tx, parts, bookingAt(number, calendar), bookingId)
        if (settled) settle(tx, bookingId, number, { at, isPast: number < bookings * 0.99 })
      }
    })()
  }
  db.transaction(() => rebuildIndex({ sql: (text: string) => db.prepare(text) } as unknown as Tx))()
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}

/** The full-text index is written in one pass at the end, which takes a fraction of the time. */
const INDEXES = /^(INSERT INTO|DELETE FROM) move_search_fts /

const NO_STATEMENT = { run: () => ({ changes: 0, lastInsertRowid: 0 }) } as unknown as Statement

/** As the store's own `Tx`: each text is prepared once. Leaves the full-text index out. */
function cachedTx(db: Database): Tx {
  const prepared = new Map<string, Statement>()
  const sql = (text: string): Statement => {
    const known = prepared.get(text) ?? (INDEXES.test(text) ? NO_STATEMENT : db.prepare(text))
    prepared.set(text, known)
    return known
  }
  return { sql, touch: () => {} } as unknown as Tx
}

/** Sends a booking as the desk does, and lets the driver deliver the moves of the past. */
function settle(
  tx: Tx,
  bookingId: string,
  number: number,
  { at, isPast }: { readonly at: UtcInstant; readonly isPast: boolean },
): void {
  if (!isPast && number % WAITING === 0) return
  const booking = readBooking(tx, bookingId, REMOTE)
  const entry = entryOfBooking(tx, bookingId)
  if (booking === null || entry === null) throw new Error('a written booking is missing')
  const { body } = bookingRequest(booking, { profile: 'baseline', rooftop: null })
  appendAttempt(tx, { entryId: entry.id, at, phase: 'started' })
  appendAttempt(tx, { entryId: entry.id, at, phase: 'prepared' })
  const digest = createHash('sha256').update(body).digest('hex')
  const claimed = claimEntry(tx, entry, { kind: 'claimed', payload: body, digest }, at)
  if (claimed === null) throw new Error('a new entry cannot be claimed')
  const refused = isPast && number % REFUSED === 0
  writeOutcome(tx, claimed, {
    bookingId,
    revision: claimed.revision,
    fields: {},
    providerMessage: null,
    bytes: null,
    at,
    ...(refused
      ? { proof: 'refused', code: 'refused', status: 422 }
      : { proof: 'booked', code: 'booked', status: 201 }),
    response: refused ? null : { moves: answersTo(booking, number, isPast), readyBy: null },
    revokedGuaranteeAt: null,
  })
}

/** The provider's values of each move, with the times of the driver for a move of the past. */
function answersTo(
  booking: BookedMoves,
  number: number,
  isPast: boolean,
): readonly { readonly moveId: string; readonly response: ProviderMove }[] {
  return booking.moves.map((move, nth) => {
    const told = 100_000 + number * 2 + nth
    const stages = STAGES.map((stage, step) => [stage, isPast ? addMinutes(booking.readyBy.utc, step * 9) : null])
    return {
      moveId: move.id,
      response: {
        number: told,
        status: isPast ? 'delivery successful' : null,
        cancelStatus: null,
        cancelReason: null,
        stages: Object.fromEntries(stages) as ProviderMove['stages'],
        trackingLink: isPast ? `https://provider.example/t/${told.toString(36)}` : null,
        moveUri: `https://provider.example/v1/moves/${told}`,
        laneUri: `https://provider.example/v1/lanes/${told % 400}`,
        detailsUrl: undefined,
        vehicle: undefined,
        pickup: undefined,
        delivery: undefined,
      },
    }
  })
}
