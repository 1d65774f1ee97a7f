import { expect, test } from 'vitest'
import { POLL_INTERVALS } from '../../../electron/sync/polling-schedule.ts'
import { oneWayBooking } from '../../support/builders/bookings.ts'
import { answered, errorBody } from '../../support/builders/sent-request.ts'
import { valueOf } from '../../support/desk/test-desk.ts'
import { bringTo, entryOf } from '../../support/builders/outbox-entries.ts'
import { withNumber } from '../../support/builders/provider-number.ts'
import {
  bookedAnswer,
  NOT_THERE,
  openSyncDesk,
  settled,
  toldOf,
  type SyncDesk,
} from '../../support/fakes/scripted-provider.ts'
import { change, HOPDRIVE, newestAmendment, WHO, amendmentOf } from '../../support/builders/amendment.ts'

/* A spoilt amendment, booking or move keeps no other waiting for good, nor after a restart. */

const AT = { local: '2099-10-01T09:30', zone: 'America/New_York', utc: '2099-10-01T13:30:00Z' }

async function pass(desk: SyncDesk, minutes: number): Promise<void> {
  for (let gone = 0; gone < minutes * 2; gone += 1) {
    await settled()
    desk.clock.advance(30_000)
  }
  await settled()
}

test.each(['{', '', '{"a":1}', '9999', 'null'])(
  'A waiting change request that reads %j is refused as unreadable, and everything else goes on',
  async (payload) => {
    const desk = openSyncDesk(POLL_INTERVALS, { remote: HOPDRIVE })
    desk.script.ask = (number) => (number === 0 ? NOT_THERE : toldOf(number))
    const [spoilt, other, doubted] = [4, 5, 6].map((number) => desk.book(oneWayBooking(number, { readyBy: AT })))
    if (spoilt === undefined || other === undefined || doubted === undefined) throw new Error('three were booked')
    withNumber(desk, spoilt, 5000)
    withNumber(desk, other, 5001)
    bringTo(desk.store, doubted, 'in-doubt')
    const numbers = doubted.moves.map(({ id }) => ({ moveId: id, number: 6000 }))
    desk.moves.resolveBooking(doubted.id, { kind: 'provider-numbers', who: WHO, numbers })
    const asked = valueOf(desk.moves.requestChange(spoilt.moves[0]?.id ?? '', change({ color: 'Red' }), WHO))
    const canceled = valueOf(desk.moves.requestCancellation([other.moves[0]?.id ?? ''], WHO))
    desk.store.read((view) => {
      view.sql('DROP TRIGGER amendments_are_fixed').run()
      view.sql(`UPDATE amendments SET payload = ? WHERE kind = 'change'`).run(payload)
    })
    for (const booking of [spoilt, other]) expect(desk.moves.getBooking(booking.id).ok).toBe(true)
    desk.start()
    await pass(desk, 10)
    // The move whose change is spoilt got no request, least of all a cancellation.
    expect(desk.requested.filter((line) => JSON.stringify(line).includes('5000'))).toEqual([])
    expect(newestAmendment(valueOf(desk.moves.getBooking(spoilt.id)))).toMatchObject({
      id: newestAmendment(asked).id,
      state: 'refused',
      code: 'unreadable',
      fields: { possiblySent: false },
    })
    expect(amendmentOf(desk.store, newestAmendment(canceled).id).state).not.toBe('waiting')
    expect(desk.asked).toContain(6000)
    expect(desk.facts.all.filter(({ event }) => event === 'internal-error')).toEqual([])
    expect(desk.moves.readInbox().ok).toBe(true)
  },
)

test('A possibly sent change request that became unreadable says so and is not sent again', async () => {
  const desk = openSyncDesk(POLL_INTERVALS, { remote: HOPDRIVE })
  desk.script.ask = (number) => (number === 0 ? NOT_THERE : toldOf(number))
  const booked = desk.book(oneWayBooking(4, { readyBy: AT }))
  withNumber(desk, booked, 5000)
  desk.moves.requestChange(booked.moves[0]?.id ?? '', change({ color: 'Red' }), WHO)
  desk.store.read((view) => {
    view.sql('DROP TRIGGER amendments_are_fixed').run()
    view.sql(`UPDATE amendments SET payload = '{', state = 'sending'`).run()
  })
  desk.start()
  await pass(desk, 10)
  expect(desk.requested).toEqual([])
  expect(newestAmendment(valueOf(desk.moves.getBooking(booked.id)))).toMatchObject({
    code: 'unreadable',
    fields: { possiblySent: true },
  })
})

test.each([
  ['a 401', () => answered(401, '')],
  ['a 429', () => answered(429, errorBody('slow_down'))],
] as const)('A booking that is always answered with %s lets the others leave', async (_, answer) => {
  const desk = openSyncDesk(POLL_INTERVALS)
  const [first, ...others] = [1, 2, 3, 4].map((number) => desk.book(oneWayBooking(number, { readyBy: AT })))
  if (first === undefined) throw new Error('it was booked')
  desk.script.send = (request) =>
    request.body.includes(first.moves[0]?.reference ?? '?') ? answer() : bookedAnswer(request)
  for (const life of [1, 2]) {
    const sync = desk.start()
    await pass(desk, 30)
    expect(others.filter((one) => entryOf(desk.store, one).state !== 'booked')).toEqual([])
    expect(entryOf(desk.store, first).state, String(life)).toBe('waiting')
    const late = desk.book(oneWayBooking(10 + life, { readyBy: AT }))
    others.push(late)
    await sync.close()
  }
})

test('A move whose fetch is always answered with 429 lets the bookings leave', async () => {
  const desk = openSyncDesk(POLL_INTERVALS)
  withNumber(desk, desk.book(oneWayBooking(1, { readyBy: AT })), 4711)
  desk.script.ask = (number) => (number === 4711 ? answered(429, '') : NOT_THERE)
  for (const life of [1, 2]) {
    const booked = desk.book(oneWayBooking(1 + life, { readyBy: AT }))
    const sync = desk.start()
    await pass(desk, 30)
    expect(entryOf(desk.store, booked).state, String(life)).toBe('booked')
    await sync.close()
  }
})
