import { expect, test } from 'vitest'
import { oneWayBooking } from '../../support/builders/bookings.ts'
import { answered, errorBody } from '../../support/builders/sent-request.ts'
import { bringTo, entryOf } from '../../support/builders/outbox-entries.ts'
import { bookedAnswer, NOT_THERE, openSyncDesk, settled, type SyncDesk } from '../../support/fakes/scripted-provider.ts'

/* The order within a vehicle or a repair order, and none beyond. */

const { vehicle } = oneWayBooking(1)

const pass = async (desk: SyncDesk, minutes: number) => {
  for (let gone = 0; gone < minutes * 2; gone += 1) {
    await settled()
    desk.clock.advance(30_000)
  }
  await settled()
}

const order = (desk: SyncDesk) => desk.sent.map(({ body }) => /RO 1000(\d)/.exec(body)?.[1])

test.each([429, 401])(
  'An entry answered with %i is sent after the others and before an entry for the same vehicle',
  async (status) => {
    const desk = openSyncDesk()
    desk.book(oneWayBooking(1))
    desk.book(oneWayBooking(2, { vehicle }))
    desk.book(oneWayBooking(3))
    desk.script.send = (request) => (desk.sent.length === 1 ? answered(status, errorBody('x')) : bookedAnswer(request))
    desk.start()
    await pass(desk, 10)
    expect(order(desk)).toEqual(['1', '3', '1', '2'])
  },
)

test('An unconfirmed reported number holds back entries for the same vehicle', async () => {
  const desk = openSyncDesk()
  const doubted = desk.book(oneWayBooking(1))
  bringTo(desk.store, doubted, 'in-doubt')
  const next = desk.book(oneWayBooking(2, { vehicle }))
  const other = desk.book(oneWayBooking(3))
  const numbers = [{ moveId: doubted.moves[0]?.id ?? '', number: 4711 }]
  desk.moves.resolveBooking(doubted.id, { kind: 'provider-numbers', who: 'Dana R.', numbers })
  desk.script.ask = () => NOT_THERE
  desk.start()
  await desk.facts.next('send-settled')
  await settled()
  expect([next, other].map((one) => entryOf(desk.store, one).state)).toEqual(['waiting', 'booked'])
})

test.each([
  ['canceled', 'booked'],
  ['partial', 'booked'],
  ['pending', 'held'],
  ['rescheduled', 'held'],
])('A new booking after a cancellation with status %s is %s', async (cancelStatus, state) => {
  const desk = openSyncDesk()
  const first = desk.book(oneWayBooking(1))
  desk.start()
  await desk.facts.next('send-settled')
  desk.store.write((tx) => tx.sql('UPDATE moves SET cancel_status = ?').run(cancelStatus))
  const anew = desk.book(oneWayBooking(1))
  await pass(desk, 2)
  expect(entryOf(desk.store, first).state).toBe('booked')
  expect(entryOf(desk.store, anew).state).toBe(state)
})
