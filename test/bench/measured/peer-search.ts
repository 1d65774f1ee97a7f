import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Sqlite from 'better-sqlite3'
import { mixedQueries } from '../data/queries.ts'
import { calendarOf } from '../data/generator.ts'
import { keptStore } from '../data/stores.ts'

/* The same lines and queries in libraries that search in memory, at 100,000 moves. */

export type PeerSearch = {
  readonly name: string
  readonly buildMs: number
  readonly megabytes: number
  readonly times: readonly number[]
}

const SIZE = 100_000
const require = createRequire(join(process.cwd(), 'out/bench/peers/package.json'))
const load = (name: string): Promise<never> => import(pathToFileURL(require.resolve(name)).href) as Promise<never>

const db = new Sqlite(keptStore(SIZE), { readonly: true })
const docs = db.prepare('SELECT seq AS id, doc FROM move_search ORDER BY seq DESC').all() as {
  id: number
  doc: string
}[]
db.close()
const queries = mixedQueries(100, calendarOf(SIZE), 101)

function measure(name: string, count: number, make: () => (text: string) => unknown): PeerSearch {
  const before = process.memoryUsage().rss
  const began = performance.now()
  const search = make()
  const buildMs = performance.now() - began
  const megabytes = (process.memoryUsage().rss - before) / 1e6
  const times = queries.slice(0, count).map((text) => {
    const from = performance.now()
    search(text)
    return performance.now() - from
  })
  return { name, buildMs, megabytes, times }
}

type Mini = { addAll(docs: readonly object[]): void; search(text: string, how: object): readonly unknown[] }
type MiniModule = { readonly default: new (options: object) => Mini }
type FuseModule = {
  readonly default: new (docs: readonly object[], options: object) => { search(text: string, how: object): unknown }
}
const { default: MiniSearch }: MiniModule = await load('minisearch')
const { default: Fuse }: FuseModule = await load('fuse.js')

const found = [
  measure('MiniSearch (prefixes of words alone)', queries.length, () => {
    const index = new MiniSearch({ fields: ['doc'] })
    index.addAll(docs)
    return (text) => index.search(text, { prefix: true, combineWith: 'AND' }).slice(0, 50)
  }),
  measure('Fuse', 20, () => {
    const index = new Fuse(docs, { keys: ['doc'], ignoreLocation: true, threshold: 0.2 })
    return (text) => index.search(text, { limit: 50 })
  }),
]
process.stdout.write(JSON.stringify(found satisfies readonly PeerSearch[]))
process.exit(0)
