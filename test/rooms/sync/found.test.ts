import { describe, expect, test } from 'vitest'
import { answered } from '../../support/classified.ts'
import { oneWayBooking, pairBooking } from '../../support/bookings.ts'
import { openDeskStore } from '../../support/desk-store.ts'
import { makeGate } from '../../support/gate.ts'
import { bookedAnswer, breakDisk, DOWN, openSyncDesk, settled } from '../../support/scripted.ts'

/** Found while the line was tested. */

describe('the breaker', () => {
  test('a provider that answers GET and fails every POST gets three bookings, not all that wait', async () => {
    const desk = openSyncDesk()
    for (let number = 0; number < 10; number += 1) desk.book(oneWayBooking(number))
    desk.script.send = () => answered(503, '')
    desk.start()
    await settled()
    expect(desk.sent.length).toBeLessThanOrEqual(3)
  })

  test('waits grow while the probe connects and the booking does not', async () => {
    const desk = openSyncDesk()
    desk.book(pairBooking(1))
    desk.script.open = () => DOWN
    desk.start()
    const waits: number[] = []
    for (let round = 0; round < 3; round += 1) {
      await settled()
      waits.push(desk.clock.pending()[0] ?? 0)
      desk.clock.advance(waits.at(-1) ?? 0)
    }
    expect(waits).toEqual([1000, 2000, 4000])
  })
})

test('an outcome that was written late still makes the line wait as the provider asked', async () => {
  const desk = openSyncDesk()
  desk.book(oneWayBooking(1))
  let mend = () => {}
  desk.script.send = (request) => {
    if (desk.sent.length > 1) return bookedAnswer(request)
    mend = breakDisk(desk.store)
    return answered(429, '', { headers: { 'retry-after': '3600' } })
  }
  desk.start()
  await settled()
  mend()
  desk.clock.advance(5000)
  await settled()
  expect(desk.sent).toHaveLength(1)
})

test('closing leaves no timer behind, whatever was under way', async () => {
  const desk = openSyncDesk()
  desk.book(oneWayBooking(1))
  const answer = makeGate()
  desk.script.send = async () => {
    await answer.passed
    return answered(401, '')
  }
  const sync = desk.start()
  await desk.facts.next('send-written')
  const closing = sync.close()
  answer.open()
  await closing
  expect(desk.clock.pending()).toEqual([])
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
    for (let round = 0; round < 5; round += 1) {
      await settled()
      desk.clock.advance(5000)
    }
    await settled()
    expect(desk.sent).toHaveLength(2)
  })

  test('does not make a saved booking one that was not saved', () => {
    const { store, moves } = openDeskStore()
    store.onChange(() => {
      throw new Error('the page is gone')
    })
    expect(moves.bookMove(pairBooking(1)).ok).toBe(true)
  })
})

test('a NUL in a search is no fault', () => {
  const { moves, book } = openDeskStore()
  book(pairBooking(1))
  expect(moves.findMoves({ text: 'abc\u0000de', limit: 9 })).toMatchObject({ ok: true, value: { moves: [] } })
})
