import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Board } from '../../electron/board/board-of-desk.ts'
import { INVITATION_FILE } from '../../electron/board/membership.ts'
import { systemClock } from '../../electron/platform/clock.ts'
import { systemIds } from '../../electron/platform/ids.ts'
import { systemRandom } from '../../electron/platform/random.ts'
import { composeBody } from '../../electron/store/board/booking-body.ts'
import { readLink } from '../../electron/store/board/link.ts'
import { writeBoardSection } from '../../build/suites/board-report.ts'
import { inDays, pairBooking } from '../support/builders/bookings.ts'
import { writeDeskFile } from '../support/builders/settings-file.ts'
import { openBoardDesk } from '../support/hub/board-desk.ts'
import { startHub, type TestHub } from '../support/hub/board.ts'
import { openRoad } from '../support/hub/road.ts'
import { quantile } from '../support/reliability/quantile.ts'
import { emptyFolder, painted, ready, startApp } from './support/app.ts'

/*
 * The board beside its goals: 15 desks at 10 bookings a second, a silent cut, a day of events to
 * catch up with, and a hub of 2 million events. All desks run in this process, so that they have one clock and share one
 * core; a rooftop has a PC for each.
 */

const DESKS = 15
const BOOKINGS_A_SECOND = 10
const SECONDS = 60
/**
 * The bookings of a run are for so many days, of which the window shows one: a day lists 300 bookings, ten times those of
 * a busy rooftop.
 */
const PAINTED = [
  { seconds: 60, days: 10 },
  { seconds: 30, days: 1 },
]
const DAY_OF_EVENTS = 36_000
const EVENTS_A_BOOKING = 12
const OLD_EVENTS = 2_000_000
const CUTS = 5

const BY = `measured on ${systemClock.now().slice(0, 10)}, ${availableParallelism()} cores`

async function openDesk(hub: TestHub, role: string, port?: number) {
  const { store, service, start } = await openBoardDesk(hub, role)
  return { store, service, start, board: start(port === undefined ? {} : { port }) }
}

/** Resolves once the status of a board is of this kind. */
function reached(board: Board, kind: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => board.status()?.kind === kind && resolve()
    board.onStatus(look)
    look()
  })
}

async function freshHub(): Promise<TestHub> {
  const hub = await startHub()
  onTestFinished(hub.remove)
  return hub
}

const ms = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0))
const spread = (values: readonly number[]) =>
  [0.5, 0.95, 0.99, 1].map((share) => ms(quantile(values, share))).join(' / ')

test('A booking of one desk is in the stores of fourteen others', async () => {
  const hub = await freshHub()
  const desks = await Promise.all(Array.from({ length: DESKS }, (_, at) => openDesk(hub, `desk${at + 1}`)))
  await Promise.all(desks.map(({ board }) => reached(board, 'live')))
  const began = new Map<string, number>()
  const late: number[] = []
  for (const { store } of desks) {
    const seen = new Set<string>()
    store.onChange((ids) => {
      const now = performance.now()
      for (const id of ids) {
        const at = began.get(id)
        if (at === undefined || seen.has(id)) continue
        seen.add(id)
        late.push(now - at)
      }
    })
  }
  const stall = monitorEventLoopDelay({ resolution: 1 })
  stall.enable()
  for (let made = 0; made < SECONDS * BOOKINGS_A_SECOND; made += 1) {
    const booked = desks[made % DESKS]?.service.bookMove(pairBooking(made))
    if (booked?.ok !== true) throw new Error('not booked')
    began.set(booked.value.id, performance.now())
    await pause(1_000 / BOOKINGS_A_SECOND)
  }
  await expect.poll(() => late.length, { timeout: 30_000 }).toBe(began.size * (DESKS - 1))
  stall.disable()
  writeBoardSection('Propagation', [
    `${DESKS} desks, ${BOOKINGS_A_SECOND} bookings a second for ${SECONDS} s, from the return of the save at one desk to the commit at another (goal: p99 under 250 ms to the paint, better 100). All desks in one process, ${BY}.`,
    '',
    '| n | p50 / p95 / p99 / max, ms | longest stall of the event loop that all desks share, ms |',
    '| --- | --- | --- |',
    `| ${late.length} | ${spread(late)} | ${ms(stall.max / 1e6)} |`,
  ])
})

/** Notes the moments after the frames in which the count of the day changed, as pairs of count and moment. */
const WATCH_COUNT = `(() => {
  window.shown = []
  const look = () => {
    const count = Number(document.querySelector('[data-testid="day-counts"] b')?.textContent ?? 0)
    if (count > (window.shown.at(-1)?.[0] ?? 0))
      setTimeout(() => window.shown.push([count, performance.timeOrigin + performance.now()]))
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})()`

test('A booking of fourteen desks is painted in the window of another', async () => {
  const rows = []
  for (const { seconds, days } of PAINTED) {
    const late = await paintedAfter(seconds, days)
    expect(Math.max(...late)).toBeLessThan(Infinity)
    rows.push(`| ${late.length} | ${seconds * BOOKINGS_A_SECOND} | ${spread(late)} |`)
  }
  writeBoardSection('Propagation to the window', [
    `${DESKS} desks, ${BOOKINGS_A_SECOND} bookings a second, from the return of the save at one of fourteen desks to the frame of a real window that counts the booking on its day (goal: p99 under 250 ms, better 100). Fourteen desks share one process, and the window draws without a graphics card, ${BY}.`,
    '',
    '| bookings of the shown day at the end | of all | p50 / p95 / p99 / max, ms |',
    '| --- | --- | --- |',
    ...rows,
  ])
})

/** The milliseconds until the window shows each booking of its day, of bookings for so many days. */
async function paintedAfter(seconds: number, days: number): Promise<readonly number[]> {
  const hub = await freshHub()
  const { folder, end } = emptyFolder('board-paint')
  onTestFinished(end)
  writeDeskFile(folder, { address: 'http://127.0.0.1:9', token: 'a-token', profile: 'baseline' })
  writeFileSync(join(folder, INVITATION_FILE), await hub.invite('window'), { mode: 0o600 })
  const desks = await Promise.all(Array.from({ length: DESKS - 1 }, (_, at) => openDesk(hub, `desk${at + 1}`)))
  await Promise.all(desks.map(({ board }) => reached(board, 'live')))
  const app = startApp({ folder, clock: null })
  await ready(app)
  await app.work({ script: painted(`document.querySelector('[data-board="live"]') !== null`) })
  await app.work({
    keys: [{ key: '2', modifiers: ['control'] }],
    script: painted(`document.querySelector('[data-testid="day-counts"]') !== null`),
  })
  await app.work({
    keys: [{ key: 't' }, { key: 'Right' }],
    script: painted(`document.querySelector('h1').textContent.startsWith('Tomorrow')`),
  })
  await app.work({ script: WATCH_COUNT })
  const began: number[] = []
  for (let made = 0; made < seconds * BOOKINGS_A_SECOND; made += 1) {
    const clock = `${String(8 + (made % 9)).padStart(2, '0')}:${String((made * 7) % 60).padStart(2, '0')}`
    const booked = desks[made % desks.length]?.service.bookMove(
      pairBooking(made, { appointment: inDays(1 + (made % days), clock) }),
    )
    if (booked?.ok !== true) throw new Error('not booked')
    if (made % days === 0) began.push(performance.timeOrigin + performance.now())
    await pause(1_000 / BOOKINGS_A_SECOND)
  }
  await app.work({ script: painted(`(window.shown.at(-1)?.[0] ?? 0) >= ${began.length}`) })
  const shown = await app.work<readonly (readonly [number, number])[]>({ script: 'window.shown' })
  // A frame with a count shows each booking up to that count.
  const late = began.map((at, index) => (shown.find(([count]) => count > index)?.[1] ?? Infinity) - at)
  await app.quit()
  return late
}

test('A silent cut is named', async () => {
  const hub = await freshHub()
  const road = await openRoad(hub.server.port)
  onTestFinished(road.close)
  const { board } = await openDesk(hub, 'desk1', road.port)
  const [named, back]: [number[], number[]] = [[], []]
  for (let times = 0; times < CUTS; times += 1) {
    await reached(board, 'live')
    await pause(systemRandom.fraction() * 2_000)
    const cut = performance.now()
    road.cut()
    await reached(board, 'alone')
    named.push(performance.now() - cut)
    const healed = performance.now()
    road.heal('lost')
    await reached(board, 'live')
    back.push(performance.now() - healed)
  }
  expect(named).toHaveLength(CUTS)
  writeBoardSection('Silent cut', [
    `From the cut, without a reset, to the status that says so (goal: under 6 s), and from the healing to live again; ${CUTS} times, ${BY}.`,
    '',
    '| named, least / median / most, ms | live again, ms |',
    '| --- | --- |',
    `| ${[0, 0.5, 1].map((share) => ms(quantile(named, share))).join(' / ')} | ${[0, 0.5, 1].map((share) => ms(quantile(back, share))).join(' / ')} |`,
  ])
})

/** Puts events of another desk into the log as that desk would have appended them, `count` of them. */
async function fill(hub: TestHub, count: number): Promise<void> {
  const { store, service, board } = await openDesk(hub, 'filler')
  await reached(board, 'live')
  const booked = service.bookMove(pairBooking(1))
  if (!booked.ok) throw new Error('not booked')
  await expect.poll(() => store.read(readLink)?.seen ?? 0).toBeGreaterThan(1)
  board.end()
  const body = store.read((view) => composeBody(view, booked.value.id))
  const old = booked.value
  // Each copy has ids, references and keys of its own, made of its number.
  const ids = [old.id, String(body?.entry['id']), ...old.moves.flatMap(({ id, reference }) => [id, reference])]
  const text = ids.reduce((all, id, at) => all.replaceAll(id, `@${at}@`), JSON.stringify({ booking: body }))
  const filled = ids.reduce(
    (sql, _, at) => `replace(${sql}, '@${at}@', 'copy${at}x' || lpad((n % $4)::text, 16, '0'))`,
    '$1',
  )
  const portion = 20_000
  for (let from = 0; from < count; from += portion) {
    await hub.sql(
      `INSERT INTO board.event (seq, desk, incarnation, n, kind, booking, entry, body, effect, at)
       SELECT h.last_seq + n - $2, 'filler', 'copy', n, 'saved', 'copy0x' || lpad((n % $4)::text, 16, '0'),
         'copy1x' || lpad((n % $4)::text, 16, '0'), (${filled})::jsonb,
         jsonb_build_object('newest', true, 'right', jsonb_build_object('owner', 'filler', 'rev', 1, 'state', 'done',
           'outcome', 'booked', 'epoch', h.epoch)), clock_timestamp()
       FROM board.hub h, generate_series($2 + 1, $3) n`,
      [text, from, Math.min(from + portion, count), Math.ceil(count / EVENTS_A_BOOKING)],
    )
    await hub.sql('UPDATE board.hub SET last_seq = (SELECT max(seq) FROM board.event)')
  }
  await hub.sql(
    `INSERT INTO board.booking (booking, entry, desk, first_seq, seq, body)
     SELECT DISTINCT ON (booking) booking, entry, desk, seq, seq, body->'booking' FROM board.event
     WHERE incarnation = 'copy' ORDER BY booking, seq DESC`,
  )
  await hub.sql(
    `INSERT INTO board.send_right (entry, booking, owner, rev, state, outcome, epoch)
     SELECT b.entry, b.booking, b.desk, 1, 'done', 'booked', h.epoch FROM board.booking b, board.hub h
     WHERE b.booking LIKE 'copy%'`,
  )
}

/** A desk reads so many events one by one; with more it takes a snapshot. */
const EVENTS_BEHIND = 4_900

test('A desk catches up with a day of events by a snapshot, and with some hours of events by reading them', async () => {
  const rows: string[] = []
  for (const [how, events] of [
    [`a snapshot of ${DAY_OF_EVENTS / EVENTS_A_BOOKING} bookings, after ${DAY_OF_EVENTS} events`, DAY_OF_EVENTS],
    [`the events one by one`, EVENTS_BEHIND],
  ] as const) {
    const hub = await freshHub()
    const late = await openDesk(hub, 'late')
    await reached(late.board, 'live')
    late.board.end()
    await fill(hub, events)
    const [row] = await hub.sql('SELECT last_seq::float8 AS last FROM board.hub')
    const seen = () => late.store.read(readLink)?.seen ?? 0
    const behind = Number(row?.['last']) - seen()
    const stall = monitorEventLoopDelay({ resolution: 1 })
    stall.enable()
    const began = performance.now()
    late.start()
    await expect.poll(seen, { timeout: 120_000, interval: 50 }).toBeGreaterThanOrEqual(Number(row?.['last']))
    const took = performance.now() - began
    stall.disable()
    rows.push(
      `| ${how} | ${behind} | ${(took / 1000).toFixed(1)} | ${ms(stall.max / 1e6)} | ${ms(stall.percentile(99) / 1e6)} |`,
    )
  }
  writeBoardSection('Catching up', [
    `A desk that was away while another desk told the hub of its bookings, into a store with search lines (goal: 10 s for a day of ${DAY_OF_EVENTS} events, and no key held up for 60 ms), ${BY}. A key waits for the main process as long as its event loop is held up; no window was open.`,
    '',
    '| what the desk reads | events behind | until caught up, s | longest stall of the event loop, ms | p99, ms |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ])
})

test('A hub of two million events appends and claims like an empty one', async () => {
  const rows: string[] = []
  for (const events of [0, OLD_EVENTS]) {
    const hub = await freshHub()
    if (events > 0) {
      await fill(hub, events)
      await hub.sql('ANALYZE board.event')
    }
    const desk = await hub.desk('clerk')
    const [appended, claimed, read]: [number[], number[], number[]] = [[], [], []]
    const timed = async (into: number[], call: () => Promise<unknown>) => {
      const began = performance.now()
      await call()
      into.push(performance.now() - began)
    }
    for (let made = 0; made < 500; made += 1) {
      const [booking, entry] = [systemIds.next(), systemIds.next()]
      const body = { booking: { name: 'x'.repeat(600) }, keys: { day: '2026-11-26', references: [entry] } }
      const right = { state: 'waiting', rev: 1, epoch: 0 }
      await timed(appended, () => desk.send({ kind: 'saved', booking, entry, body: { ...body, right } }))
      await timed(claimed, () => desk.claim(entry, 1))
      await timed(read, () =>
        desk.client.query(
          'SELECT * FROM board.event WHERE seq > (SELECT last_seq - 20 FROM board.hub) ORDER BY seq LIMIT 20',
        ),
      )
    }
    rows.push(`| ${events} | ${spread(appended)} | ${spread(claimed)} | ${spread(read)} |`)
  }
  expect(rows).toHaveLength(2)
  writeBoardSection('A full hub', [
    `One desk over TLS, 500 calls of each kind, p50 / p95 / p99 / max in ms, the data of the hub in memory, ${BY}.`,
    '',
    '| events before | append a booking | claim | read 20 events |',
    '| --- | --- | --- | --- |',
    ...rows,
  ])
})
