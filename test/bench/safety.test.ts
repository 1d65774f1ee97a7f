import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDesk } from '../../electron/desk/desk.ts'
import { movesDueForRefresh, trackedMove } from '../../electron/store/tables/tracked-moves.ts'
import { nextEntry } from '../../electron/store/queries/send-order.ts'
import { countWaiting, lastBookedReader } from '../../electron/store/queries/outbox.ts'
import { openStore, type OpenedStore } from '../../electron/store/store.ts'
import { POLL_INTERVALS, pollWindowsAt } from '../../electron/sync/polling-schedule.ts'
import { systemClock } from '../../electron/platform/clock.ts'
import { systemIds } from '../../electron/platform/ids.ts'
import { systemRandom } from '../../electron/platform/random.ts'
import { writeDeskFile } from '../support/builders/settings-file.ts'
import { openGoal } from '../support/reliability/goals.ts'
import { bookNumber, fillStore, serviceOn } from '../support/builders/many-bookings.ts'
import { quantile } from '../support/reliability/quantile.ts'

/*
 * The cost of the promises (test/spec/reliability.md#goals), written into test/reports/safety.md. The times depend on
 * the machine and its disk, so no test asserts them.
 */

/** An address without a listener: a started desk finds its provider down. */
const REMOTE = { address: 'http://127.0.0.1:9', profile: 'baseline' }
const ROWS = 50_000
const ACKNOWLEDGED = 3000
const COMMITS = 3000
const STARTS = 10
const PASSES = 200

type Row = { readonly what: string; readonly goal: string; readonly times: readonly number[] }

const folder = mkdtempSync(join(tmpdir(), 'lanekeeper-bench-'))
const rows: Row[] = []

function measure(what: string, goal: string, times: number, work: (nth: number) => void): void {
  const taken: number[] = []
  for (let nth = 0; nth < times; nth += 1) {
    const began = performance.now()
    work(nth)
    taken.push(performance.now() - began)
  }
  rows.push({ what, goal, times: taken })
}

function opened(name: string): OpenedStore {
  const store = openStore(join(folder, name), 'desk')
  if (!store.ok) throw new Error(store.failure.detail)
  return store.value
}

function acknowledge(): void {
  const store = opened('few')
  const moves = serviceOn(store, REMOTE)
  measure('a booking until "Saved" is said', '50 ms p99', ACKNOWLEDGED, (nth) => bookNumber(moves, nth))
  measure('a commit of one row', '10 ms p99', COMMITS, (nth) =>
    store.write((tx) => tx.sql('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)').run('bench', String(nth))),
  )
  store.close()
}

function fill(): void {
  const store = opened('many')
  fillStore(store, REMOTE, ROWS)
  store.close()
}

async function start(): Promise<void> {
  const profile = join(folder, 'profile')
  mkdirSync(profile, { mode: 0o700 })
  copyFileSync(join(folder, 'many', 'desk.db'), join(profile, 'desk.db'))
  if (existsSync(join(folder, 'many', 'desk.db-wal'))) throw new Error('the store was not closed')
  const times: number[] = []
  for (let nth = 0; nth < STARTS; nth += 1) {
    writeDeskFile(profile, { address: REMOTE.address, token: 'a-token' })
    const began = performance.now()
    const desk = await openDesk({
      folder: profile,
      config: null,
      cipher: null,
      version: '0.0.0',
      clock: systemClock,
      random: systemRandom,
      ids: systemIds,
      log: () => {},
    })
    if (!desk.ok) throw new Error(desk.failure.detail)
    desk.value.status()
    desk.value.findBookings({ text: '', limit: 50 })
    times.push(performance.now() - began)
    await desk.value.close()
  }
  const what = `a start with ${ROWS.toLocaleString('en-US')} bookings, until the first list is there (Node, no window)`
  rows.push({ what, goal: '2 s', times })
}

/** The reads of the send queue between two requests, which block the main process. */
function pass(): void {
  const store = opened('many')
  const now = systemClock.now()
  const windows = pollWindowsAt(now, POLL_INTERVALS)
  measure('one pass of the send queue over as many bookings', '50 ms', PASSES, () =>
    store.read((view) => {
      nextEntry(view, REMOTE)
      trackedMove(view, REMOTE.address)
      movesDueForRefresh(view, REMOTE.address, { windows, now, limit: 4 })
      countWaiting(view, REMOTE)
      lastBookedReader(REMOTE)(view)
    }),
  )
  store.close()
}

function say(): string {
  const lines = rows.map(({ what, goal, times }) => {
    const at = (share: number) => quantile(times, share).toFixed(2)
    return `| ${what} | ${goal} | ${at(0.5)} | ${at(0.99)} | ${at(1)} | ${times.length} |`
  })
  return `# What safety costs, as measured

Written by \`npm run bench\` on ${systemClock.now().slice(0, 10)}, ${availableParallelism()} cores, ${process.platform}. Times in milliseconds, on the disk of the folder for temporary files. Records, not limits: nothing asserts them.

| what | goal (G24) | median | p99 | most | n |
| --- | --- | --- | --- | --- | --- |
${lines.join('\n')}
`
}

test('The cost of safety is measured and written down', { tags: ['g24'] }, async () => {
  const kept = openGoal('G24', 'what safety costs: p99 in milliseconds, measured and asserted nowhere')
  try {
    acknowledge()
    fill()
    await start()
    pass()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const report = say()
  writeFileSync(join(import.meta.dirname, '..', 'reports', 'safety.md'), report)
  console.log(report)
  expect(rows.map(({ times }) => times.length)).toEqual([ACKNOWLEDGED, COMMITS, STARTS, PASSES])
  kept.held(
    Object.fromEntries(
      rows.map(({ what, goal, times }) => [`${what} [goal ${goal}]`, { did: Math.round(quantile(times, 0.99)) }]),
    ),
  )
})
