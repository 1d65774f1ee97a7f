import { describe, expect, test } from 'vitest'
import { answered } from '../../support/builders/sent-request.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'
import { bookedAnswer, openSyncDesk, settled } from '../../support/fakes/scripted-provider.ts'

test('Doubts with a booking between them do not open the circuit breaker', async () => {
  const desk = openSyncDesk()
  for (let number = 0; number < 9; number += 1) desk.book(oneWayBooking(number))
  desk.script.send = (request) => (desk.sent.length % 3 === 0 ? bookedAnswer(request) : answered(503, ''))
  desk.start()
  await desk.facts.next('sync-idle')
  expect(desk.sent).toHaveLength(9)
})

describe('A change listener that throws', () => {
  test('A change listener that throws does not stop the send queue', async () => {
    const desk = openSyncDesk()
    desk.book(oneWayBooking(1))
    desk.book(oneWayBooking(2))
    desk.store.onChange(() => {
      if (desk.sent.length === 1) throw new Error('the page is gone')
    })
    desk.start()
    await desk.facts.next('sync-idle')
    expect(desk.sent).toHaveLength(2)
  })

  test('A change listener that throws leaves a saved booking saved and is reported as a fault', async () => {
    const { store, moves } = openDeskStore()
    const faults: unknown[] = []
    store.onFault((error) => void faults.push(error))
    store.onChange(() => {
      throw new Error('the page is gone')
    })
    expect(moves.bookMove(pairBooking(1)).ok).toBe(true)
    await settled()
    expect(faults).toEqual([new Error('the page is gone')])
  })
})

test('A search with a NUL character finds nothing and does not fail', () => {
  const { moves, book } = openDeskStore()
  book(pairBooking(1))
  expect(moves.findBookings({ text: 'abc\u0000de', limit: 9 })).toMatchObject({ ok: true, value: { bookings: [] } })
})
