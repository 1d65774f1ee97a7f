import { describe, expect, test } from 'vitest'
import type { FetchMoveResult } from '../../../electron/provider/client.ts'
import { POLL_INTERVALS } from '../../../electron/sync/polling-schedule.ts'
import { countInbox } from '../../../electron/store/queries/inbox.ts'
import { addMinutes, toLocal } from '../../../shared/time/time.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { answered, errorBody } from '../../support/builders/sent-request.ts'
import { REMOTE } from '../../support/desk/test-store.ts'
import { withNumber } from '../../support/builders/provider-number.ts'
import {
  DOWN,
  BARE_NOT_FOUND,
  openSyncDesk,
  settled,
  toldOf,
  type SyncDesk,
} from '../../support/fakes/scripted-provider.ts'
import { START } from '../../support/fakes/system.ts'
import { toldMove } from '../../support/builders/provider-response.ts'
import { proves } from '../../support/spec-rows.ts'

const at = (minute: number) => `2026-11-21T14:${String(minute).padStart(2, '0')}:00Z`

/** A desk with numbered moves, 101 the longest unseen. */
function deskWith(count: number): { desk: SyncDesk; ids: readonly string[] } {
  const desk = openSyncDesk()
  const ids = Array.from({ length: count }, (_, place) => {
    const booked = desk.book(oneWayBooking(place + 1))
    withNumber(desk, booked, 101 + place, at(place))
    return booked.id
  })
  return { desk, ids }
}

const seen = (desk: SyncDesk, id: string | undefined) => {
  const booking = desk.moves.getBooking(id ?? '')
  if (!booking.ok) throw new Error(booking.failure.detail)
  return booking.value.moves[0]
}

describe('The polling of tracked moves', () => {
  test('Polling fetches the four longest unseen moves in each round', async () => {
    const { desk } = deskWith(6)
    desk.script.ask = toldOf
    desk.start()
    await desk.facts.next('sync-idle')
    // The first request was the health check.
    expect(desk.asked).toEqual([101, 101, 102, 103, 104])
    desk.clock.advance(15_000)
    await desk.facts.next('sync-idle')
    expect(desk.asked.slice(5)).toEqual([105, 106, 101, 102])
  })

  test('The quick answers of a round are one commit, also those before a failure', async () => {
    const { desk, ids } = deskWith(4)
    desk.script.ask = (number) => (number === 104 ? DOWN : toldOf(number))
    const told: (readonly string[])[] = []
    desk.store.onChange((changed) => void told.push(changed))
    desk.start()
    for (let move = 0; move < 3; move += 1) await desk.facts.next('move-refreshed')
    expect(told).toEqual([ids.slice(0, 3)])
  })

  test('A slow answer is stored before the next move is fetched', async () => {
    const { desk, ids } = deskWith(3)
    const told: (readonly string[])[] = []
    const toldAtFetch: number[] = []
    desk.script.ask = (number) => {
      toldAtFetch.push(told.length)
      desk.clock.advance(1_000)
      return toldOf(number)
    }
    desk.store.onChange((changed) => void told.push(changed))
    desk.start()
    await desk.facts.next('sync-idle')
    // The first request was the health check.
    expect(toldAtFetch).toEqual([0, 0, 1, 2])
    expect(told).toEqual(ids.map((id) => [id]))
  })

  test('A fetched move is stored with its status, stages and ready-by, and its booking is reported as changed', async () => {
    proves('1: fetch', '3: fields, not-shown-status', '6: events')
    const { desk, ids } = deskWith(1)
    const stages = { ...toldMove(101).stages, pickup_started: at(30) }
    desk.script.ask = () => ({
      kind: 'move',
      response: { move: toldMove(101, { status: 'started', stages }), readyBy: at(50), partner: null },
    })
    const told: (readonly string[])[] = []
    desk.store.onChange((changed) => void told.push(changed))
    desk.start()
    await desk.facts.next('move-refreshed')
    expect(told).toEqual([ids])
    expect(seen(desk, ids[0])).toMatchObject({
      status: { known: true, value: 'started' },
      stages: { pickup_started: { known: true, value: at(30) } },
      providerReadAt: START,
    })
    expect(desk.moves.getBooking(ids[0] ?? '')).toMatchObject({
      value: { readyBy: { utc: at(50), source: 'provider' } },
    })
  })

  test('A ready-by after the appointment is ignored for a pair and kept for a one-way', async () => {
    for (const [booking, source] of [
      [pairBooking(1), 'estimate'],
      [oneWayBooking(1), 'provider'],
    ] as const) {
      const desk = openSyncDesk()
      const booked = desk.book(booking)
      withNumber(desk, booked, 101)
      const readyBy = addMinutes(booked.time.utc, 1)
      desk.script.ask = () => ({ kind: 'move', response: { move: toldMove(101), readyBy, partner: null } })
      desk.start()
      await desk.facts.next('move-refreshed')
      expect(desk.moves.getBooking(booked.id)).toMatchObject({ value: { readyBy: { source } } })
    }
  })

  test('A move may show any stage after any other, and an unlisted status is kept', async () => {
    proves('3: not-shown-status, not-shown-transitions')
    const { desk, ids } = deskWith(1)
    const none = toldMove(101).stages
    const words = [
      { status: 'delivery arrived', stages: { ...none, delivery_arrived: at(31) } },
      { status: 'on a ferry', stages: { ...none, pickup_started: at(30) } },
      { status: null, stages: none },
    ]
    let round = 0
    // The first request after the start is the health check.
    desk.script.ask = () => ({
      kind: 'move',
      response: { move: toldMove(101, words[Math.max(0, round - 1)]), readyBy: null, partner: null },
    })
    desk.start()
    for (const { status, stages } of words) {
      round += 1
      desk.clock.advance(15_000)
      await desk.facts.next('move-refreshed')
      expect(seen(desk, ids[0])).toMatchObject({
        status: { known: true, value: status },
        stages: {
          pickup_started: { known: true, value: stages.pickup_started },
          delivery_arrived: { known: true, value: stages.delivery_arrived },
        },
      })
      await desk.facts.next('sync-idle')
    }
  })

  test('A health check runs every 75 seconds when the desk tracks no move', async () => {
    const desk = openSyncDesk()
    const sync = desk.start()
    await desk.facts.next('sync-idle')
    desk.script.ask = () => DOWN
    for (let round = 1; round < 5; round += 1) {
      desk.clock.advance(15_000)
      await desk.facts.next('sync-idle')
    }
    expect(desk.asked).toHaveLength(1)
    desk.clock.advance(15_000)
    await settled()
    expect(sync.connection().kind).toBe('down')
  })

  test('Polling fetches near moves more often than far ones, and at most sixteen moves a minute', async () => {
    const desk = openSyncDesk(POLL_INTERVALS)
    const minutes = [30, 90, 6 * 60, 3 * 24 * 60, 30 * 24 * 60]
    const numbers = minutes.map((away, place) => {
      const utc = addMinutes(START, away)
      const zone = 'America/New_York'
      const booked = desk.book(oneWayBooking(place + 1, { readyBy: { utc, zone, local: toLocal(utc, zone) } }))
      withNumber(desk, booked, 101 + place, START)
      return 101 + place
    })
    desk.script.ask = toldOf
    desk.start()
    await desk.facts.next('sync-idle')
    const perMinute: number[] = []
    const counted = new Map(numbers.map((number) => [number, 0]))
    for (let minute = 0; minute < 120; minute += 1) {
      const before = desk.asked.length
      for (let round = 0; round < 4; round += 1) {
        desk.clock.advance(15_000)
        await desk.facts.next('sync-idle')
      }
      for (const number of desk.asked.slice(before)) counted.set(number, (counted.get(number) ?? 0) + 1)
      perMinute.push(desk.asked.length - before)
    }
    expect(Math.max(...perMinute)).toBeLessThanOrEqual(16)
    const [half, ninety, hours, days, month] = numbers.map((number) => counted.get(number) ?? 0)
    expect([half, ninety].every((count) => count !== undefined && count >= 118)).toBe(true)
    expect(hours).toBeGreaterThanOrEqual(11)
    expect(hours).toBeLessThanOrEqual(13)
    expect(days).toBeLessThanOrEqual(3)
    expect(days).toBeGreaterThanOrEqual(1)
    expect(month).toBe(0)
  })

  test('A hundred near moves share the sixteen requests a minute, and each one is fetched', async () => {
    const desk = openSyncDesk(POLL_INTERVALS)
    for (let number = 1; number <= 100; number += 1) {
      const utc = addMinutes(START, 30)
      const zone = 'America/New_York'
      const booked = desk.book(oneWayBooking(number, { readyBy: { utc, zone, local: toLocal(utc, zone) } }))
      withNumber(desk, booked, 1000 + number, START)
    }
    desk.script.ask = toldOf
    desk.start()
    for (let round = 0; round < 30; round += 1) {
      await desk.facts.next('sync-idle')
      desk.clock.advance(15_000)
    }
    await desk.facts.next('sync-idle')
    expect(new Set(desk.asked).size).toBe(100)
    expect(desk.asked.length).toBeLessThanOrEqual(16 * 8 + 4)
  })
})

describe('A move that the provider does not know', () => {
  const UNKNOWN = answered(404, errorBody('move_invalid'))

  test('A move unknown to the provider is marked as missing, stays booked, and is fetched but not sent again', async () => {
    const { desk, ids } = deskWith(3)
    desk.script.ask = (number) => (number === 101 ? UNKNOWN : toldOf(number))
    const sync = desk.start()
    await desk.facts.next('sync-idle')
    expect(sync.unreadableMoves()).toBe(0)
    expect(desk.facts.all.filter(({ event }) => event === 'move-missing')).toHaveLength(1)
    const count = () =>
      desk.store.read((view) => countInbox(view, REMOTE, { now: desk.clock.now(), noticeMinutes: 60 }).attention)
    expect(count()).toBe(1)
    expect(seen(desk, ids[0])).toMatchObject({ number: { value: 101 }, providerReadAt: at(0), missingSince: START })
    expect(desk.moves.getBooking(ids[0] ?? '')).toMatchObject({ value: { state: 'booked' } })
    const marks = desk.moves.findBookings({ text: '', limit: 9 })
    const flags = marks.ok && marks.value.bookings.map(({ bookingId, moves }) => [bookingId, moves[0]?.flag])
    expect(flags).toEqual(ids.map((id) => [id, id === ids[0] ? 'missing' : null]))

    // `missingSince` is the first time, not the latest.
    desk.clock.advance(10 * 60_000)
    await desk.facts.next('move-missing')
    expect(seen(desk, ids[0])?.missingSince).toBe(START)
    expect(desk.sent).toEqual([])

    desk.script.ask = toldOf
    desk.clock.advance(10 * 60_000)
    while (seen(desk, ids[0])?.missingSince !== null) await desk.facts.next('move-refreshed')
    expect(count()).toBe(0)
  })
})

test.for(['{}', '[]'])(
  'A held move answered 404 with %s is marked missing, stays booked and is not sent again',
  async (body) => {
    const { desk, ids } = deskWith(2)
    desk.script.ask = (number) => (number === 101 ? answered(404, body) : toldOf(number))
    desk.start()
    await desk.facts.next('move-missing')
    expect(seen(desk, ids[0])?.missingSince).not.toBeNull()
    expect(desk.moves.getBooking(ids[0] ?? '')).toMatchObject({ value: { state: 'booked' } })
    expect(desk.sent).toEqual([])
  },
)

describe('An unbelievable response', () => {
  const unbelievable: readonly (readonly [string, (number: number) => FetchMoveResult, string])[] = [
    ['another number', () => toldOf(999), 'other-number'],
    ['404 and no error code', () => BARE_NOT_FOUND, 'status-404'],
    ['404 and `request_invalid`', () => answered(404, errorBody('request_invalid')), 'status-404'],
  ]
  test.for(unbelievable)(
    'A response with %s is set aside, its move stays unchanged, and the other moves are refreshed',
    async ([, answer, code]) => {
      const { desk, ids } = deskWith(3)
      desk.script.ask = (number) => (number === 101 ? answer(number) : toldOf(number))
      const sync = desk.start()
      let told = 0
      sync.onConnection(() => (told += 1))
      await desk.facts.next('sync-idle')
      expect([sync.unreadableMoves(), told]).toEqual([1, 2])
      expect(desk.facts.all.filter(({ event }) => event === 'refresh-skipped')).toMatchObject([{ code }])
      expect(desk.facts.all.filter(({ event }) => event === 'move-refreshed')).toHaveLength(2)
      expect(seen(desk, ids[0])).toMatchObject({ number: { value: 101 }, providerReadAt: at(0) })
      expect(desk.moves.getBooking(ids[0] ?? '')).toMatchObject({ value: { state: 'booked' } })
      // The skipped move does not keep its place at the front.
      desk.clock.advance(15_000)
      await desk.facts.next('sync-idle')
      expect(desk.asked.filter((number) => number === 101).length).toBeLessThanOrEqual(3)
      desk.script.ask = toldOf
      desk.clock.advance(15_000)
      await desk.facts.next('sync-idle')
      expect([sync.unreadableMoves(), told]).toEqual([0, 3])
    },
  )

  test('A 503 for a move and for an unknown number ends the round and leaves the move unchanged', async () => {
    const { desk, ids } = deskWith(3)
    let round = 0
    desk.script.ask = (number) => {
      round += 1
      return round === 1
        ? toldOf(number)
        : { kind: 'answered', answer: { status: 503, headers: {}, body: '', complete: true } }
    }
    const sync = desk.start()
    await settled()
    // The request for the unknown number 0 shows that the trouble is not of this move alone.
    expect(desk.asked).toEqual([101, 101, 0])
    expect(sync.connection()).toMatchObject({ kind: 'down', cause: 'provider-down' })
    expect(seen(desk, ids[0])).toMatchObject({ number: { value: 101 }, status: { value: null } })
  })

  test.for([
    ['not reached', DOWN, [101, 101]],
    ['broken', { kind: 'broken', code: 'ECONNRESET', bytes: 412 }, [101, 101, 0]],
  ] as const)('A fetch without a response (%s) leaves `providerReadAt` unchanged', async ([, asked, numbers]) => {
    const { desk, ids } = deskWith(2)
    let first = true
    desk.script.ask = (number) => {
      const answer = first ? toldOf(number) : asked
      first = false
      return answer
    }
    desk.start()
    await settled()
    expect(desk.asked).toEqual(numbers)
    expect(seen(desk, ids[0])?.providerReadAt).toBe(at(0))
    expect(desk.facts.all.filter(({ event }) => event === 'refresh-skipped')).toEqual([])
  })
})
