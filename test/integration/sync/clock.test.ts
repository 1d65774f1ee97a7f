import { describe, expect, test } from 'vitest'
import type { ConnectResult } from '../../../electron/provider/http/connection.ts'
import { createCorrectedClock } from '../../../electron/clock/corrected-clock.ts'
import { PRACTICE_POLL_INTERVALS } from '../../../electron/sync/polling-schedule.ts'
import { addMinutes, toLocal, toMillis } from '../../../shared/time/time.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { answered, errorBody } from '../../support/builders/sent-request.ts'
import { entryOf } from '../../support/builders/outbox-entries.ts'
import { createDeferred } from '../../support/deferred.ts'
import {
  bookedAnswer,
  DOWN,
  NOT_THERE,
  openSyncDesk,
  settled,
  type SyncDesk,
} from '../../support/fakes/scripted-provider.ts'
import { START } from '../../support/fakes/system.ts'

/* A clock that is wrong, set or slept over while the desk runs. The virtual clock's timers never jump. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const idle = (desk: SyncDesk) => desk.facts.next('sync-idle')
const bookAndSend = async (desk: SyncDesk, number: number) => {
  const from = desk.calls.length
  const booked = desk.book(oneWayBooking(number))
  await desk.facts.next('send-settled', ({ entryId }) => entryId === entryOf(desk.store, booked).id)
  return desk.calls.slice(from)
}

describe('The first booking after a clock jump', () => {
  test.for([
    ['a clock set back by hours', -3 * HOUR],
    ['a clock set forward by a day', 24 * HOUR],
    ['a clock set back by a minute', -MINUTE],
    ['a sleep of a minute', MINUTE],
  ] as const)('A health check precedes the first booking after %s', async ([, jump]) => {
    const desk = openSyncDesk([])
    desk.start()
    await idle(desk)
    expect(await bookAndSend(desk, 1)).toEqual(['open', 'send'])
    desk.clock.setWall(addMinutes(desk.clock.now(), jump / MINUTE))
    expect(await bookAndSend(desk, 2)).toEqual(['ask', 'open', 'send'])
    expect(await bookAndSend(desk, 3)).toEqual(['open', 'send'])
  })

  test('The send queue skips the health check when the time passed as expected', async () => {
    const desk = openSyncDesk()
    desk.start()
    await idle(desk)
    desk.clock.advance(14_000)
    expect(await bookAndSend(desk, 1)).toEqual(['open', 'send'])
  })
})

/** A desk on the corrected clock: the response to each health check shows by how much this PC is ahead now. */
function openSkewedDesk(ahead: () => number | null) {
  const desk = openSyncDesk()
  const clock = createCorrectedClock(desk.clock, desk.facts.log)
  desk.script.ask = () => {
    const off = ahead()
    if (off !== null) clock.follow({ skewMs: off - clock.skewMs(), toleranceMs: 1_000 })
    return NOT_THERE
  }
  return { ...desk, start: () => desk.start({ clock, clockTrust: clock }), wrong: clock }
}

describe('The send guards under clock skew', () => {
  test('The send guards hold a late booking on a PC whose clock is a day behind', async () => {
    const booking = oneWayBooking(1)
    const desk = openSkewedDesk(() => -24 * HOUR)
    const { id } = desk.book(booking)
    // This PC sees the time two hours ahead, although the time passed 22 hours ago.
    desk.clock.setWall(addMinutes(booking.readyBy.utc, -120))
    desk.start()
    await idle(desk)
    expect(desk.sent).toEqual([])
    expect(desk.moves.getBooking(id)).toMatchObject({ value: { state: 'held', entry: { code: 'too-late' } } })
  })

  test('The send guards let a timely booking leave on a PC whose clock is a day ahead', async () => {
    const booking = oneWayBooking(1)
    const desk = openSkewedDesk(() => 24 * HOUR)
    const { id } = desk.book(booking)
    desk.clock.setWall(addMinutes(booking.readyBy.utc, 22 * 60))
    desk.start()
    await idle(desk)
    expect(desk.sent).toHaveLength(1)
    expect(desk.moves.getBooking(id)).toMatchObject({ value: { state: 'booked' } })
  })
})

describe('The send guards while this PC and the provider disagree', () => {
  /** A PC that follows a time server, at a provider whose clock is ten hours ahead. */
  async function disputed() {
    const desk = openSyncDesk()
    const clock = createCorrectedClock(desk.clock, desk.facts.log, async () => 'synchronized')
    desk.script.ask = () => {
      clock.follow({ skewMs: -10 * HOUR, toleranceMs: 1_000 })
      return NOT_THERE
    }
    const booking = oneWayBooking(1)
    desk.clock.setWall(addMinutes(booking.readyBy.utc, -5 * 60))
    const { id } = desk.book(booking)
    const later = oneWayBooking(2)
    const utc = addMinutes(later.readyBy.utc, 24 * 60)
    const local = toLocal(utc, later.readyBy.zone)
    const far = desk.book({ ...later, readyBy: { ...later.readyBy, local, utc } })
    const sync = desk.start({ clock, clockTrust: clock })
    await idle(desk)
    const read = (one: string) => {
      const found = desk.moves.getBooking(one)
      if (!found.ok) throw new Error(found.failure.detail)
      return found.value
    }
    return { desk, clock, sync, id, far: far.id, read }
  }

  test('A booking that one clock calls late is held for a person, and a booking in time by both leaves', async () => {
    const { desk, id, far, read } = await disputed()
    expect([read(id).state, read(id).entry.code, read(far).state]).toEqual(['held', 'clock-disputed', 'booked'])
    expect(desk.sent).toHaveLength(1)
    expect(desk.facts.all).toContainEqual({ event: 'clock', code: 'disputed', seconds: 36_000 })
  })

  test('A person who trusts the clock of this PC releases the booking, and the booking is sent once', async () => {
    const { desk, id, read } = await disputed()
    const resolved = desk.moves.resolveBooking(id, { kind: 'release', who: 'Dana R.' })
    expect(resolved).toMatchObject({ ok: true })
    await idle(desk)
    expect([read(id).state, desk.sent.length]).toEqual(['booked', 2])
  })
})

test('A single false provider date holds no booking, and a second health check precedes the send', async () => {
  const said = [-24 * HOUR, 0, 0]
  const desk = openSkewedDesk(() => said.shift() ?? 0)
  const { id } = desk.book(oneWayBooking(1))
  desk.start()
  await idle(desk)
  expect(desk.calls.slice(0, 4)).toEqual(['ask', 'ask', 'open', 'send'])
  expect(desk.moves.getBooking(id)).toMatchObject({ value: { state: 'booked' } })
  expect(desk.wrong.skewMs()).toBe(0)
})

test('A single false provider date without a successor leaves the PC clock in force', async () => {
  const said = [-24 * HOUR]
  const desk = openSkewedDesk(() => said.shift() ?? null)
  const { id } = desk.book(oneWayBooking(1))
  desk.start()
  await idle(desk)
  expect(desk.moves.getBooking(id)).toMatchObject({ value: { state: 'booked' } })
  expect(desk.wrong.skewMs()).toBe(0)
})

test('A remembered provider date is followed once the next date agrees with it', async () => {
  const said = [-10 * MINUTE]
  const desk = openSkewedDesk(() => said.shift() ?? null)
  desk.book(oneWayBooking(1))
  desk.start()
  await idle(desk)
  desk.wrong.follow({ skewMs: -10 * MINUTE, toleranceMs: 1_000 })
  expect([desk.wrong.skewMs(), desk.wrong.isSuspect()]).toEqual([-10 * MINUTE, false])
})

test('The send queue sends nothing until two responses agree on the time, and the guards then use that time', async () => {
  const booking = oneWayBooking(1)
  let answers = 0
  let agree = false
  // On a PC that is a day behind, each response shows another skew.
  const desk = openSkewedDesk(() => (agree ? -24 * HOUR : -(answers += 1) * HOUR))
  const { id } = desk.book(booking)
  desk.clock.setWall(addMinutes(booking.readyBy.utc, -120))
  const sync = desk.start()
  await desk.facts.next('connection', ({ kind }) => kind === 'down')
  expect(sync.connection()).toMatchObject({ cause: 'provider-down', detail: 'clock-unknown' })
  expect([desk.calls, desk.wrong.skewMs()]).toEqual([['ask', 'ask', 'ask', 'ask', 'ask'], 0])
  agree = true
  sync.checkConnection()
  await idle(desk)
  expect(desk.sent).toEqual([])
  expect(desk.moves.getBooking(id)).toMatchObject({ value: { state: 'held', entry: { code: 'too-late' } } })
})

test('A booking that becomes late while the connection opens is held and not sent', async () => {
  const desk = openSyncDesk()
  const booked = desk.book(oneWayBooking(1))
  const opening = createDeferred<ConnectResult>()
  const standing = desk.script.open
  desk.script.open = () => opening.promise
  desk.start()
  await desk.facts.next('send-connecting')
  // The machine sleeps here until the time has passed.
  desk.clock.setWall(booked.time.utc)
  opening.resolve(await standing())
  await desk.facts.next('send-not-claimed')
  await idle(desk)
  expect(desk.sent).toEqual([])
  expect(desk.sockets[0]?.destroyed).toBe(true)
  expect(entryOf(desk.store, booked)).toMatchObject({ state: 'held', code: 'too-late' })
})

test('An entry in doubt that becomes too old while the connection opens is not resent', async () => {
  const desk = openSyncDesk(PRACTICE_POLL_INTERVALS, { rejectsDuplicates: () => true })
  const booked = desk.book(oneWayBooking(1))
  desk.script.send = () => ({ kind: 'broken', code: 'ECONNRESET', bytes: 9 })
  const sync = desk.start()
  await desk.facts.next('send-settled')
  const opening = createDeferred<ConnectResult>()
  const standing = desk.script.open
  desk.script.open = () => opening.promise
  desk.clock.advance(4 * MINUTE)
  sync.checkConnection()
  await desk.facts.next('send-connecting', ({ entryId }) => entryId === entryOf(desk.store, booked).id)
  await desk.facts.next('send-connecting')
  desk.clock.setWall(addMinutes(desk.clock.now(), 12))
  opening.resolve(await standing())
  await desk.facts.next('send-not-claimed')
  await idle(desk)
  expect(desk.sent).toHaveLength(1)
  expect(entryOf(desk.store, booked).state).toBe('in-doubt')
})

describe('The send queue after a sleep', () => {
  test('A sleep of the machine cuts a wait short, and a health check precedes the first booking', async () => {
    const desk = openSyncDesk()
    desk.book(pairBooking(1))
    desk.script.ask = () => DOWN
    const sync = desk.start()
    await settled()
    desk.script.ask = () => NOT_THERE
    sync.onSystemResume()
    await desk.facts.next('send-settled')
    expect(desk.calls).toEqual(['ask', 'resumed', 'ask', 'open', 'send'])
  })

  test('A Retry-After wait loses only the time that the machine slept, and a flapping network cuts nothing', async () => {
    const desk = openSyncDesk()
    desk.book(pairBooking(1))
    desk.script.send = (request) =>
      desk.sent.length > 1
        ? bookedAnswer(request)
        : answered(429, errorBody('slow'), { headers: { 'retry-after': '600' } })
    const sync = desk.start()
    await settled()
    for (let flap = 0; flap < 5; flap += 1) sync.checkConnection()
    await settled()
    expect([desk.sent.length, desk.asked.length, desk.clock.pending()]).toEqual([1, 1, [600_000]])
    // A minute awake, five asleep; then the clock is set back, which makes the wait no longer.
    desk.clock.advance(60_000)
    desk.clock.setWall(addMinutes(desk.clock.now(), 5))
    sync.onSystemResume()
    await settled()
    expect([desk.sent.length, desk.clock.pending()]).toEqual([1, [240_000]])
    desk.clock.setWall(addMinutes(desk.clock.now(), -60))
    sync.onSystemResume()
    await settled()
    expect([desk.sent.length, desk.clock.pending()]).toEqual([1, [540_000]])
    desk.clock.setWall(addMinutes(START, 10))
    sync.onSystemResume()
    await desk.facts.next('send-settled', ({ state }) => state === 'booked')
    expect(desk.calls.slice(-3)).toEqual(['ask', 'open', 'send'])
  })
})

test('A clock that is set back or forward leaves a wait as long as before', async () => {
  for (const jump of [-24 * 60, 24 * 60]) {
    const desk = openSyncDesk()
    desk.book(pairBooking(1))
    desk.script.ask = () => DOWN
    desk.start()
    await settled()
    const [wait = 0] = desk.clock.pending()
    expect(wait).toBe(1_000)
    desk.clock.setWall(addMinutes(START, jump))
    expect(desk.clock.pending()).toEqual([wait])
    desk.script.ask = () => NOT_THERE
    desk.clock.advance(wait)
    await desk.facts.next('send-settled')
    expect(toMillis(desk.clock.now())).toBe(toMillis(START) + jump * MINUTE + wait)
  }
})

test('A health check follows a sleep during a request, before the next booking is sent', async () => {
  const desk = openSyncDesk()
  for (const number of [1, 2]) desk.book(oneWayBooking(number))
  const deferred = createDeferred()
  desk.script.send = async (request) => {
    if (desk.sent.length === 1) await deferred.promise
    return bookedAnswer(request)
  }
  const sync = desk.start()
  await settled()
  desk.clock.setWall('2026-11-21T15:00:09Z')
  sync.onSystemResume()
  deferred.resolve()
  for (let turn = 0; turn < 3; turn += 1) await settled()
  expect(desk.calls.slice(0, 7)).toEqual(['ask', 'open', 'send', 'resumed', 'ask', 'open', 'send'])
})
