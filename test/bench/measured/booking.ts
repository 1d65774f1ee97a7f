import { fdatasyncSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { openDatabase, type Statement } from '../../../electron/store/database.ts'
import { DESK_MIGRATIONS } from '../../../electron/store/migrations.ts'
import type { BookingService } from '../../../electron/bookings/service.ts'
import type { Store } from '../../../electron/store/store.ts'
import type { Tx } from '../../../electron/store/tx.ts'
import { bookingAt } from '../data/generator.ts'
import { copyStore, type Size } from '../data/stores.ts'
import { openBenchDesk, serviceFor } from '../support/desk.ts'
import { profileShares, type Shares } from '../support/profile.ts'

/*
 * Bookings, raw flushes and the cheapest commits in turns, so that a slow moment of the machine meets all of them.
 */

export type BookingOrder = {
  readonly size: Size
  readonly runs: number
  /** A multiple of `IDLE_EVERY`. */
  readonly bookings: number
  /** Only our bookings. */
  readonly alone?: boolean
  /** No idle work after the first round, so that a count of flushes has those of bookings alone. */
  readonly withoutIdle?: boolean
  readonly profiled?: boolean
}

/** The times of each run in milliseconds. */
export type BookingReport = {
  readonly raw: readonly (readonly number[])[]
  readonly floor: readonly (readonly number[])[]
  /** The rows of each booking and the two flushes, without the code that decides what to write. */
  readonly rows: readonly (readonly number[])[]
  readonly ours: readonly (readonly number[])[]
  readonly defaults: readonly (readonly number[])[]
  /** Each first raw flush and first booking after a rest of `REST_MS`, when the processor has gone cold. */
  readonly rested: readonly (readonly [raw: number, ours: number])[]
  /** The steps of the idle work after each `IDLE_EVERY` bookings. */
  readonly idle: readonly (readonly number[])[]
  /** Bookings in which a checkpoint ran, of all. */
  readonly checkpoints: number
  readonly profile: Shares | null
}

const IDLE_EVERY = 100
const REST_MS = 60
/** About the length of a booking in the journal. */
const RECORD_BYTES = 2_048

const rest = () => new Promise((resolve) => setTimeout(resolve, REST_MS))

type Write = { readonly sql: string; readonly values: readonly unknown[] }

const order = JSON.parse(process.argv[2] ?? '{}') as BookingOrder
const mine = copyStore(order.size, 'ours')
const theirs = order.alone === true ? null : copyStore(order.size, 'defaults')
const rowsCopy = order.alone === true ? null : copyStore(order.size, 'rows')
const desk = await openBenchDesk(mine.folder)
let next = mine.calendar.bookings

function book(service: BookingService, number: number): void {
  const booked = service.bookMove(bookingAt(number, mine.calendar))
  if (!booked.ok) throw new Error(JSON.stringify(booked.failure))
}

function timed(work: () => void): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

/**
 * The same schema and service on a connection without the journal and with SQLite's automatic checkpoint. `written` gets
 * each write of a booking.
 */
function openDefaults(folder: string, written: Write[]): BookingService {
  const opened = openDatabase(join(folder, 'desk.db'), DESK_MIGRATIONS)
  if (opened.kind !== 'open') throw new Error('the store cannot be opened')
  const { db } = opened
  db.pragma('wal_autocheckpoint = 1000')
  const prepared = new Map<string, Statement>()
  const sql = (text: string): Statement => {
    const known = prepared.get(text) ?? noting(db.prepare(text), written)
    prepared.set(text, known)
    return known
  }
  const tx = { sql, touch: () => {} } as unknown as Tx
  const store = { read: (work) => work(tx), write: (work) => db.transaction(() => work(tx)).immediate() } as Store
  return serviceFor(store)
}

function noting(statement: Statement, written: Write[]): Statement {
  if (statement.readonly) return statement
  const run = statement.run.bind(statement)
  return Object.assign(statement, {
    run(...values: unknown[]) {
      written.push({ sql: statement.source, values })
      return run(...values)
    },
  })
}

/** Writes the rows of a booking again into another copy of the store, with one flush of a journal and one of the store. */
function openRows(folder: string): { write(written: readonly Write[]): void; checkpoint(): void } {
  const opened = openDatabase(join(folder, 'desk.db'), DESK_MIGRATIONS)
  if (opened.kind !== 'open') throw new Error('the store cannot be opened')
  const { db } = opened
  db.pragma('wal_autocheckpoint = 0')
  const prepared = new Map<string, Statement>()
  const journal = openSync(join(folder, 'rows.journal'), 'a')
  const record = Buffer.alloc(RECORD_BYTES, 7)
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  return {
    write(written) {
      begin.run()
      for (const { sql, values } of written) {
        const statement = prepared.get(sql) ?? db.prepare(sql)
        prepared.set(sql, statement)
        statement.run(...values)
      }
      writeSync(journal, record)
      fdatasyncSync(journal)
      commit.run()
    },
    checkpoint: () => void db.pragma('wal_checkpoint(PASSIVE)'),
  }
}

const page = Buffer.alloc(4096, 7)
const rawFile = openSync(join(mine.folder, 'raw.bin'), 'w')
function flushRaw(): void {
  writeSync(rawFile, page, 0, 4096, 0)
  fdatasyncSync(rawFile)
}
flushRaw()
const floorDb = new Sqlite(join(mine.folder, 'floor.db'))
floorDb.pragma('journal_mode = WAL')
floorDb.pragma('synchronous = FULL')
floorDb.exec('CREATE TABLE one (id INTEGER PRIMARY KEY, at TEXT)')
const floorRow = floorDb.prepare('INSERT INTO one (at) VALUES (?)')

/** SQLite counts this number up with the first write after a complete checkpoint. */
function checkpointNumber(): number {
  const header = Buffer.alloc(4)
  readSync(walFile, header, 0, 4, 12)
  return header.readUInt32BE()
}

const written: Write[] = []
const defaults = theirs === null ? null : openDefaults(theirs.folder, written)
const rows = rowsCopy === null ? null : openRows(rowsCopy.folder)
/** Gives the other stores the booking that the desk has just saved. */
function bookElsewhere(): void {
  if (defaults !== null) book(defaults, next)
  rows?.write(written.splice(0))
  next += 1
}

// Every statement is prepared, and every code path compiled, before the first measured run.
for (let warm = 0; warm < IDLE_EVERY; warm += 1) {
  book(desk.service, next)
  bookElsewhere()
}
const walFile = openSync(join(mine.folder, 'desk.db-wal'), 'r')
await desk.idle()
// A trace counts the flushes between this flush and the next flush of the file.
flushRaw()

const rested: [raw: number, ours: number][] = []
const report = { raw: [], floor: [], rows: [], ours: [], defaults: [], idle: [] } as Record<
  'raw' | 'floor' | 'rows' | 'ours' | 'defaults' | 'idle',
  number[][]
>
let checkpoints = 0
for (let run = 0; run < order.runs; run += 1) {
  const [raw, floor, alone, ours, other]: [number[], number[], number[], number[], number[]] = [[], [], [], [], []]
  for (let nth = 0; nth < order.bookings; nth += 1) {
    const booking = bookingAt(next, mine.calendar)
    const before = checkpointNumber()
    const save = (service: BookingService) => () => {
      const booked = service.bookMove(booking)
      if (!booked.ok) throw new Error(JSON.stringify(booked.failure))
    }
    if (order.alone !== true) {
      raw.push(timed(flushRaw))
      floor.push(timed(() => floorRow.run('2026-06-15T15:00:00Z')))
    }
    ours.push(timed(save(desk.service)))
    if (defaults !== null) other.push(timed(save(defaults)))
    if (rows !== null) {
      const writes = written.splice(0)
      alone.push(timed(() => rows.write(writes)))
    }
    if (nth % IDLE_EVERY > 0 && checkpointNumber() !== before) checkpoints += 1
    next += 1
    if (order.withoutIdle === true || (nth + 1) % IDLE_EVERY > 0) continue
    rows?.checkpoint()
    report.idle.push([...(await desk.idle())])
    if (order.alone === true) continue
    await rest()
    const restedRaw = timed(flushRaw)
    await rest()
    rested.push([restedRaw, timed(() => book(desk.service, next))])
    bookElsewhere()
  }
  report.raw.push(raw)
  report.floor.push(floor)
  report.rows.push(alone)
  report.ours.push(ours)
  report.defaults.push(other)
}
flushRaw()
const profile =
  order.profiled === true
    ? await profileShares(() => {
        for (const last = next + 1000; next < last; next += 1) book(desk.service, next)
      })
    : null
await desk.end()
mine.end()
theirs?.end()
rowsCopy?.end()
// The report is longer than a pipe holds.
process.stdout.write(JSON.stringify({ ...report, rested, checkpoints, profile } satisfies BookingReport), () =>
  process.exit(0),
)
