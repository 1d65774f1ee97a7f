import { expect, test } from 'vitest'
import type { FetchMoveResult } from '../../../electron/provider/client.ts'
import { POLL_INTERVALS } from '../../../electron/sync/polling-schedule.ts'
import { oneWayBooking } from '../../support/builders/bookings.ts'
import { answered, errorBody } from '../../support/builders/sent-request.ts'
import { entryOf } from '../../support/builders/outbox-entries.ts'
import { withNumber } from '../../support/builders/provider-number.ts'
import { openSyncDesk, settled, toldOf, type SyncDesk } from '../../support/fakes/scripted-provider.ts'

/*
 * One move that the provider cannot show says nothing of the others, nor of whether it takes bookings: not at the look that
 * comes before the first booking, and not in the round of asking (rows 28 and rule L of the reliability design).
 */

const AT = { local: '2099-10-01T09:30', zone: 'America/New_York', utc: '2099-10-01T13:30:00Z' }

const TROUBLE: [string, FetchMoveResult][] = [
  ['a fault', answered(500, 'x')],
  ['a lost answer', { kind: 'broken', code: 'ECONNRESET', bytes: 90 }],
  ['another address', answered(302, '')],
  ['a refused token', answered(401, errorBody('not_authorized'))],
]

async function pass(desk: SyncDesk, minutes: number): Promise<void> {
  for (let gone = 0; gone < minutes * 2; gone += 1) {
    await settled()
    desk.clock.advance(30_000)
  }
}

test.each(TROUBLE)(
  '%s of a move from long ago, which is never asked about again, keeps nothing here',
  async (_, asked) => {
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
    // Each has its turn at the look.
    expect(desk.asked.filter((number) => number === 4711).length).toBeLessThan(desk.asked.length / 3)
    expect(desk.facts.all.filter(({ event }) => event === 'move-refreshed').length).toBeGreaterThanOrEqual(5)
  },
)

test.each(TROUBLE)('%s of the only move there is keeps nothing here either', async (_, asked) => {
  const desk = openSyncDesk(POLL_INTERVALS)
  withNumber(desk, desk.book(oneWayBooking(1)), 4711)
  desk.script.ask = (number) => (number === 4711 ? asked : answered(404, ''))
  const booked = desk.book(oneWayBooking(2))
  desk.start()
  await settled()
  expect(entryOf(desk.store, booked).state).toBe('booked')
})

test.each(TROUBLE)('%s that begins while the desk asks around leaves the others their turn', async (_, asked) => {
  const desk = openSyncDesk(POLL_INTERVALS)
  for (const number of [4711, 4712]) {
    withNumber(desk, desk.book(oneWayBooking(number - 4700, { readyBy: AT })), number)
  }
  // Near their time, so that they are asked about every minute and no look comes between.
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

test('one that the provider never answers about keeps nothing for longer than the next look', async () => {
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

test.each(TROUBLE)('%s of every move, and of one that nobody has, is the trouble of the provider', async (_, asked) => {
  const desk = openSyncDesk(POLL_INTERVALS)
  withNumber(desk, desk.book(oneWayBooking(1)), 4711)
  desk.script.ask = () => asked
  const booked = desk.book(oneWayBooking(2))
  const sync = desk.start()
  await pass(desk, 20)
  expect([entryOf(desk.store, booked).state, sync.connection().kind, desk.sent]).toEqual(['waiting', 'down', []])
})
