import { describe, expect, test } from 'vitest'
import { answered } from '../../support/builders/sent-request.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'
import { bookedAnswer, openSyncDesk, settled } from '../../support/fakes/scripted-provider.ts'

test('doubts that are not in a row do not rest the line', async () => {
  const desk = openSyncDesk()
  for (let number = 0; number < 9; number += 1) desk.book(oneWayBooking(number))
  desk.script.send = (request) => (desk.sent.length % 3 === 0 ? bookedAnswer(request) : answered(503, ''))
  desk.start()
  await desk.facts.next('sync-idle')
  expect(desk.sent).toHaveLength(9)
})

describe('a listener that throws', () => {
  test('does not stop the line', async () => {
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

  test('does not make a saved booking one that was not saved, and is told as a fault', async () => {
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

test('a NUL in a search is no fault', () => {
  const { moves, book } = openDeskStore()
  book(pairBooking(1))
  expect(moves.findMoves({ text: 'abc\u0000de', limit: 9 })).toMatchObject({ ok: true, value: { moves: [] } })
})
