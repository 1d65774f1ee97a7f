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
  readonly ours: readonly (readonly number[])[]
  readonly defaults: readonly (readonly number[])[]
  /** The steps of the idle work after each `IDLE_EVERY` bookings. */
  readonly idle: readonly (readonly number[])[]
  /** Bookings in which a checkpoint ran, of all. */
  readonly checkpoints: number
  readonly profile: Shares | null
}

const IDLE_EVERY = 100

const order = JSON.parse(process.argv[2] ?? '{}') as BookingOrder
const mine = copyStore(order.size, 'ours')
const theirs = order.alone === true ? null : copyStore(order.size, 'defaults')
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

/** The same schema and service on a connection without the journal and with SQLite's automatic checkpoint. */
function openDefaults(folder: string): BookingService {
  const opened = openDatabase(join(folder, 'desk.db'), DESK_MIGRATIONS)
  if (opened.kind !== 'open') throw new Error('the store cannot be opened')
  const { db } = opened
  db.pragma('wal_autocheckpoint = 1000')
  const prepared = new Map<string, Statement>()
  const sql = (text: string): Statement => {
    const known = prepared.get(text) ?? db.prepare(text)
    prepared.set(text, known)
    return known
  }
  const tx = { sql, touch: () => {} } as unknown as Tx
  const store = { read: (work) => work(tx), write: (work) => db.transaction(() => work(tx)).immediate() } as Store
  return serviceFor(store)
}

const page = Buffer.alloc(4096, 7)
const rawFile = openSync(join(mine.folder, 'raw.bin'), 'w')
writeSync(rawFile, page, 0, 4096, 0)
fdatasyncSync(rawFile)
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

const defaults = theirs === null ? null : openDefaults(theirs.folder)
// Every statement is prepared, and every code path compiled, before the first measured run.
for (let warm = 0; warm < IDLE_EVERY; warm += 1) {
  book(desk.service, next)
  if (defaults !== null) book(defaults, next)
  next += 1
}
const walFile = openSync(join(mine.folder, 'desk.db-wal'), 'r')
await desk.idle()
// The trace of the flushes begins to count after this flush.
writeSync(rawFile, page, 0, 4096, 0)
fdatasyncSync(rawFile)

const report = { raw: [], floor: [], ours: [], defaults: [], idle: [] } as Record<
  'raw' | 'floor' | 'ours' | 'defaults' | 'idle',
  number[][]
>
let checkpoints = 0
for (let run = 0; run < order.runs; run += 1) {
  const [raw, floor, ours, other]: [number[], number[], number[], number[]] = [[], [], [], []]
  for (let nth = 0; nth < order.bookings; nth += 1) {
    const booking = bookingAt(next, mine.calendar)
    const before = checkpointNumber()
    const save = (service: BookingService) => () => {
      const booked = service.bookMove(booking)
      if (!booked.ok) throw new Error(JSON.stringify(booked.failure))
    }
    if (order.alone !== true) {
      raw.push(
        timed(() => {
          writeSync(rawFile, page, 0, 4096, 0)
          fdatasyncSync(rawFile)
        }),
      )
      floor.push(timed(() => floorRow.run('2026-06-15T15:00:00Z')))
    }
    ours.push(timed(save(desk.service)))
    if (defaults !== null) other.push(timed(save(defaults)))
    if (nth % IDLE_EVERY > 0 && checkpointNumber() !== before) checkpoints += 1
    next += 1
    if (order.withoutIdle !== true && next % IDLE_EVERY === 0) report.idle.push([...(await desk.idle())])
  }
  report.raw.push(raw)
  report.floor.push(floor)
  report.ours.push(ours)
  report.defaults.push(other)
}
const profile =
  order.profiled === true
    ? await profileShares(() => {
        for (const last = next + 1000; next < last; next += 1) book(desk.service, next)
      })
    : null
await desk.end()
mine.end()
theirs?.end()
process.stdout.write(JSON.stringify({ ...report, checkpoints, profile } satisfies BookingReport))
process.exit(0)
