import { expect, test } from 'vitest'
import type { FetchMoveResult } from '../../../electron/provider/client.ts'
import { POLL_INTERVALS } from '../../../electron/sync/polling-schedule.ts'
import { oneWayBooking } from '../../support/builders/bookings.ts'
import { answered, errorBody } from '../../support/builders/sent-request.ts'
import { entryOf } from '../../support/builders/outbox-entries.ts'
import { withNumber } from '../../support/builders/provider-number.ts'
import { openSyncDesk, settled, toldOf, type SyncDesk } from '../../support/fakes/scripted-provider.ts'

/*
 * A move that the provider cannot show says nothing of the others, nor of whether the provider takes bookings: neither
 * in the health check before the first booking nor in a polling round.
 */

const AT = { local: '2099-10-01T09:30', zone: 'America/New_York', utc: '2099-10-01T13:30:00Z' }

const TROUBLE: [string, FetchMoveResult][] = [
  ['a 500', answered(500, 'x')],
  ['a lost response', { kind: 'broken', code: 'ECONNRESET', bytes: 90 }],
  ['a 302', answered(302, '')],
  ['a 401', answered(401, errorBody('not_authorized'))],
]

async function pass(desk: SyncDesk, minutes: number): Promise<void> {
  for (let gone = 0; gone < minutes * 2; gone += 1) {
    await settled()
    desk.clock.advance(30_000)
  }
}

test.each(TROUBLE)('An old move that always gets %s delays neither bookings nor other moves', async (_, asked) => {
  const desk = openSyncDesk(POLL_INTERVALS)
  withNumber(desk, desk.book(oneWayBooking(1)), 4711)
  desk.clock.setWall('2099-09-01T12:00:00Z')
  for (let number = 10; number < 15; number += 1) {
    withNumber(desk, desk.book(oneWayBooking(number, { readyBy: AT })), 4720 + number)
  }
  desk.script.ask = (number) => (number === 4711 ? asked : number === 0 ? answered(404, '') : toldOf(number))
  for (const life of ['at first', 'after a restart']) {
    const sync = desk.start()
    await pass(desk, 30)
    const booked = desk.book(oneWayBooking(life === 'at first' ? 2 : 3, { readyBy: AT }))
    await pass(desk, 10)
    expect([entryOf(desk.store, booked).state, sync.connection().kind], life).toEqual(['booked', 'up'])
    await sync.close()
  }
  // The moves take turns in the health check.
  expect(desk.asked.filter((number) => number === 4711).length).toBeLessThan(desk.asked.length / 3)
  expect(desk.facts.all.filter(({ event }) => event === 'move-refreshed').length).toBeGreaterThanOrEqual(5)
})

test.each(TROUBLE)('The only move of a desk delays no booking when its fetch gets %s', async (_, asked) => {
  const desk = openSyncDesk(POLL_INTERVALS)
  withNumber(desk, desk.book(oneWayBooking(1)), 4711)
  desk.script.ask = (number) => (number === 4711 ? asked : answered(404, ''))
  const booked = desk.book(oneWayBooking(2))
  desk.start()
  await settled()
  expect(entryOf(desk.store, booked).state).toBe('booked')
})

test.each(TROUBLE)('A move that starts to get %s leaves the other moves their turn', async (_, asked) => {
  const desk = openSyncDesk(POLL_INTERVALS)
  for (const number of [4711, 4712]) {
    withNumber(desk, desk.book(oneWayBooking(number - 4700, { readyBy: AT })), number)
  }
  // Moves near their time are fetched every minute, and no health check comes between.
  desk.clock.setWall('2099-10-01T13:00:00Z')
  let broken = false
  desk.script.ask = (number) => (number === 0 ? answered(404, '') : number === 4711 && broken ? asked : toldOf(number))
  desk.start()
  await pass(desk, 5)
  broken = true
  const before = desk.asked.length
  await pass(desk, 10)
  const since = desk.asked.slice(before)
  expect(since.filter((number) => number === 4712).length).toBeGreaterThan(5)
  expect(since.filter((number) => number === 4711).length).toBeLessThan(15)
})

test('A move whose fetch times out delays a booking no longer than the next health check', async () => {
  const desk = openSyncDesk(POLL_INTERVALS)
  withNumber(desk, desk.book(oneWayBooking(1)), 4711)
  const never: FetchMoveResult = { kind: 'broken', code: 'answer-timeout', bytes: 90 }
  desk.script.ask = (number) => (number === 4711 ? never : answered(404, ''))
  const booked = desk.book(oneWayBooking(2))
  desk.start()
  await settled()
  expect([desk.asked, entryOf(desk.store, booked).state]).toEqual([[4711], 'waiting'])
  await pass(desk, 1)
  expect([desk.asked.slice(0, 2), entryOf(desk.store, booked).state]).toEqual([[4711, 0], 'booked'])
})

test.each(TROUBLE)('A provider that gives %s for every move and for an unknown one is down', async (_, asked) => {
  const desk = openSyncDesk(POLL_INTERVALS)
  withNumber(desk, desk.book(oneWayBooking(1)), 4711)
  desk.script.ask = () => asked
  const booked = desk.book(oneWayBooking(2))
  const sync = desk.start()
  await pass(desk, 20)
  expect([entryOf(desk.store, booked).state, sync.connection().kind, desk.sent]).toEqual(['waiting', 'down', []])
})
