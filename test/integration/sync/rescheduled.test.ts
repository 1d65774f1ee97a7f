import { describe, expect, test } from 'vitest'
import { describeReplacement } from '../../../renderer/booking/text/replacement-text.ts'
import type { FetchMoveResult } from '../../../electron/provider/client.ts'
import { isOwnMove } from '../../../electron/store/tables/external-moves.ts'
import { POLL_INTERVALS } from '../../../electron/sync/polling-schedule.ts'
import { storeProviderUpdate } from '../../../electron/sync/store-provider-update.ts'
import type { Booking } from '../../../shared/booking/booking.ts'
import { addMinutes } from '../../../shared/time/time.ts'
import { HOPDRIVE, WHO } from '../../support/builders/amendment.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { withNumber } from '../../support/builders/provider-number.ts'
import { NEWS } from '../../support/builders/move-news.ts'
import { toldMove } from '../../support/builders/provider-response.ts'
import { DOWN, NOT_THERE, openSyncDesk } from '../../support/fakes/scripted-provider.ts'
import { START } from '../../support/fakes/system.ts'

const MINUTE = 60_000
const LATER = '2026-11-30T15:00:00Z'

/** A desk with a booking whose first move, number 101, the provider has rescheduled on its way. */
function rescheduled(booking: Booking = oneWayBooking(1)) {
  const desk = openSyncDesk(POLL_INTERVALS, { remote: HOPDRIVE })
  const booked = desk.book(booking)
  withNumber(desk, booked, 101)
  const [first, second] = booked.moves
  const moveId = first?.id ?? ''
  const reference = first?.reference ?? null
  if (second !== undefined)
    desk.store.write((tx) => tx.sql('UPDATE moves SET number = 102 WHERE id = ?').run(second.id))
  const ended = toldMove(101, {
    status: 'dispatched',
    cancelStatus: 'rescheduled',
    cancelReason: 'Customer not home. See move 105.',
    stages: { ...toldMove(101).stages, pickup_started: START },
    news: NEWS,
  })
  desk.store.write((tx) =>
    storeProviderUpdate(tx, { id: moveId, bookingId: booked.id }, { move: ended, readyBy: null, partner: null }, START),
  )
  const found = () => {
    const read = desk.moves.getBooking(booked.id)
    if (!read.ok) throw new Error(read.failure.detail)
    return read.value
  }
  const move = () => {
    const [shown] = found().moves
    if (shown === undefined) throw new Error('the booking has no move')
    return shown
  }
  const attention = () => {
    const inbox = desk.moves.readInbox()
    if (!inbox.ok) throw new Error(inbox.failure.detail)
    return inbox.value.bookings.filter((one) => one.attention).map((one) => one.booking.id)
  }
  const name = (number: number, of = moveId) =>
    desk.moves.resolveBooking(booked.id, { kind: 'replacement-number', who: WHO, moveId: of, number })
  const shows = (number: number, changes: Parameters<typeof toldMove>[1] = {}): FetchMoveResult => ({
    kind: 'move',
    response: { move: toldMove(number, { reference, ...changes }), readyBy: LATER, partner: null },
  })
  const search = (text: string) => {
    const read = desk.moves.findBookings({ text, limit: 9 })
    if (!read.ok) throw new Error(read.failure.detail)
    return read.value.bookings.map((one) => one.bookingId)
  }
  return { ...desk, booked, second, moveId, reference, found, move, attention, name, shows, search }
}

async function idle(desk: ReturnType<typeof rescheduled>) {
  desk.start()
  await desk.facts.next('sync-idle')
}

const says = (desk: ReturnType<typeof rescheduled>) => describeReplacement(desk.move(), 'America/New_York')

describe('A rescheduled move', () => {
  test('A rescheduled move without a told number needs a person until two weeks after its time, and no free text tells the number', () => {
    const desk = rescheduled()
    expect(desk.move()).toMatchObject({ replacedBy: null, formerNumbers: [], news: NEWS })
    expect(says(desk)).toBe('Replaced by a new move. Call the driver service for its number.')
    expect(desk.attention()).toEqual([desk.booked.id])
    desk.clock.setWall(addMinutes(desk.booked.time.utc, 14 * 24 * 60))
    expect(desk.attention()).toEqual([desk.booked.id])
    desk.clock.setWall(addMinutes(desk.booked.time.utc, 14 * 24 * 60 + 1))
    expect(desk.attention()).toEqual([])
  })

  test('A reported number that the provider shows with our reference is followed, and the old number stays', async () => {
    const desk = rescheduled()
    const appointment = desk.found().time
    expect(desk.name(105)).toMatchObject({ ok: true, value: { state: 'booked' } })
    expect([desk.attention(), says(desk)]).toEqual([[], 'Replaced by move 105. Looking it up.'])
    desk.script.ask = (number) => desk.shows(number)
    await idle(desk)
    expect(desk.move()).toMatchObject({
      number: { known: true, value: 105 },
      cancelStatus: { known: true, value: null },
      status: { known: true, value: null },
      stages: { pickup_started: { known: true, value: null } },
      cancelReason: null,
      replacedBy: null,
      formerNumbers: [101],
    })
    // The driver and the charge of the replaced move are not those of the new move.
    expect(desk.move().news).toEqual({})
    expect(desk.found()).toMatchObject({ state: 'booked', time: appointment, readyBy: { utc: LATER } })
    expect(desk.attention()).toEqual([])
    for (const text of ['101', '105']) expect(desk.search(text)).toEqual([desk.booked.id])
    expect(desk.store.read((view) => [101, 105].map((number) => isOwnMove(view, HOPDRIVE.address, number)))).toEqual([
      true,
      true,
    ])
    expect(desk.moves.readHistory(desk.booked.id)).toMatchObject({
      value: {
        events: [{ kind: 'booked' }, { kind: 'resolved', decision: 'replacement-number', who: WHO, detail: '105' }],
      },
    })
    expect(desk.sent).toEqual([])
  })

  test('A followed move that is rescheduled again is followed again', async () => {
    const desk = rescheduled()
    desk.name(105)
    desk.script.ask = (number) => desk.shows(number, { cancelStatus: number === 105 ? 'Rescheduled' : null })
    await idle(desk)
    expect(desk.attention()).toEqual([desk.booked.id])
    expect([101, 105].map((number) => desk.name(number))).toMatchObject([
      { ok: false, failure: { detail: 'number-replaced' } },
      { ok: false, failure: { detail: 'number-replaced' } },
    ])
    desk.name(109)
    desk.clock.advance(15_000)
    await desk.facts.next('sync-idle')
    expect(desk.move()).toMatchObject({ number: { value: 109 }, formerNumbers: [101, 105] })
  })

  test.for<readonly [string, (desk: ReturnType<typeof rescheduled>) => FetchMoveResult, RegExp]>([
    ['another reference', (desk) => desk.shows(105, { reference: 'RO 9' }), /its reference is RO 9/],
    ['another VIN', (desk) => desk.shows(105, { vin: '5YJ3E1EA7KF317000' }), /VIN 5YJ3E1EA7KF317000/],
    ['no such move', () => NOT_THERE, /has no move 105/],
  ])(
    'A reported number with %s is dropped with its reason, and the booking needs a person again',
    async ([, shown, words]) => {
      const desk = rescheduled()
      desk.name(105)
      desk.script.ask = (number) => (number === 105 ? shown(desk) : NOT_THERE)
      await idle(desk)
      expect(desk.move()).toMatchObject({ number: { value: 101 }, formerNumbers: [], replacedBy: null })
      expect(says(desk)).toMatch(words)
      expect(says(desk)).toMatch(/^Replaced by a new move\. .* Call the driver service for its number\.$/)
      expect(desk.attention()).toEqual([desk.booked.id])
      desk.script.ask = (number) => desk.shows(number)
      desk.name(106)
      desk.clock.advance(15_000)
      await desk.facts.next('sync-idle')
      expect(desk.move()).toMatchObject({ number: { value: 106 }, replacementMismatch: null, formerNumbers: [101] })
    },
  )

  test('The number of another booking of this desk, also a former number, is no replacement', async () => {
    const desk = rescheduled()
    desk.name(105)
    desk.script.ask = (number) => desk.shows(number)
    await idle(desk)
    const other = desk.book(oneWayBooking(2))
    withNumber(desk, other, 201)
    const response = { move: toldMove(201, { cancelStatus: 'rescheduled' }), readyBy: null, partner: null }
    const [{ id: otherMove } = { id: '' }] = other.moves
    desk.store.write((tx) => storeProviderUpdate(tx, { id: otherMove, bookingId: other.id }, response, START))
    for (const number of [101, 105]) {
      desk.moves.resolveBooking(other.id, { kind: 'replacement-number', who: WHO, moveId: otherMove, number })
      desk.clock.advance(15_000)
      await desk.facts.next('sync-idle')
      expect(desk.moves.getBooking(other.id)).toMatchObject({
        value: { moves: [{ number: { value: 201 }, replacementMismatch: { mismatch: 'other-booking', number } }] },
      })
    }
  })

  test('A reported number waits while the provider is out of reach, and can be corrected', async () => {
    const desk = rescheduled()
    desk.name(105)
    desk.script.ask = () => DOWN
    desk.start()
    await desk.facts.next('connection')
    expect([desk.move().replacedBy, desk.attention()]).toEqual([105, []])
    desk.name(106)
    desk.script.ask = (number) => desk.shows(number)
    desk.clock.advance(5 * MINUTE)
    await desk.facts.next('sync-idle')
    expect(desk.move()).toMatchObject({ number: { value: 106 }, formerNumbers: [101] })
  })

  test('A number is reported only for a rescheduled move of a booked booking', () => {
    const desk = rescheduled(pairBooking(1))
    expect(desk.name(105, desk.second?.id)).toMatchObject({ ok: false, failure: { detail: 'state-changed' } })
    expect(desk.name(102)).toMatchObject({ ok: false, failure: { detail: 'number-replaced' } })
    expect(desk.name(105)).toMatchObject({ ok: true })
  })

  test('The fetch of the other move of a pair tells the number, which is followed without a person once verified', async () => {
    const desk = rescheduled(pairBooking(1))
    const partner = toldMove(105, { reference: desk.reference })
    const loaner = toldMove(102, { reference: desk.second?.reference ?? null })
    desk.script.ask = (number) => ({
      kind: 'move',
      response:
        number === 105 ? { move: partner, readyBy: null, partner: loaner } : { move: loaner, readyBy: null, partner },
    })
    await idle(desk)
    expect(desk.move()).toMatchObject({ number: { value: 101 }, replacedBy: 105 })
    expect(desk.attention()).toEqual([])
    desk.clock.advance(15_000)
    await desk.facts.next('sync-idle')
    expect(desk.found().moves).toMatchObject([
      { number: { value: 105 }, formerNumbers: [101] },
      { number: { value: 102 }, formerNumbers: [] },
    ])
    // The pair goes on with the new number, and its old number never counts as told again.
    desk.script.ask = () => ({
      kind: 'move',
      response: { move: loaner, readyBy: null, partner: toldMove(101, { reference: desk.reference }) },
    })
    desk.clock.advance(7 * 60 * MINUTE)
    await desk.facts.next('sync-idle')
    expect(desk.move()).toMatchObject({ number: { value: 105 }, replacedBy: null })
  })

  test('A followed move is polled by the moment of following, also long after its booking time', async () => {
    const desk = rescheduled()
    desk.clock.setWall(addMinutes(desk.booked.time.utc, 61 * 24 * 60))
    desk.name(105)
    desk.script.ask = (number) => desk.shows(number)
    await idle(desk)
    const before = desk.asked.filter((number) => number === 105).length
    desk.clock.advance(70_000)
    await desk.facts.next('move-refreshed')
    expect(desk.asked.filter((number) => number === 105).length).toBeGreaterThan(before)
  })

  test('A former number can be neither changed nor deleted', async () => {
    const desk = rescheduled()
    desk.name(105)
    desk.script.ask = (number) => desk.shows(number)
    await idle(desk)
    const change = (sql: string) => () => desk.store.write((tx) => tx.sql(sql).run())
    expect(change('UPDATE former_numbers SET number = 7')).toThrow(/append-only/)
    expect(change('DELETE FROM former_numbers')).toThrow(/append-only/)
  })
})
