import { mkdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bookingAt, calendarOf } from '../data/generator.ts'
import { writeStore } from '../data/bulk-writer.ts'
import { openBenchDesk } from '../support/desk.ts'

/* Saves bookings one by one into stores that a developer would reach for instead, each after 10,000 bookings. */

/** The times of each run in milliseconds. */
export type PeerReport = {
  readonly ours: readonly (readonly number[])[]
  readonly peers: Readonly<Record<string, readonly (readonly number[])[]>>
}

type Save = (doc: object) => unknown
type Peer = { readonly name: string; readonly times: number; readonly save: Save }

const { bookings } = JSON.parse(process.argv[2] ?? '{}') as { readonly bookings: number }
const RUNS = 5
const FOLDER = join(process.cwd(), 'out/bench/work', `peers-${process.pid}`)
const PEERS = join(process.cwd(), 'out/bench/peers')
mkdirSync(FOLDER, { recursive: true })
const calendar = calendarOf(100_000)
const docs = Array.from({ length: bookings }, (_, number) => docOf(number))

function docOf(number: number): object & { readonly _id: string } {
  return { _id: `b${String(number).padStart(9, '0')}`, ...bookingAt(number, calendar) }
}

const require = createRequire(join(PEERS, 'package.json'))
const load = (name: string): Promise<never> => import(pathToFileURL(require.resolve(name)).href) as Promise<never>
const inFolder = (name: string) => join(FOLDER, name)

async function openLowdb(): Promise<Peer> {
  type Low = { readonly data: { readonly bookings: object[] }; write(): Promise<void> }
  const { JSONFilePreset }: { JSONFilePreset(file: string, data: object): Promise<Low> } = await import(
    pathToFileURL(join(PEERS, 'node_modules/lowdb/lib/node.js')).href
  )
  const db = await JSONFilePreset(inFolder('lowdb.json'), { bookings: [...docs] })
  await db.write()
  return { name: 'lowdb', times: 6, save: (doc) => (db.data.bookings.push(doc), db.write()) }
}

async function openConf(): Promise<Peer> {
  type Conf = { set(key: string, value: unknown): void }
  const { default: Conf }: { default: new (options: object) => Conf } = await import(
    pathToFileURL(join(PEERS, 'node_modules/conf/dist/source/index.js')).href
  )
  const conf = new Conf({ cwd: FOLDER, configName: 'conf', projectName: 'bench' })
  conf.set('bookings', Object.fromEntries(docs.map((doc) => [doc._id, doc])))
  let count = 0
  return { name: 'conf', times: 4, save: (doc) => conf.set(`bookings.n${(count += 1)}`, doc) }
}

async function openNedb(): Promise<Peer> {
  type Nedb = { loadDatabaseAsync(): Promise<void>; insertAsync(doc: object): Promise<unknown> }
  const { default: Datastore }: { default: new (options: object) => Nedb } = await load('@seald-io/nedb')
  const db = new Datastore({ filename: inFolder('nedb.db') })
  await db.loadDatabaseAsync()
  await db.insertAsync(docs)
  return { name: 'NeDB (no flush)', times: 100, save: (doc) => db.insertAsync(doc) }
}

async function openPouch(): Promise<Peer> {
  type Pouch = { put(doc: object): Promise<unknown>; bulkDocs(docs: readonly object[]): Promise<unknown> }
  // PouchDB keeps ids that begin with an underscore for itself.
  const { default: PouchDB }: { default: new (name: string) => Pouch } = await load('pouchdb-node')
  const db = new PouchDB(inFolder('pouch'))
  await db.bulkDocs(docs)
  return { name: 'PouchDB (no flush)', times: 100, save: (doc) => db.put(doc) }
}

async function openLevel(): Promise<Peer> {
  type Level = {
    open(): Promise<void>
    put(key: string, value: string, options: { readonly sync: boolean }): Promise<void>
  }
  const { ClassicLevel }: { ClassicLevel: new (folder: string) => Level } = await load('classic-level')
  const db = new ClassicLevel(inFolder('level'))
  await db.open()
  for (const doc of docs) await db.put(doc._id, JSON.stringify(doc), { sync: false })
  let count = 0
  return {
    name: 'LevelDB (sync)',
    times: 100,
    save: (doc) => db.put(`n${(count += 1)}`, JSON.stringify(doc), { sync: true }),
  }
}

async function openNodeSqlite(): Promise<Peer> {
  const { DatabaseSync } = await import('node:sqlite')
  const db = new DatabaseSync(inFolder('node.db'))
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE b (id INTEGER PRIMARY KEY, doc TEXT)')
  const insert = db.prepare('INSERT INTO b (doc) VALUES (?)')
  db.exec('BEGIN')
  for (const doc of docs) insert.run(JSON.stringify(doc))
  db.exec('COMMIT')
  return { name: 'node:sqlite (one JSON row)', times: 100, save: (doc) => insert.run(JSON.stringify(doc)) }
}

const folder = inFolder('ours')
mkdirSync(folder, { mode: 0o700 })
writeStore(join(folder, 'desk.db'), calendar, bookings)
const desk = await openBenchDesk(folder)
const peers = [
  await openLowdb(),
  await openConf(),
  await openNedb(),
  await openPouch(),
  await openNodeSqlite(),
  await openLevel(),
]
let next = calendar.bookings
let other = calendar.bookings
const ours: number[][] = []
const measured = new Map<string, number[][]>(peers.map(({ name }) => [name, []]))
for (let run = 0; run < RUNS; run += 1) {
  const mine: number[] = []
  for (let nth = 0; nth < 100; nth += 1) {
    const booking = bookingAt(next, calendar)
    next += 1
    const began = performance.now()
    const booked = desk.service.bookMove(booking)
    mine.push(performance.now() - began)
    if (!booked.ok) throw new Error(JSON.stringify(booked.failure))
  }
  ours.push(mine)
  await desk.idle()
  for (const peer of peers) {
    const taken: number[] = []
    for (let nth = 0; nth < peer.times; nth += 1) {
      const doc = docOf(other)
      other += 1
      const began = performance.now()
      await peer.save(doc)
      taken.push(performance.now() - began)
    }
    measured.get(peer.name)?.push(taken)
  }
}
await desk.end()
rmSync(FOLDER, { recursive: true, force: true })
process.stdout.write(JSON.stringify({ ours, peers: Object.fromEntries(measured) } satisfies PeerReport))
process.exit(0)
