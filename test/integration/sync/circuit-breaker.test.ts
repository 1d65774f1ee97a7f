import { describe, expect, test } from 'vitest'
import type { ExchangeResult } from '../../../electron/provider/http/connection.ts'
import { addMinutes, toLocal } from '../../../shared/time/time.ts'
import { oneWayBooking } from '../../support/builders/bookings.ts'
import { answered } from '../../support/builders/sent-request.ts'
import {
  bookedAnswer,
  breakDisk,
  DOWN,
  NOT_THERE,
  openSyncDesk,
  settled,
} from '../../support/fakes/scripted-provider.ts'
import { START } from '../../support/fakes/system.ts'

const MINUTE = 60_000

describe('A provider that answers a GET and takes no booking', () => {
  test('The circuit breaker stops the send queue after three bookings in doubt, and tries one more after a rest', async () => {
    const desk = openSyncDesk()
    for (let number = 0; number < 10; number += 1) desk.book(oneWayBooking(number))
    desk.script.send = () => answered(503, '')
    const sync = desk.start()
    await settled()
    expect(desk.sent).toHaveLength(3)
    expect(sync.connection()).toMatchObject({ kind: 'down', cause: 'provider-down' })
    expect(desk.clock.pending()[0]).toBeGreaterThanOrEqual(MINUTE)

    desk.clock.advance(desk.clock.pending()[0] ?? 0)
    await settled()
    expect(desk.sent).toHaveLength(4)

    desk.script.send = bookedAnswer
    desk.clock.advance(desk.clock.pending()[0] ?? 0)
    await desk.facts.next('sync-idle')
    expect(desk.sent).toHaveLength(10)
    expect(sync.connection()).toMatchObject({ kind: 'up' })
  })

  test('A held booking between bookings in doubt does not close the circuit breaker', async () => {
    const desk = openSyncDesk()
    const utc = addMinutes(START, 60)
    const readyBy = { local: toLocal(utc, 'America/New_York'), zone: 'America/New_York', utc }
    for (const number of [1, 2, 3, 4, 5, 6]) desk.book(oneWayBooking(number, number === 3 ? { readyBy } : {}))
    // The time of the third booking passes, so its turn ends in a hold.
    desk.clock.setWall(addMinutes(START, 120))
    desk.script.send = () => answered(503, '')
    desk.start()
    await settled()
    expect(desk.sent).toHaveLength(3)
  })

  test('The circuit breaker stays open through network flaps and short sleeps until `reset`', async () => {
    const desk = openSyncDesk()
    for (let number = 0; number < 20; number += 1) desk.book(oneWayBooking(number))
    desk.script.send = () => ({ kind: 'broken', code: 'ECONNRESET', bytes: 400 })
    const sync = desk.start()
    await settled()
    for (let flap = 0; flap < 6; flap += 1) {
      desk.clock.advance(1_000)
      sync.checkConnection()
      sync.onSystemResume()
      await settled()
    }
    expect(desk.sent).toHaveLength(3)
    // A reset means that a person put something right.
    sync.reset()
    await settled()
    expect(desk.sent).toHaveLength(6)
  })

  test('The wait doubles with each failed connection although the health checks succeed', async () => {
    const desk = openSyncDesk()
    desk.book(oneWayBooking(1))
    desk.script.ask = () => NOT_THERE
    desk.script.open = () => DOWN
    desk.start()
    const waits: number[] = []
    for (let round = 0; round < 4; round += 1) {
      await settled()
      waits.push(desk.clock.pending()[0] ?? 0)
      desk.clock.advance(waits.at(-1) ?? 0)
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000])
  })
})

test('The send queue waits for the Retry-After of a busy sign-in', async () => {
  const desk = openSyncDesk()
  desk.book(oneWayBooking(1))
  desk.script.open = () => ({ ...DOWN, busy: { 'retry-after': '7200' } })
  const sync = desk.start()
  await settled()
  expect(desk.clock.pending()).toEqual([120 * MINUTE])
  // The status names the time of the next try.
  expect(sync.connection()).toMatchObject({ kind: 'down', cause: 'provider-busy', until: addMinutes(START, 120) })
  expect(desk.sent).toEqual([])
})

test.for(['checkConnection', 'onSystemResume'] as const)(
  'A Retry-After wait is not cut short by a call of `%s` during the request',
  async (sign) => {
    const desk = openSyncDesk()
    desk.book(oneWayBooking(1))
    let answer: (exchanged: ExchangeResult) => void = () => {}
    desk.script.send = () => new Promise((resolve) => (answer = resolve))
    const sync = desk.start()
    await desk.facts.next('send-claimed')
    sync[sign]()
    answer(answered(429, '', { headers: { 'retry-after': '3600' } }))
    await desk.facts.next('send-settled')
    await settled()
    expect([desk.sent.length, desk.clock.pending()]).toEqual([1, [60 * MINUTE]])
  },
)

test.for([
  ['a redirect', 302, '', 'in-doubt'],
  ['a refused account', 403, JSON.stringify({ errors: [{ code: 'missing_scope' }] }), 'held'],
  ['a missing endpoint', 404, JSON.stringify({ errors: [{ code: 'gone' }] }), 'held'],
] as const)(
  'The send queue stops after one booking on %s, and time alone does not restart it',
  async ([, status, body, state]) => {
    const desk = openSyncDesk()
    const bookings = [1, 2, 3].map((number) => desk.book(oneWayBooking(number)))
    desk.script.send = () => answered(status, body)
    const sync = desk.start()
    await desk.facts.next('sync-idle')
    for (let hours = 0; hours < 24; hours += 1) {
      desk.clock.advance(60 * MINUTE)
      await settled()
    }
    sync.checkConnection()
    await settled()
    expect(desk.sent).toHaveLength(1)
    const states = bookings.map(({ id }) => {
      const found = desk.moves.getBooking(id)
      return found.ok ? found.value.state : null
    })
    expect(states).toEqual([state, 'waiting', 'waiting'])
    expect(sync.connection()).toMatchObject({
      kind: 'down',
      detail: expect.stringMatching(/forbidden|endpoint-not-found|redirected|refused-twice/) as string,
    })
  },
)

test('An outcome that is written late still makes the send queue wait for its Retry-After', async () => {
  const desk = openSyncDesk()
  desk.book(oneWayBooking(1))
  desk.book(oneWayBooking(2))
  let mend = () => {}
  desk.script.send = () => {
    mend = breakDisk(desk.store)
    return { kind: 'answered', answer: { status: 429, headers: { 'retry-after': '600' }, body: '', complete: true } }
  }
  desk.start()
  await settled()
  expect(desk.sent).toHaveLength(1)
  mend()
  desk.clock.advance(5_000)
  await settled()
  expect(desk.sent).toHaveLength(1)
  expect(desk.clock.pending()[0]).toBe(600_000)
})

test('A closed send queue leaves no timer behind', async () => {
  const desk = openSyncDesk()
  desk.book(oneWayBooking(1))
  let answer: () => void = () => {}
  desk.script.send = () =>
    new Promise((resolve) => {
      answer = () => resolve(answered(401, ''))
    })
  const sync = desk.start()
  await desk.facts.next('send-claimed')
  const closed = sync.close()
  answer()
  await closed
  expect(desk.clock.pending()).toEqual([])
})
