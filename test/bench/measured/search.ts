import { execFileSync } from 'node:child_process'
import type { BookingService } from '../../../electron/bookings/service.ts'
import type { View } from '../../../electron/store/tx.ts'
import { MAX_TYPED_MATCHES, searchWords } from '../../../shared/views/lookup.ts'
import { hostileQueries, mixedQueries } from '../data/queries.ts'
import { copyStore, type Size } from '../data/stores.ts'
import { openBenchDesk } from '../support/desk.ts'
import { profileShares, type Shares } from '../support/profile.ts'
import { join } from 'node:path'

/* Searches as the window asks for them, beside the list without search, LIKE, and a full scan as the oracle. */

export type SearchOrder = {
  readonly size: Size
  readonly runs: number
  readonly queries: number
  readonly judged: number
}

/** The times of each run in milliseconds. */
export type SearchReport = {
  readonly mixed: readonly (readonly number[])[]
  readonly hostile: readonly (readonly number[])[]
  readonly list: readonly (readonly number[])[]
  /** LIKE that ends at the last row for the screen, newest line first. */
  readonly like: readonly (readonly number[])[]
  /** LIKE in the order of the list, which reads every line. */
  readonly scan: readonly (readonly number[])[]
  readonly cold: readonly number[]
  /** Answers that the oracle judged, those cut and marked, and those wrong or cut without a mark, with their words. */
  readonly judged: number
  readonly marked: number
  readonly wrong: readonly string[]
  /** The slowest queries of the last run. */
  readonly slowest: readonly (readonly [query: string, ms: number])[]
  readonly profile: Shares
}

/** What the window asks for: rows for the screen, and the ids of at most so many bookings. */
const ROWS = 50
const MOST = MAX_TYPED_MATCHES
/** How many searches there are for each `LIKE`, without a common factor with the 20 kinds of mixed queries. */
const SEARCHES_PER_LIKE = 7
const SEARCHES_PER_SCAN = 19
const COLD = 12

const order = JSON.parse(process.argv[2] ?? '{}') as SearchOrder
const copy = copyStore(order.size, 'search')
const desk = await openBenchDesk(copy.folder)
const ask = (text: string, service: BookingService = desk.service) => {
  const found = service.findBookings({ text, limit: ROWS, most: MOST })
  if (!found.ok) throw new Error(JSON.stringify(found.failure))
  return found.value
}

function timed(work: () => void): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

function like(view: View, text: string, order: string): void {
  const words = searchWords(text)
  const where = words.map(() => 'd.doc LIKE ?').join(' AND ')
  view
    .sql(`SELECT d.move_id FROM move_search d ${order.replace('WHERE', `WHERE ${where}`)} LIMIT ${ROWS}`)
    .all(...words.map((word) => `%${word}%`))
}

const BY_LINE = 'WHERE ORDER BY d.seq DESC'
const BY_TIME = 'JOIN bookings b ON b.id = d.booking_id WHERE ORDER BY b.time_utc DESC'

type Line = { readonly bookingId: string; readonly doc: string }

/** Every line, the newest first, read once. */
const lines = desk.store.read(
  (view) =>
    view
      .sql(
        'SELECT m.booking_id AS bookingId, d.doc FROM move_search d JOIN moves m ON m.id = d.move_id ORDER BY d.seq DESC',
      )
      .all() as Line[],
)

/** `right`, `marked` for an answer that says that it is cut, or `wrong`. */
function judge(text: string): 'right' | 'marked' | 'wrong' {
  const words = searchWords(text)
  if (words.length === 0) return 'right'
  const { ids, more } = ask(text)
  const all = new Set<string>()
  for (const { bookingId, doc } of lines) if (words.every((word) => doc.includes(word))) all.add(bookingId)
  const newest = [...all].slice(0, MOST)
  const isNewest = ids?.length === newest.length && newest.every((id) => ids.includes(id))
  if (isNewest && more === all.size > MOST) return 'right'
  return more && ids?.every((id) => all.has(id)) === true ? 'marked' : 'wrong'
}

/** Takes the file out of the page cache of the system. */
function dropCache(): void {
  execFileSync('dd', [`if=${join(copy.folder, 'desk.db')}`, 'iflag=nocache', 'count=0', 'status=none'])
}

const NAMES = ['mixed', 'hostile', 'list', 'like', 'scan'] as const
const empty = () => ({ mixed: [], hostile: [], list: [], like: [], scan: [] })
const report: Record<(typeof NAMES)[number], number[][]> = empty()
let slowest: (readonly [string, number])[] = []
ask('')
for (let run = 0; run < order.runs; run += 1) {
  const mixed = mixedQueries(order.queries, copy.calendar, 100 + run)
  const hostile = hostileQueries(order.queries, copy.calendar, 200 + run)
  const taken: (readonly [string, number])[] = []
  const of = (text: string) => {
    const ms = timed(() => ask(text))
    taken.push([text, ms])
    return ms
  }
  const turn: Record<keyof typeof report, number[]> = empty()
  mixed.forEach((text, nth) => {
    turn.mixed.push(of(text))
    turn.hostile.push(of(hostile[nth] ?? ''))
    turn.list.push(timed(() => ask('')))
    if (nth % SEARCHES_PER_LIKE === 0) turn.like.push(timed(() => desk.store.read((view) => like(view, text, BY_LINE))))
    if (nth % SEARCHES_PER_SCAN === 0) turn.scan.push(timed(() => desk.store.read((view) => like(view, text, BY_TIME))))
  })
  for (const name of NAMES) report[name].push(turn[name])
  slowest = taken.toSorted((one, other) => other[1] - one[1]).slice(0, 5)
}
const profile = await profileShares(() => {
  for (const text of mixedQueries(order.queries, copy.calendar, 7)) ask(text)
})
const judged = [...mixedQueries(order.judged, copy.calendar, 3), ...hostileQueries(order.judged, copy.calendar, 5)]
const verdicts = judged.map((text) => [text, judge(text)] as const)
const cold = mixedQueries(COLD, copy.calendar, 9)
await desk.end()
const times: number[] = []
for (const text of cold) {
  const opened = await openBenchDesk(copy.folder)
  // The desk reads ahead 1.5 s after its start, before a person has opened the search.
  await opened.idle()
  dropCache()
  times.push(timed(() => ask(text, opened.service)))
  await opened.end()
}
copy.end()
process.stdout.write(
  JSON.stringify({
    ...report,
    cold: times,
    judged: judged.length,
    marked: verdicts.filter(([, verdict]) => verdict === 'marked').length,
    wrong: verdicts.filter(([, verdict]) => verdict === 'wrong').map(([text]) => text),
    slowest,
    profile,
  } satisfies SearchReport),
)
process.exit(0)
