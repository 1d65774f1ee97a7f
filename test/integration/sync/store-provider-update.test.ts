import { describe, expect, test } from 'vitest'
import type { FetchedMove } from '../../../electron/provider/parse-response.ts'
import { joinBoard } from '../../../electron/store/board/link.ts'
import { markMissing } from '../../../electron/store/tables/tracked-moves.ts'
import { storeProviderUpdate } from '../../../electron/sync/store-provider-update.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import {
  amendmentOf,
  bringAmendmentTo,
  change,
  HOPDRIVE,
  newestAmendment,
  WHO,
} from '../../support/builders/amendment.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { withNumber } from '../../support/builders/provider-number.ts'
import { toldMove } from '../../support/builders/provider-response.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'
import { START } from '../../support/fakes/system.ts'

/** A desk with a booked pair, 101 and 102, of which the provider tells something. */
function deskWith(booking = pairBooking(2)) {
  const desk = openDeskStore({ remote: HOPDRIVE })
  const booked = desk.book(booking)
  withNumber(desk, booked, 101)
  const ids = booked.moves.map(({ id }) => id)
  const [first = '', second = ''] = ids
  desk.store.write((tx) => {
    tx.sql('UPDATE moves SET number = 102 WHERE id = ?').run(second)
    tx.sql('UPDATE moves SET polled_at = ?').run(START)
  })
  const tell = (move: Parameters<typeof toldMove>[1], more: Partial<FetchedMove> = {}, at: UtcInstant = START) =>
    desk.store.write((tx) => {
      const told = { move: toldMove(101, move), readyBy: null, partner: null, ...more }
      storeProviderUpdate(tx, { id: first, bookingId: booked.id }, told, at)
    })
  const found = () => {
    const read = desk.moves.getBooking(booked.id)
    if (!read.ok) throw new Error(read.failure.detail)
    return read.value
  }
  const polledAt = () =>
    desk.store.read((view) => ids.map((id) => view.sql('SELECT polled_at FROM moves WHERE id = ?').pluck().get(id)))
  const ask = (what: 'cancel' | Parameters<typeof change>[0]) => {
    const made =
      what === 'cancel'
        ? desk.moves.requestCancellation([first], WHO)
        : desk.moves.requestChange(first, change(what), WHO)
    if (!made.ok) throw new Error(made.failure.detail)
    return newestAmendment(made.value).id
  }
  return { ...desk, booked, tell, found, polledAt, ask, at: (id: string) => amendmentOf(desk.store, id) }
}

describe('A provider update', () => {
  test('A rescheduled move has both moves of its pair refreshed soon, and only a rescheduled one', () => {
    const desk = deskWith()
    desk.tell({ cancelStatus: 'pending' })
    expect(desk.polledAt()[1]).toBe(START)
    desk.tell({ cancelStatus: 'Rescheduled' })
    expect(desk.polledAt()).toEqual([null, null])
  })

  test('A provider update records the number that replaced the other move', () => {
    const desk = deskWith()
    const reference = desk.booked.moves[1]?.reference ?? null
    desk.tell({}, { partner: toldMove(109, { reference }) })
    expect(desk.found().moves.map(({ replacedBy }) => replacedBy)).toEqual([null, 109])
  })

  test('A provider update changes the ready-by only if it carries one', () => {
    const desk = deskWith(oneWayBooking(1) as never)
    const before = desk.found().readyBy
    desk.tell({})
    expect(desk.found().readyBy).toEqual(before)
    desk.tell({}, { readyBy: '2026-11-25T15:00:00Z' })
    expect(desk.found().readyBy).toEqual({ utc: '2026-11-25T15:00:00Z', source: 'provider' })
  })

  test('A provider update settles a sent amendment, and none that waits here', () => {
    const desk = deskWith()
    const id = desk.ask('cancel')
    desk.tell({ cancelStatus: 'partial' })
    expect(desk.at(id).state).toBe('waiting')
    bringAmendmentTo(desk.store, id, 'submitted')
    desk.tell({ cancelStatus: 'pending' })
    expect(desk.at(id).state).toBe('submitted')
    desk.tell({ cancelStatus: 'partial' })
    expect(desk.at(id)).toMatchObject({ state: 'completed', code: 'partial' })
    const attempts = desk.store.read((view) =>
      view.sql(`SELECT phase, code, status FROM amendment_attempts WHERE phase = 'verified'`).all(),
    )
    expect(attempts).toEqual([{ phase: 'verified', code: 'partial', status: 200 }])
  })

  test('A refusal counts for the earlier cancellation while a later one may not have arrived', () => {
    const desk = deskWith()
    const first = desk.ask('cancel')
    bringAmendmentTo(desk.store, first, 'refused')
    const second = desk.ask('cancel')
    bringAmendmentTo(desk.store, second, 'sending')
    desk.tell({ cancelStatus: 'failed' })
    expect(desk.at(second).state).toBe('sending')
    bringAmendmentTo(desk.store, second, 'submitted')
    desk.tell({ cancelStatus: 'failed' })
    expect(desk.at(second)).toMatchObject({ state: 'refused', code: 'failed' })
  })

  test('A refusal counts for the one cancellation of its move, whatever became of other moves', () => {
    const desk = deskWith()
    const refusedChange = desk.ask({ color: 'Red' })
    bringAmendmentTo(desk.store, refusedChange, 'refused')
    const made = desk.moves.requestCancellation([desk.booked.moves[1]?.id ?? ''], WHO)
    if (!made.ok) throw new Error(made.failure.detail)
    bringAmendmentTo(desk.store, newestAmendment(made.value, 1).id, 'refused')
    const own = desk.ask('cancel')
    bringAmendmentTo(desk.store, own, 'sending')
    desk.tell({ cancelStatus: 'failed' })
    expect(desk.at(own)).toMatchObject({ state: 'refused', code: 'failed' })
  })

  test('A confirmed change sets the values by which the booking is found', () => {
    const desk = deskWith()
    const before = desk.found().moves[0]?.vehicle
    const id = desk.ask({ stock: 'S-777' })
    bringAmendmentTo(desk.store, id, 'sending')
    const vehicle = { stock: 'S-777', vin: null, year: null, make: null, model: null, color: null }
    desk.tell({ vehicle })
    expect(desk.at(id)).toMatchObject({ state: 'completed', code: 'applied' })
    expect(desk.found().moves[0]?.vehicle).toEqual({ ...before, stock: 'S-777' })
    const found = desk.moves.findBookings({ text: 's-777', limit: 9 })
    expect(found).toMatchObject({ value: { bookings: [{ bookingId: desk.booked.id }] } })
  })

  test('A confirmed change of the ready-by sets the booking’s ready-by and leaves its vehicle', () => {
    const desk = deskWith()
    const { vehicle } = desk.found().moves[0] ?? {}
    const utc = '2026-11-22T15:00:00Z'
    const id = desk.ask({ readyBy: { local: '2026-11-22T10:00', zone: 'America/New_York', utc } })
    bringAmendmentTo(desk.store, id, 'sending')
    desk.tell({}, { readyBy: utc })
    expect(desk.at(id).state).toBe('completed')
    expect([desk.found().readyBy, desk.found().moves[0]?.vehicle]).toEqual([{ utc, source: 'provider' }, vehicle])
  })

  test('A refused change sets no value of the booking', () => {
    const desk = deskWith()
    const before = desk.found().moves[0]?.vehicle
    const id = desk.ask({ color: 'Red' })
    bringAmendmentTo(desk.store, id, 'sending')
    desk.tell({ stages: { ...toldMove(1).stages, pickup_successful: START } })
    expect(desk.at(id)).toMatchObject({ state: 'refused', code: 'collected' })
    expect(desk.found().moves[0]?.vehicle).toEqual(before)
  })
})

describe('An answer about a move of a desk with a board', () => {
  /** The desk of `deskWith` on a board that knows its bookings. */
  function onBoard() {
    const desk = deskWith()
    desk.store.write((tx) => {
      joinBoard(tx, { role: 'desk_1', incarnation: 'store' }, START)
      tx.sql('DELETE FROM board_due').run()
    })
    const changed: boolean[] = []
    desk.store.onChange((_ids, hasNews) => void changed.push(hasNews))
    /** Stores an answer, and returns whether the board is told of the booking, and that the window is told of news. */
    const hears = (at: UtcInstant, move: Parameters<typeof toldMove>[1] = {}, more: Partial<FetchedMove> = {}) => {
      changed.length = 0
      desk.tell(move, more, at)
      const listed = desk.store.write((tx) => tx.sql('DELETE FROM board_due').run().changes)
      return [listed === 1, ...changed]
    }
    return { ...desk, hears }
  }

  test('The board hears of the first answer of an hour and of news, and the window of every answer whether it has news', () => {
    const { hears } = onBoard()
    const stages = { ...toldMove(1).stages, pickup_started: '2026-11-21T15:20:00Z' }
    expect(hears('2026-11-21T16:00:10Z')).toEqual([true, true])
    expect(hears('2026-11-21T16:01:10Z')).toEqual([false, false])
    expect(hears('2026-11-21T16:59:50Z')).toEqual([false, false])
    expect(hears('2026-11-21T17:00:50Z')).toEqual([true, true])
    expect(hears('2026-11-21T17:20:50Z', { stages })).toEqual([true, true])
    expect(hears('2026-11-21T17:21:50Z', { stages })).toEqual([false, false])
    // A clock that was set back begins another hour.
    expect(hears('2026-11-21T14:30:00Z', { stages })).toEqual([true, true])
  })

  test('The board hears of a new ready-by, of a decided change, and that a move is missing and is back', () => {
    const desk = onBoard()
    desk.hears('2026-11-21T15:00:10Z')
    const readyBy = '2026-11-25T15:00:00Z'
    expect(desk.hears('2026-11-21T15:01:10Z', {}, { readyBy })).toEqual([true, true])
    expect(desk.hears('2026-11-21T15:01:40Z', {}, { readyBy })).toEqual([false, false])
    const id = desk.ask('cancel')
    bringAmendmentTo(desk.store, id, 'submitted')
    desk.store.write((tx) => tx.sql('DELETE FROM board_due').run())
    expect(desk.hears('2026-11-21T15:02:10Z', { cancelStatus: 'partial' })).toEqual([true, true])
    expect(desk.hears('2026-11-21T15:03:10Z', { cancelStatus: 'partial' })).toEqual([false, false])
    const isMissing = (at: UtcInstant) => {
      const move = { id: desk.booked.moves[0]?.id ?? '', bookingId: desk.booked.id }
      desk.store.write((tx) => markMissing(tx, move, at))
      return desk.store.write((tx) => tx.sql('DELETE FROM board_due').run().changes) === 1
    }
    expect([isMissing('2026-11-21T15:04:10Z'), isMissing('2026-11-21T15:04:40Z')]).toEqual([true, false])
    expect(desk.hears('2026-11-21T15:05:10Z', { cancelStatus: 'partial' })).toEqual([true, true])
  })
})

test('An answer of a desk without a board has news by the same rule', () => {
  const desk = deskWith()
  const news: boolean[] = []
  desk.store.onChange((_ids, hasNews) => void news.push(hasNews))
  desk.tell({}, {}, '2026-11-21T16:00:10Z')
  desk.tell({}, {}, '2026-11-21T16:01:10Z')
  desk.tell({ status: 'In Transit' }, {}, '2026-11-21T16:02:10Z')
  desk.tell({ status: 'In Transit' }, {}, '2026-11-21T16:03:10Z')
  desk.tell({ status: 'In Transit' }, {}, '2026-11-21T17:03:10Z')
  expect(news).toEqual([true, false, true, false, true])
})
