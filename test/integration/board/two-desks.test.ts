import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startBoard } from '../../../electron/board/board.ts'
import { openPostgresHub } from '../../../electron/board/postgres.ts'
import { systemClock } from '../../../electron/platform/clock.ts'
import { systemIds } from '../../../electron/platform/ids.ts'
import type { LogEvent } from '../../../electron/platform/log-events.ts'
import { systemRandom } from '../../../electron/platform/random.ts'
import { createBookingService } from '../../../electron/bookings/service.ts'
import { joinBoard, readLink } from '../../../electron/store/board/link.ts'
import type { BoardStatus } from '../../../shared/desk/board-status.ts'
import { PRACTICE_ROOFTOP } from '../../../shared/booking/rooftop.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { bringTo } from '../../support/builders/outbox-entries.ts'
import { openTestStore, REMOTE } from '../../support/desk/test-store.ts'
import { START } from '../../support/fakes/system.ts'
import { startHub, type TestHub } from '../../support/hub/board.ts'

/* Two desks over a real hub: what is booked at one is seen at the other. */

let hub: TestHub
beforeAll(async () => {
  hub = await startHub()
  return () => hub.remove()
})

/** A desk with a store, a booking service and a board. */
async function openDesk(role: string) {
  await hub.admit(role)
  const store = openTestStore()
  const service = createBookingService({
    store,
    remote: REMOTE,
    rooftop: () => PRACTICE_ROOFTOP,
    defaultPayer: () => null,
    miles: () => null,
    clock: systemClock,
    ids: systemIds,
    log: () => {},
    wake: () => {},
    msSinceLastSend: () => 0,
  })
  const incarnation = systemIds.next()
  store.write((tx) => joinBoard(tx, { role, incarnation }, START))
  const { host = '', port = 0, ssl } = hub.config(role)
  if (typeof ssl !== 'object') throw new Error('the hub has no TLS')
  const events: LogEvent[] = []
  const start = (at = { port, tls: ssl }) => {
    const board = startBoard({
      store,
      intact: Promise.resolve(true),
      open: openPostgresHub({ host, ...at, role, incarnation }),
      clock: systemClock,
      random: systemRandom,
      ids: systemIds,
      log: (event) => events.push(event),
    })
    onTestFinished(board.end)
    return board
  }
  const reached = (board: ReturnType<typeof start>, is: (status: BoardStatus) => boolean) =>
    new Promise<void>((resolve) => {
      const now = board.status()
      if (now !== null && is(now)) resolve()
      board.onStatus(() => {
        const status = board.status()
        if (status !== null && is(status)) resolve()
      })
    })
  const seen = (is: () => boolean) =>
    new Promise<void>((resolve) => {
      if (is()) resolve()
      store.onChange(() => is() && resolve())
    })
  const stateOf = (id: string) => {
    const found = service.getBooking(id)
    return found.ok ? found.value.state : null
  }
  const book = (booking: Parameters<typeof service.bookMove>[0]) => {
    const booked = service.bookMove(booking)
    if (!booked.ok) throw new Error(booked.failure.detail)
    return booked.value
  }
  return { store, service, start, reached, seen, stateOf, book, events }
}

const isLive = ({ kind }: BoardStatus) => kind === 'live'

test('A hub whose certificate names another host gets no session', async () => {
  await hub.admit('desk5')
  const { port = 0, ssl } = hub.config('desk5')
  if (typeof ssl !== 'object') throw new Error('the hub has no TLS')
  const open = openPostgresHub({ host: 'localhost', port, role: 'desk5', tls: ssl, incarnation: systemIds.next() })
  await expect(open({ onHint: () => {}, onLost: () => {} })).rejects.toMatchObject({ fault: 'refused' })
})

describe('Two desks of a rooftop', () => {
  test('A booking of one desk is found at the other, changes with it, and is never an entry there', async () => {
    const [one, other] = [await openDesk('desk1'), await openDesk('desk2')]
    const before = one.book(pairBooking(3))
    const [a, b] = [one.start(), other.start()]
    await Promise.all([one.reached(a, isLive), other.reached(b, isLive)])
    await other.seen(() => other.stateOf(before.id) === 'waiting')
    const { id } = one.book(oneWayBooking(8))
    await other.seen(() => other.stateOf(id) === 'waiting')
    bringTo(one.store, { id }, 'booked')
    await other.seen(() => other.stateOf(id) === 'booked')
    const found = other.service.findBookings({ text: 'ro 10008', limit: 9 })
    expect(found).toMatchObject({ ok: true, value: { bookings: [{ bookingId: id, state: 'booked' }] } })
    expect(one.store.read(readLink)).toMatchObject({ lastN: 4 })
    expect(other.store.read(readLink)).toMatchObject({ lastN: 1 })
  })

  test('A desk whose hub is killed says so, books on, and catches up when the hub is back', async () => {
    const [one, other] = [await openDesk('desk3'), await openDesk('desk4')]
    const [a, b] = [one.start(), other.start()]
    await Promise.all([one.reached(a, isLive), other.reached(b, isLive)])
    await hub.stop('SIGKILL')
    await Promise.all([
      one.reached(a, ({ kind }) => kind === 'alone'),
      other.reached(b, ({ kind }) => kind === 'alone'),
    ])
    expect(a.status()).toMatchObject({ kind: 'alone', fault: 'unreachable' })
    const ids = [1, 2, 3, 4].map((number) => one.book(pairBooking(number)).id)
    expect(ids.map(other.stateOf)).toEqual([null, null, null, null])
    await hub.server.start()
    await other.seen(() => ids.every((id) => other.stateOf(id) === 'waiting'))
    expect(
      await hub.sql(`SELECT count(*)::integer AS lines FROM board.event WHERE desk = 'desk3' AND kind = 'saved'`),
    ).toEqual([{ lines: 4 }])
  })

  test('A new hub gets all bookings of its desks again', async () => {
    const one = await openDesk('desk6')
    const ids = [1, 2, 3].map((number) => one.book(oneWayBooking(number)).id)
    const first = one.start()
    await expect.poll(() => one.store.read(readLink)?.refilledEpoch).toEqual(expect.any(Number))
    first.end()
    const second = await startHub()
    onTestFinished(second.remove)
    await second.admit('desk6')
    const { port = 0, ssl } = second.config('desk6')
    if (typeof ssl !== 'object') throw new Error('the hub has no TLS')
    const before = one.store.read(readLink)?.hub
    const board = one.start({ port, tls: ssl })
    await one.reached(board, isLive)
    expect(one.store.read(readLink)?.hub).not.toBe(before)
    const kinds = async () =>
      (await second.sql('SELECT kind, booking FROM board.event ORDER BY seq')).map(({ kind, booking }) => [
        kind,
        booking,
      ])
    await expect.poll(kinds).toEqual([...ids.map((id) => ['saved', id]), ['refilled', null]])
  })
})

test('A desk that starts without its hub says since when it was not live, whatever else goes wrong meanwhile', async () => {
  const desk = await openDesk('desk7')
  const first = desk.start()
  await desk.reached(first, isLive)
  first.end()
  const until = desk.store.read(readLink)?.liveUntil
  expect(until).toEqual(expect.any(String))
  desk.store.write((tx) => tx.sql(`UPDATE board_link SET live_until = '2026-06-15T15:00:00Z'`).run())
  const { ssl } = hub.config('desk7')
  if (typeof ssl !== 'object') throw new Error('the hub has no TLS')
  // Nothing listens at this port.
  const second = desk.start({ port: 9, tls: ssl })
  await desk.reached(second, ({ kind }) => kind === 'alone')
  expect(second.status()).toMatchObject({ kind: 'alone', fault: 'unreachable', since: '2026-06-15T15:00:00Z' })
})
