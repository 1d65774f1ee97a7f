import { describe, expect, test } from 'vitest'
import type { ExchangeResult } from '../../../electron/provider/http/connection.ts'
import { withNumber } from '../../support/builders/provider-number.ts'
import { answered, errorBody } from '../../support/builders/sent-request.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import {
  bookedAnswer,
  breakDisk,
  DOWN,
  NOT_THERE,
  openSyncDesk,
  settled,
  toldOf,
  type SyncDesk,
} from '../../support/fakes/scripted-provider.ts'

const MINUTE = 60_000

const stateOf = (desk: SyncDesk, id: string) => {
  const found = desk.moves.getBooking(id)
  return found.ok ? found.value.state : found.failure.code
}
const started = { phase: 'started', code: null, status: null }
const prepared = { ...started, phase: 'prepared' }
const attempts = (desk: SyncDesk) =>
  desk.store.read((view) => view.sql('SELECT phase, code, status FROM attempts ORDER BY seq').all())

describe('The send queue', () => {
  test('The send queue runs one health check, then sends the waiting bookings oldest first', async () => {
    const desk = openSyncDesk()
    const bookings = [pairBooking(1), oneWayBooking(2), pairBooking(3)].map(desk.book)
    desk.start()
    await desk.facts.next('sync-idle')
    expect(desk.calls.slice(0, 3)).toEqual(['ask', 'open', 'send'])
    expect(desk.asked[0]).toBe(0)
    expect(desk.sent.map(({ body }) => /RO 1000(\d)/.exec(body)?.[1])).toEqual(['1', '2', '3'])
    expect(bookings.map(({ id }) => stateOf(desk, id))).toEqual(['booked', 'booked', 'booked'])
    expect(desk.sockets.every((socket) => socket.destroyed)).toBe(true)
  })

  test('An entry is committed as `sending` before its request is sent', async () => {
    const desk = openSyncDesk()
    const { id } = desk.book(pairBooking(1))
    let during = ''
    desk.script.send = (request) => {
      during = stateOf(desk, id)
      return bookedAnswer(request)
    }
    desk.start()
    await desk.facts.next('send-settled')
    expect(during).toBe('sending')
    const names = desk.facts.all.map(({ event }) => event).filter((event) => event.startsWith('send-'))
    expect(names).toEqual([
      'send-connecting',
      'send-connected',
      'send-claimed',
      'send-written',
      'send-answered',
      'send-settled',
    ])
  })

  test('The send queue has one request in flight at a time, however often it is woken', async () => {
    const desk = openSyncDesk()
    const answers: ((exchanged: ExchangeResult) => void)[] = []
    desk.script.send = () => new Promise((resolve) => answers.push(resolve))
    const sync = desk.start()
    for (let number = 0; number < 5; number += 1) {
      desk.book(oneWayBooking(number))
      sync.wake()
      sync.checkConnection()
    }
    for (let nth = 1; nth <= 5; nth += 1) {
      await settled()
      expect(desk.sent).toHaveLength(nth)
      expect(answers).toHaveLength(nth)
      const request = desk.sent[nth - 1]
      if (request !== undefined) answers[nth - 1]?.(bookedAnswer(request))
    }
    await settled()
    expect(desk.mostInFlight()).toBe(1)
    expect(attempts(desk)).toHaveLength(20)
  })

  test('A booking made while the send queue rests is sent at once', async () => {
    const desk = openSyncDesk()
    desk.start()
    await desk.facts.next('sync-idle')
    desk.book(pairBooking(1))
    await desk.facts.next('send-settled')
    expect(desk.sent).toHaveLength(1)
  })

  test('The send queue sends no booking that was made for another provider', async () => {
    const desk = openSyncDesk()
    desk.book(pairBooking(1))
    desk.store.write((tx) => tx.sql(`UPDATE outbox SET provider_address = 'https://other.example'`).run())
    desk.start()
    await desk.facts.next('sync-idle')
    expect(desk.sent).toEqual([])
  })
})

describe('An outage', () => {
  test('The send queue sends nothing in an outage, keeps entries waiting, and spaces out its health checks', async () => {
    const desk = openSyncDesk()
    const { id } = desk.book(pairBooking(1))
    desk.script.ask = () => DOWN
    const sync = desk.start()
    const waits: number[] = []
    for (let round = 0; round < 11; round += 1) {
      await settled()
      waits.push(desk.clock.pending()[0] ?? 0)
      desk.book(oneWayBooking(round + 10))
      desk.clock.advance(waits.at(-1) ?? 0)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 150, 150, 150].map((seconds) => seconds * 1000))
    await settled()
    expect(desk.calls.filter((call) => call !== 'ask')).toEqual([])
    expect(desk.asked).toHaveLength(12)
    expect(stateOf(desk, id)).toBe('waiting')
    expect(sync.connection()).toMatchObject({ kind: 'down', cause: 'provider-down', since: '2026-11-21T15:00:00Z' })
    expect(attempts(desk)).toEqual([])
  })

  test('The end of an outage lets the waiting entry leave, and the next outage begins with short waits again', async () => {
    const desk = openSyncDesk()
    desk.book(pairBooking(1))
    desk.script.ask = () => DOWN
    const sync = desk.start()
    for (let round = 0; round < 6; round += 1) {
      await settled()
      desk.clock.advance(desk.clock.pending()[0] ?? 0)
    }
    await settled()
    desk.script.ask = () => NOT_THERE
    desk.clock.advance(desk.clock.pending()[0] ?? 0)
    await desk.facts.next('send-settled')
    expect(sync.connection().kind).toBe('up')
    desk.script.ask = () => DOWN
    sync.checkConnection()
    await settled()
    expect(desk.clock.pending()).toEqual([1000])
  })

  test('An outage found while connecting leaves the entry waiting, and a later round books it', async () => {
    const desk = openSyncDesk()
    const { id } = desk.book(pairBooking(1))
    desk.script.open = () => ({ kind: 'unreachable', cause: 'unsafe-network', code: 'CERT_HAS_EXPIRED' })
    const sync = desk.start()
    await settled()
    expect([stateOf(desk, id), attempts(desk), desk.sent]).toEqual([
      'waiting',
      [started, prepared, { ...started, phase: 'unreachable', code: 'CERT_HAS_EXPIRED' }],
      [],
    ])
    expect(sync.connection()).toMatchObject({ kind: 'down', cause: 'unsafe-network' })
    desk.script.open = openSyncDesk().script.open
    desk.clock.advance(desk.clock.pending()[0] ?? 0)
    await desk.facts.next('send-settled')
    expect([stateOf(desk, id), desk.sent.length]).toEqual(['booked', 1])
  })

  test('A hundred outages leave no entry behind, and no booking is sent twice', async () => {
    const desk = openSyncDesk()
    desk.start()
    await settled()
    for (let flap = 0; flap < 100; flap += 1) {
      desk.script.ask = () => (flap % 2 === 0 ? DOWN : NOT_THERE)
      desk.script.open = flap % 3 === 0 ? () => DOWN : desk.script.open
      if (flap < 40) desk.book(oneWayBooking(flap))
      desk.clock.advance(desk.clock.pending()[0] ?? 0)
      await settled()
    }
    const fresh = openSyncDesk().script
    desk.script.ask = fresh.ask
    desk.script.open = fresh.open
    desk.clock.advance(5 * MINUTE)
    await desk.facts.next('sync-idle', ({ waiting }) => waiting === 0 && desk.sent.length === 40)
    expect(new Set(desk.sent.map(({ body }) => body)).size).toBe(40)
  })

  test('`checkConnection` cuts the wait of an outage short, and `wake` does not', async () => {
    const desk = openSyncDesk()
    desk.script.ask = () => DOWN
    const sync = desk.start()
    await settled()
    expect(desk.asked).toHaveLength(1)
    desk.book(pairBooking(1))
    sync.wake()
    await settled()
    expect(desk.asked).toHaveLength(1)
    desk.script.ask = () => NOT_THERE
    sync.checkConnection()
    await desk.facts.next('send-settled')
    expect(desk.sent).toHaveLength(1)
  })

  test('The connection reports an outage once at its beginning, once per new cause, and once at its end', async () => {
    const desk = openSyncDesk()
    desk.script.ask = () => DOWN
    const sync = desk.start()
    let told = 0
    sync.onConnection(() => (told += 1))
    await settled()
    for (let round = 0; round < 4; round += 1) {
      desk.clock.advance(desk.clock.pending()[0] ?? 0)
      await settled()
    }
    expect(told).toBe(1)
    desk.script.ask = () => ({ kind: 'unreachable', cause: 'no-network', code: 'ENOTFOUND' })
    desk.clock.advance(desk.clock.pending()[0] ?? 0)
    await settled()
    expect(sync.connection()).toMatchObject({ cause: 'no-network', since: '2026-11-21T15:00:00Z' })
    desk.script.ask = () => NOT_THERE
    sync.checkConnection()
    await settled()
    expect([told, sync.connection().kind]).toEqual([3, 'up'])
  })
})

describe('A provider that takes no bookings', () => {
  test('A refused token pauses the send queue for five minutes and loses no booking', async () => {
    const desk = openSyncDesk()
    const bookings = [1, 2, 3].map((number) => desk.book(oneWayBooking(number)))
    desk.script.send = () => answered(401, '')
    const sync = desk.start()
    await settled()
    expect(desk.sent).toHaveLength(1)
    expect(bookings.map(({ id }) => stateOf(desk, id))).toEqual(['waiting', 'waiting', 'waiting'])
    expect(sync.connection()).toMatchObject({ kind: 'down', cause: 'token-refused' })
    expect(desk.clock.pending()).toEqual([5 * MINUTE])
    desk.clock.advance(5 * MINUTE - 1)
    await settled()
    expect(desk.sent).toHaveLength(1)
    desk.script.send = bookedAnswer
    desk.clock.advance(1)
    await desk.facts.next('sync-idle')
    expect(bookings.map(({ id }) => stateOf(desk, id))).toEqual(['booked', 'booked', 'booked'])
    // The refused booking comes after the untried ones, with the same bytes as at first.
    expect(desk.sent[3]).toEqual(desk.sent[0])
  })

  test('The send queue waits for the Retry-After of a busy provider', async () => {
    const desk = openSyncDesk()
    desk.book(pairBooking(1))
    desk.script.send = () => answered(429, errorBody('slow_down'), { headers: { 'retry-after': '37' } })
    desk.start()
    await settled()
    expect(desk.clock.pending()).toEqual([37_000])
    expect(attempts(desk)).toEqual([
      started,
      prepared,
      { phase: 'sending', code: null, status: null },
      { phase: 'settled', code: 'provider-busy', status: 429 },
    ])
  })

  test('A provider that answered 503 gets a health check before the next booking', async () => {
    const desk = openSyncDesk()
    const [first, second] = [desk.book(oneWayBooking(1)), desk.book(oneWayBooking(2))]
    desk.script.send = (request) => (desk.sent.length === 1 ? answered(503, '') : bookedAnswer(request))
    desk.start()
    await desk.facts.next('sync-idle')
    expect(desk.calls.slice(0, 6)).toEqual(['ask', 'open', 'send', 'ask', 'open', 'send'])
    expect([stateOf(desk, first.id), stateOf(desk, second.id)]).toEqual(['in-doubt', 'booked'])
    expect(desk.sent).toHaveLength(2)
  })
})

test('The health check asks for a move number that the desk holds', async () => {
  const desk = openSyncDesk()
  withNumber(desk, desk.book(oneWayBooking(1)), 4711)
  desk.script.ask = toldOf
  desk.start()
  await desk.facts.next('sync-idle')
  expect(desk.asked[0]).toBe(4711)
})

test('The send queue sends nothing while the store cannot be written, and resumes by itself', async () => {
  const desk = openSyncDesk()
  const { id } = desk.book(pairBooking(1))
  const mend = breakDisk(desk.store)
  const sync = desk.start()
  await settled()
  expect(desk.sent).toEqual([])
  expect(desk.sockets.every((socket) => socket.destroyed)).toBe(true)
  expect(sync.connection()).toMatchObject({ kind: 'down', cause: 'disk' })
  expect(desk.clock.pending()).toEqual([5000])
  mend()
  desk.clock.advance(5000)
  await desk.facts.next('send-settled')
  expect(stateOf(desk, id)).toBe('booked')
})
