import { describe, expect, test } from 'vitest'
import {
  markMissing,
  markPolled,
  movesDueForRefresh,
  refreshPairSoon,
  trackedMove,
} from '../../../electron/store/tables/tracked-moves.ts'
import { POLL_INTERVALS, pollWindowsAt } from '../../../electron/sync/polling-schedule.ts'
import { addMinutes, type UtcInstant } from '../../../shared/time/time.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { withNumber } from '../../support/builders/provider-number.ts'
import { openDeskStore, REMOTE, type DeskStore } from '../../support/desk/test-store.ts'
import { START } from '../../support/fakes/system.ts'

const HOUR = 60
const DAY = 24 * HOUR

const change = ({ store }: DeskStore, moveId: string, column: string, value: string | number | null) =>
  store.write((tx) => tx.sql(`UPDATE moves SET ${column} = ? WHERE id = ?`).run(value, moveId))
const read = ({ store }: DeskStore, column: string, moveId: string) =>
  store.read((view) => view.sql(`SELECT ${column} FROM moves WHERE id = ?`).pluck().get(moveId))

/** A desk with one numbered move `minutes` from `START`, asked about at `polled`. */
function moveAt(minutes: number, polled: UtcInstant | null) {
  const desk = openDeskStore()
  const booked = desk.book(oneWayBooking(1))
  withNumber(desk, booked, 101)
  const id = booked.moves[0]?.id ?? ''
  desk.store.write((tx) =>
    tx.sql('UPDATE bookings SET time_utc = ? WHERE id = ?').run(addMinutes(START, minutes), booked.id),
  )
  change(desk, id, 'polled_at', polled)
  const due = (limit = 9, address = REMOTE.address) =>
    desk.store.read((view) =>
      movesDueForRefresh(view, address, { windows: pollWindowsAt(START, POLL_INTERVALS), now: START, limit }),
    )
  return { ...desk, id, bookingId: booked.id, due, isDue: () => due().length === 1 }
}

describe('Polling', () => {
  test.for([
    [0, 1],
    [2 * HOUR, 1],
    [-2 * HOUR, 1],
    [2 * HOUR + 1, 10],
    [-2 * HOUR - 1, 10],
    [DAY, 10],
    [DAY + 1, HOUR],
    [7 * DAY, HOUR],
    [-7 * DAY, HOUR],
    [7 * DAY + 1, 6 * HOUR],
    [60 * DAY, 6 * HOUR],
    [-60 * DAY, 6 * HOUR],
    [400 * DAY, 6 * HOUR],
  ] as const)('A move whose time is %i minutes away is polled every %i minutes', ([minutes, every]) => {
    expect(moveAt(minutes, addMinutes(START, -every)).isDue()).toBe(true)
    expect(moveAt(minutes, addMinutes(START, 1 - every)).isDue()).toBe(false)
  })

  test('A move that was never read, or was read in the future by a wrong clock, is polled at once', () => {
    expect(moveAt(30 * DAY, null).isDue()).toBe(true)
    expect(moveAt(30 * DAY, addMinutes(START, 1)).isDue()).toBe(true)
    expect(moveAt(30 * DAY, START).isDue()).toBe(false)
  })

  test('A move is no longer polled once its time is sixty days past', () => {
    expect(moveAt(-60 * DAY - 1, null).isDue()).toBe(false)
  })

  test('A move on the road is polled every minute until a day after its time', () => {
    const onTheRoad = (minutes: number) => {
      const desk = moveAt(minutes, addMinutes(START, -1))
      change(desk, desk.id, 'pickup_started', START)
      return desk.isDue()
    }
    expect([onTheRoad(30 * DAY), onTheRoad(-DAY), onTheRoad(-DAY - 1)]).toEqual([true, true, false])
  })

  test.for(['pending', 'Started'])('A move is polled every minute while its cancellation reads %s', (status) => {
    const desk = moveAt(30 * DAY, addMinutes(START, -1))
    expect(desk.isDue()).toBe(false)
    change(desk, desk.id, 'cancel_status', status)
    expect(desk.isDue()).toBe(true)
  })

  test('`movesDueForRefresh` returns at most the limit, longest unread first, of one provider', () => {
    const desk = moveAt(0, addMinutes(START, -5))
    const other = desk.book(oneWayBooking(2))
    withNumber(desk, other, 102)
    change(desk, other.moves[0]?.id ?? '', 'polled_at', null)
    expect(desk.due(1)).toEqual([{ id: other.moves[0]?.id, bookingId: other.id, number: 102 }])
    expect(desk.due().map(({ number }) => number)).toEqual([102, 101])
    expect(desk.due(9, 'https://other.example')).toEqual([])
  })

  test('`movesDueForRefresh` returns nothing without a poll window', () => {
    const desk = moveAt(0, null)
    expect(
      desk.store.read((view) => movesDueForRefresh(view, REMOTE.address, { windows: [], now: START, limit: 9 })),
    ).toEqual([])
  })
})

describe('A tracked move', () => {
  test.for([
    ['number', null],
    ['delivery_successful', START],
    ['cancel_status', 'succeeded'],
    ['cancel_status', 'Rescheduled'],
  ] as const)('A move is no longer tracked once its %s is %j', ([column, value]) => {
    const desk = moveAt(0, null)
    const tracked = () => desk.store.read((view) => trackedMove(view, REMOTE.address))
    expect(tracked()).toEqual({ id: desk.id, bookingId: desk.bookingId, number: 101 })
    change(desk, desk.id, column, value)
    expect([tracked(), desk.due()]).toEqual([null, []])
  })

  test('`trackedMove` returns the longest unread move of this provider', () => {
    const desk = moveAt(0, START)
    const other = desk.book(oneWayBooking(2))
    withNumber(desk, other, 102)
    desk.store.write((tx) => markPolled(tx, other.moves[0]?.id ?? '', addMinutes(START, -1)))
    expect(desk.store.read((view) => trackedMove(view, REMOTE.address))?.number).toBe(102)
    expect(read(desk, 'polled_at', desk.id)).toBe(START)
    expect(desk.store.read((view) => trackedMove(view, 'https://other.example'))).toBeNull()
  })

  test('`markMissing` keeps when the provider first did not know the move, and reports its booking as changed', () => {
    const desk = moveAt(0, null)
    const heard: unknown[] = []
    desk.store.onChange((change) => heard.push(change))
    const missing = (at: UtcInstant) =>
      desk.store.write((tx) => markMissing(tx, { id: desk.id, bookingId: desk.bookingId }, at))
    missing(START)
    missing(addMinutes(START, 5))
    expect([read(desk, 'missing_since', desk.id), read(desk, 'polled_at', desk.id)]).toEqual([
      START,
      addMinutes(START, 5),
    ])
    expect(JSON.stringify(heard)).toContain(desk.bookingId)
  })

  test('A move is refreshed soon together with the other move of its pair, if that has a number', () => {
    const desk = openDeskStore()
    const booked = desk.book(pairBooking(2))
    withNumber(desk, booked, 101)
    const other = desk.book(oneWayBooking(3))
    withNumber(desk, other, 103)
    const ids = [...booked.moves, ...other.moves].map(({ id }) => id)
    for (const id of ids) change(desk, id, 'polled_at', START)
    desk.store.write((tx) => refreshPairSoon(tx, booked.id))
    expect(ids.map((id) => read(desk, 'polled_at', id))).toEqual([null, START, START])
  })
})
