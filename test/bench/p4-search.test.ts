import { expect, test } from 'vitest'
import { quantile } from '../support/reliability/quantile.ts'
import { SIZES, type Size } from './data/stores.ts'
import { runWork } from './support/child.ts'
import { describeOwn, describeWithin } from './support/profile.ts'
import { median, ratios, record, spread, times, type Row } from './support/record.ts'
import type { PeerSearch } from './measured/peer-search.ts'
import type { SearchOrder, SearchReport } from './measured/search.ts'

/* P4: search as the window asks for it, at three sizes. LANEKEEPER_BENCH_SIZES=100000 measures some of the sizes. */

const RUNS = 5
const QUERIES = 200
const JUDGED = 60
const PARTS = ['searchBookings', 'listedIds', 'sortListed', 'loadListed', 'countGroups', 'movesOf']
const WANTED = (process.env['LANEKEEPER_BENCH_SIZES'] ?? SIZES.join(',')).split(',').map(Number)

type Found = { readonly size: Size; readonly report: SearchReport }

test('Searches are measured at three sizes beside the list, LIKE, a full scan and the peers', async () => {
  const found: Found[] = []
  for (const size of SIZES.filter((one) => WANTED.includes(one))) {
    const order: SearchOrder = { size, runs: RUNS, queries: QUERIES, judged: JUDGED }
    found.push({ size, report: await runWork<SearchReport>('search', order) })
  }
  const peers = await runWork<readonly PeerSearch[]>('peer-search', {})
  record('P4', rowsOf(found, peers))
  expect(found.flatMap(({ report }) => report.mixed.map((run) => run.length))).toEqual(
    found.flatMap(() => Array.from({ length: RUNS }, () => QUERIES)),
  )
})

const at = (runs: readonly (readonly number[])[], share: number) => runs.map((run) => quantile(run, share))

function whereOf({ profile, slowest, list, mixed }: SearchReport): Row['where'] {
  const rest = Math.max(0, 1 - median(at(list, 0.5)) / median(at(mixed, 0.5)))
  return [
    `of the time of mixed searches: ${describeWithin(profile, PARTS)}; own: ${describeOwn(profile)}`,
    `slowest: ${slowest.map(([text, ms]) => `\`${text.replaceAll('|', ' ')}\` ${ms.toFixed(1)} ms`).join(', ')}`,
    `${Math.round(rest * 100)} % of the median is above the list without search, which reads the same 50 rows`,
  ]
}

function rowsOf(found: readonly Found[], peers: readonly PeerSearch[]): readonly Row[] {
  const first = found.find(({ size }) => size === SIZES[0])?.report
  const rows = found.flatMap(({ size, report }) => sizeRows(size, report))
  const last = found.at(-1)
  if (first !== undefined && last !== undefined && last.report !== first) {
    const growth = ratios(at(last.report.mixed, 0.99), at(first.mixed, 0.99))
    rows.push({
      goal: 'P4',
      what: `p99 of mixed searches at ${format(last.size)}, of 100,000`,
      limit: '',
      peer: '',
      ours: times(last.report.mixed),
      ratio: spread(growth),
      bound: 'at most 3',
      held: median(growth) <= 3,
      where: whereOf(last.report),
    })
  }
  if (first === undefined) return rows
  const where = whereOf(first)
  return [
    ...rows,
    ...peers.map(({ name, times: taken, buildMs, megabytes }): Row => ({
      goal: 'P4',
      what: `${name} at 100,000`,
      limit: '',
      bound: '',
      held: null,
      peer: `${times([taken])}; built in ${(buildMs / 1000).toFixed(1)} s, ${Math.round(megabytes)} MB`,
      ours: times(first.mixed),
      ratio: spread(ratios([quantile(taken, 0.5)], [median(at(first.mixed, 0.5))])),
      where,
    })),
  ]
}

function format(size: Size): string {
  return size.toLocaleString('en-US')
}

function sizeRows(size: Size, report: SearchReport): Row[] {
  const { mixed, hostile, list, like, scan, cold, judged, marked, wrong } = report
  const where = whereOf(report)
  const base = {
    goal: 'P4',
    limit: `list ${times(list)}`,
    peer: `LIKE on every line ${times(scan)}; LIKE that stops at 50 lines ${times(like)}`,
    where,
  }
  const row = (what: string, more: Pick<Row, 'ours' | 'ratio' | 'bound' | 'held'>): Row => ({
    ...base,
    what: `${what}, ${format(size)} moves`,
    ...more,
  })
  // The goals in milliseconds are for the largest size.
  const goal = size === SIZES[2]
  const toList = ratios(at(mixed, 0.5), at(list, 0.5))
  const scan50 = ratios(at(scan, 0.5), at(mixed, 0.5))
  const scan99 = ratios(at(scan, 0.99), at(mixed, 0.99))
  const most = (runs: readonly (readonly number[])[], ms: number) => ({
    ours: times(runs),
    ratio: spread(ratios(at(runs, 0.99), at(list, 0.99))),
    bound: goal ? `p99 at most ${ms} ms` : '',
    held: goal ? median(at(runs, 0.99)) <= ms : null,
  })
  const of = (ratio: readonly number[], bound: string, held: boolean) => ({
    ours: times(mixed),
    ratio: spread(ratio),
    bound: goal ? bound : '',
    held: goal ? held : null,
  })
  return [
    row('mixed searches, p99 of the list', most(mixed, 10)),
    row('hostile searches, p99 of the list', most(hostile, 16)),
    row('mixed p50 of the list', of(toList, 'at most 2', median(toList) <= 2)),
    row('LIKE on every line, p50 of mixed', of(scan50, 'at least 50', median(scan50) >= 50)),
    row('LIKE on every line, p99 of mixed', of(scan99, 'at least 12', median(scan99) >= 12)),
    ...([0.5, 0.99] as const).map((share) => ({
      ...row(
        `LIKE that stops at 50 lines, p${share * 100} of mixed`,
        of(ratios(at(like, share), at(mixed, share)), '', false),
      ),
      held: null,
    })),
    row('first search after a cold start', {
      ours: times([cold]),
      ratio: '',
      bound: 'at most 40 ms',
      held: Math.max(...cold) <= 40,
    }),
    row('answers judged by a full scan', {
      ours: `${judged} judged, ${marked} cut and marked, ${wrong.length} wrong${wrong.length > 0 ? `: ${wrong.join(', ').replaceAll('|', ' ')}` : ''}`,
      ratio: '',
      bound: '0 wrong',
      held: wrong.length === 0,
    }),
  ]
}
