import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openPostgresHub } from '../../../electron/board/postgres.ts'
import { systemIds } from '../../../electron/platform/ids.ts'
import { readLink } from '../../../electron/store/board/link.ts'
import { PRACTICE_ROOFTOP } from '../../../shared/booking/rooftop.ts'
import type { BoardStatus } from '../../../shared/desk/board-status.ts'
import { encore, oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { dateOf } from '../../../shared/time/time.ts'
import { bringTo } from '../../support/builders/outbox-entries.ts'
import { openBoardDesk } from '../../support/hub/board-desk.ts'
import { startHub, type TestHub } from '../../support/hub/board.ts'
import { proves } from '../../support/spec-rows.ts'

/* Two desks over a real hub: what is booked at one is seen at the other. */

let hub: TestHub
beforeAll(async () => {
  hub = await startHub()
  return () => hub.remove()
})

const openDesk = (role: string) => openBoardDesk(hub, role)

const isLive = ({ kind }: BoardStatus) => kind === 'live'

test('A hub whose certificate names another host gets no session', async () => {
  proves('board: 24')
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

  test('A promised loaner and a trip of the day name the desk that has the booking', async () => {
    const [one, other] = [await openDesk('desk9'), await openDesk('desk10')]
    const [a, b] = [one.start(), other.start()]
    await Promise.all([one.reached(a, isLive), other.reached(b, isLive)])
    const booking = pairBooking(18, { loaner: encore('LN-9') })
    const { id } = one.book(booking)
    await other.seen(() => other.stateOf(id) !== null)
    const second = pairBooking(12, { appointment: booking.appointment, loaner: encore('LN-9') })
    const found = [one, other].map(({ service }) => service.bookMove(second))
    const loaner = { loaner: 'LN-9 Buick Encore', customerName: booking.customer.name }
    expect(found).toMatchObject([
      { ok: false, failure: { code: 'loaner-promised', fields: { ...loaner, desk: null } } },
      { ok: false, failure: { code: 'loaner-promised', fields: { ...loaner, desk: 'Desk desk9' } } },
    ])
    const date = dateOf(booking.appointment.utc, PRACTICE_ROOFTOP.zone)
    const trips = [one, other].map(({ service }) => service.dayLoad(date, null))
    expect(trips).toMatchObject([
      { value: { trips: [{ bookingId: id, desk: null }] } },
      { value: { trips: [{ bookingId: id, desk: 'Desk desk9' }] } },
    ])
  })

  test('A desk whose hub is killed says so, books on, and catches up when the hub is back', async () => {
    proves('board: 4')
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
    proves('board: 6')
    const one = await openDesk('desk6')
    const ids = [1, 2, 3].map((number) => one.book(oneWayBooking(number)).id)
    const first = one.start()
    await expect.poll(() => one.store.read(readLink)?.refilledEpoch).toEqual(expect.any(Number))
    first.end()
    const second = await startHub()
    onTestFinished(second.remove)
    await second.admit('desk6')
    const before = one.store.read(readLink)?.hub
    const board = one.start({}, second)
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
  // Nothing listens at this port.
  const second = desk.start({ port: 9 })
  await desk.reached(second, ({ kind }) => kind === 'alone')
  expect(second.status()).toMatchObject({ kind: 'alone', fault: 'unreachable', since: '2026-06-15T15:00:00Z' })
})
