import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { OpenHub } from '../../../electron/board/hub-session.ts'
import { HUB_FUNCTION_VERSION } from '../../../electron/hub/protocol.ts'
import { noteUnknownKind, readLink } from '../../../electron/store/board/link.ts'
import { describeLive } from '../../../renderer/app/text/board-text.ts'
import { oneWayBooking } from '../../support/builders/bookings.ts'
import { fillDisk } from '../../support/faults/full-disk.ts'
import { createFolder } from '../../support/fixtures/temporary-folder.ts'
import { openBoardDesk } from '../../support/hub/board-desk.ts'
import { startHub, type TestHub } from '../../support/hub/board.ts'
import { rewriteLog } from '../../support/hub/rewrite-log.ts'
import { openRoad } from '../../support/hub/road.ts'
import { proves } from '../../support/spec-rows.ts'

/* Failures of a hub or a store that one or two boards meet. */

let hub: TestHub
beforeAll(async () => {
  hub = await startHub()
  return () => hub.remove()
})

let roles = 0

/** Two desks whose boards are live. */
async function openTwo({ of = hub, through = (open) => open }: { of?: TestHub; through?: (open: OpenHub) => OpenHub }) {
  const openOne = () => openBoardDesk(of, `desk${(roles += 1)}`)
  const [one, two] = [await openOne(), await openOne()]
  const [first, second] = [one.start(), two.start({ through })]
  await Promise.all([
    one.reached(first, ({ kind }) => kind === 'live'),
    two.reached(second, ({ kind }) => kind === 'live'),
  ])
  return { one, two, first, second }
}

test('A hub whose data was set back to an earlier copy gets what it forgot again, in a new epoch', async () => {
  proves('board: 7')
  const { folder, remove } = createFolder()
  onTestFinished(remove)
  // The account of the server must reach the folder.
  chmodSync(folder, 0o755)
  const own = await startHub({ folder })
  onTestFinished(own.remove)
  const { one, two, first } = await openTwo({ of: own })
  const before = one.book(oneWayBooking(1)).id
  await two.seen(() => two.stateOf(before) === 'waiting')
  const copy = (from: string, to: string) => execFileSync('cp', ['-a', join(folder, from), join(folder, to)])
  await own.stop('SIGINT')
  copy('data', 'copy')
  await own.server.start()
  await one.reached(first, ({ kind }) => kind === 'live')
  const after = one.book(oneWayBooking(2)).id
  await two.seen(() => two.stateOf(after) === 'waiting')
  const epoch = one.store.read(readLink)?.epoch ?? 0
  await own.stop('SIGINT')
  rmSync(join(folder, 'data'), { recursive: true })
  copy('copy', 'data')
  await own.server.start()
  await expect.poll(() => one.store.read(readLink)?.epoch, { timeout: 20_000 }).toBeGreaterThan(epoch)
  const bookings = async () =>
    (await own.sql('SELECT booking FROM board.booking ORDER BY booking')).map(({ booking }) => booking)
  await expect.poll(bookings).toEqual([before, after].toSorted())
  expect([before, after].map(two.stateOf)).toEqual(['waiting', 'waiting'])
})

test('A desk that gets no notification reads an event with its next beat', async () => {
  proves('board: 20')
  const { one, two, second } = await openTwo({
    through: (open) => (listeners) => open({ ...listeners, onHint: () => {} }),
  })
  await two.reached(second, ({ kind }) => kind === 'live')
  const { id } = one.book(oneWayBooking(1))
  await two.seen(() => two.stateOf(id) === 'waiting')
  expect(two.store.read(readLink)?.seen).toBeGreaterThan(0)
})

test('A desk whose listening connection alone falls silent notices so, although the hub answers its calls', async () => {
  const road = await openRoad(hub.server.port)
  onTestFinished(road.close)
  const desk = await openBoardDesk(hub, `desk${(roles += 1)}`)
  const board = desk.start({ port: road.port })
  // Until its first beat, the last statement of the connection is the one that listens.
  const listening = `SELECT client_port AS port FROM pg_stat_activity WHERE usename = $1 AND query = 'LISTEN board'`
  let port = 0
  await expect
    .poll(async () => (port = Number((await hub.sql(listening, [desk.role]))[0]?.['port'])), { interval: 10 })
    .toBeGreaterThan(0)
  await desk.reached(board, ({ kind }) => kind === 'live')
  road.hold(port)
  expect(await board.takeOver('nobody', 'Dana R.')).toMatchObject({ ok: true, value: { refused: 0 } })
  expect(await desk.facts.next('board-away')).toMatchObject({ code: 'silent' })
  await desk.reached(board, ({ kind }) => kind === 'live')
})

test('An event that breaks a rule of the store is put aside with its number, and the desk reads on and says so', async () => {
  proves('board: 26')
  const { one, two, second } = await openTwo({})
  const before = one.book(oneWayBooking(40)).id
  await two.seen(() => two.stateOf(before) === 'waiting')
  second.end()
  const [broken, later] = [one.book(oneWayBooking(41)).id, one.book(oneWayBooking(42)).id]
  await expect.poll(() => hub.sql('SELECT 1 FROM board.event WHERE booking = $1', [later])).toHaveLength(1)
  const [event] = await rewriteLog(
    hub,
    `UPDATE board.event SET body = jsonb_set(body, '{booking,booking,kind}', '"ferry"') WHERE booking = $1
     RETURNING seq::float8 AS seq`,
    [broken],
  )
  const again = two.start()
  await two.seen(() => two.stateOf(later) === 'waiting')
  await two.reached(again, ({ kind }) => kind === 'live')
  expect(two.facts.all.filter(({ event }) => event === 'board-event-skipped')).toMatchObject([{ seq: event?.['seq'] }])
  expect([before, broken, later].map(two.stateOf)).toEqual(['waiting', null, 'waiting'])
  expect(describeLive(again.status() ?? {})).toBe("Board live. 1 entry of the board can't be shown. Tell IT.")
  const last = one.book(oneWayBooking(43)).id
  await two.seen(() => two.stateOf(last) === 'waiting')
})

test('A store that refuses a booking of another desk stays at its event, and reads on once it takes the booking', async () => {
  proves('board: 25')
  const { one, two, second } = await openTwo({})
  const free = fillDisk(two.store)
  onTestFinished(free)
  const ids = Array.from({ length: 40 }, (_, at) => one.book(oneWayBooking(100 + at)).id)
  await two.reached(second, ({ kind }) => kind === 'alone')
  const seen = two.store.read(readLink)?.seen ?? 0
  const [{ last = 0 } = {}] = await hub.sql('SELECT last_seq::float8 AS last FROM board.hub')
  expect(seen).toBeLessThan(Number(last))
  expect(two.facts.all.filter(({ event }) => event === 'board-event-skipped')).toEqual([])
  free()
  await two.seen(() => ids.every((id) => two.stateOf(id) === 'waiting'))
  await two.reached(second, ({ kind }) => kind === 'live')
})

test.for([
  ['of the next version serves the desk', 1, 'live'],
  ['two versions newer refuses the desk, which says that it needs an update', 2, 'version'],
  ['of an earlier version refuses the desk, which says that versions are apart', -1, 'version'],
] as const)('A hub %s', async ([, newer, becomes]) => {
  proves('board: 22')
  const desk = await openBoardDesk(hub, `desk${(roles += 1)}`)
  const serve = (version: number) =>
    hub.sql(`CREATE OR REPLACE FUNCTION board.function_version() RETURNS integer LANGUAGE sql AS 'SELECT ${version}'`)
  await serve(HUB_FUNCTION_VERSION + newer)
  const board = desk.start()
  await desk.reached(board, ({ kind }) => kind !== 'connecting')
  const status = board.status()
  await serve(HUB_FUNCTION_VERSION)
  expect(status?.kind === 'alone' ? status.fault : status?.kind).toBe(becomes)
})

test('An event of a kind that a desk does not know holds up no later event', async () => {
  proves('board: 22')
  const newer = await hub.desk('newer')
  await newer.send({ kind: 'of-a-later-version', body: { anything: true } })
  const { one, two } = await openTwo({})
  await newer.send({ kind: 'of-a-later-version', body: { anything: true } })
  const { id } = one.book(oneWayBooking(1))
  await two.seen(() => two.stateOf(id) === 'waiting')
  expect(two.facts.all.filter(({ event }) => event === 'board-event-skipped')).toEqual([])
})

test('A desk says that an update is needed after a kind that it does not know, and the update reads the hub anew', async () => {
  proves('board: 22.shown')
  const newer = await hub.desk('newer')
  const { one, two, second } = await openTwo({})
  const { id } = one.book(oneWayBooking(7))
  await two.seen(() => two.stateOf(id) === 'waiting')
  expect(second.status()?.needsUpdate).toBeUndefined()
  await newer.send({ kind: 'of-a-later-version', body: { anything: true } })
  await two.reached(second, ({ needsUpdate }) => needsUpdate === true)
  expect(describeLive(second.status() ?? {})).toBe('Board live. An update is needed to see all.')
  second.end()
  // The same version starts again and reads nothing anew, and a version that knows the kind does.
  const again = two.start()
  await two.reached(again, ({ kind, needsUpdate }) => kind === 'live' && needsUpdate === true)
  again.end()
  two.store.write((tx) => noteUnknownKind(tx, 'changed'))
  const snapshots = () => two.facts.all.filter(({ event }) => event === 'board-snapshot').length
  const before = snapshots()
  const updated = two.start()
  await two.reached(updated, ({ kind, needsUpdate }) => kind === 'live' && needsUpdate === undefined)
  await expect.poll(snapshots).toBe(before + 1)
})

test('A session that is lost while its snapshot waits for a request holds up no later session', async () => {
  const { one, two, second } = await openTwo({})
  const own = two.book(oneWayBooking(200)).id
  await one.seen(() => one.stateOf(own) === 'waiting')
  second.end()
  const other = one.book(oneWayBooking(201)).id
  two.store.write((tx) => tx.sql('UPDATE board_link SET seen = 0').run())
  const again = two.start()
  const release = again.rights.hold(own)
  await two.seen(() => two.stateOf(other) === 'waiting')
  // The reader of the snapshot has ended, and the snapshot waits for the request.
  const readers = `SELECT count(*)::integer AS n FROM pg_stat_activity WHERE usename = $1`
  await expect.poll(async () => (await hub.sql(readers, [two.role]))[0]).toEqual({ n: 2 })
  await hub.sql('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [two.role])
  await two.reached(again, ({ kind }) => kind === 'alone')
  release()
  await two.reached(again, ({ kind }) => kind === 'live')
  const { id } = one.book(oneWayBooking(202))
  await two.seen(() => two.stateOf(id) === 'waiting')
  expect(two.stateOf(own)).toBe('waiting')
})

test('A desk that the hub heard later than now, before the clock of the hub was set back, is offered for a takeover', async () => {
  const { one, two, first, second } = await openTwo({})
  const { id } = one.book(oneWayBooking(31))
  await two.seen(() => two.stateOf(id) === 'waiting')
  first.end()
  await expect.poll(() => hub.sql('SELECT 1 FROM pg_stat_activity WHERE usename = $1', [one.role])).toEqual([])
  await hub.sql(`UPDATE board.desk SET seen_at = clock_timestamp() + interval '5 hours' WHERE role = $1`, [one.role])
  await two.reached(second, (status) => status.kind === 'live' && status.takeable.some(({ role }) => role === one.role))
})

test('A board whose hub began a new epoch is not shown as live until the desk greeted the hub again', async () => {
  const { one, first } = await openTwo({})
  const shown: string[] = []
  first.onStatus(() => shown.push(first.status()?.kind ?? ''))
  await hub.sql('UPDATE board.hub SET epoch = epoch + 1')
  await one.reached(first, ({ kind }) => kind === 'connecting')
  await one.reached(first, ({ kind }) => kind === 'live')
  expect(shown).not.toContain('alone')
})
