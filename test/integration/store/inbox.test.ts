import { expect, test } from 'vitest'
import { countInbox, inboxIds, savedBetween, settledBetween } from '../../../electron/store/queries/inbox.ts'
import { markMissing } from '../../../electron/store/tables/tracked-moves.ts'
import { ENTRY_STATES, type EntryState } from '../../../shared/outbox/entry-state.ts'
import { sendBy } from '../../../shared/booking/send-by.ts'
import { isOverdue, tallyOf } from '../../../shared/views/inbox.ts'
import { addMinutes, instantsOf, toLocal, type UtcInstant } from '../../../shared/time/time.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore, REMOTE } from '../../support/desk/test-store.ts'
import { bringTo } from '../../support/builders/outbox-entries.ts'
import { withNumber } from '../../support/builders/provider-number.ts'
import { START } from '../../support/fakes/system.ts'

const NOTICE = 60

const ZONE = 'America/New_York'

/** A one-way whose time is so many hours from the start. */
function inHours(number: number, hours: number) {
  const local = toLocal(addMinutes(START, hours * 60), ZONE)
  return oneWayBooking(number, { readyBy: { local, zone: ZONE, utc: instantsOf(local, ZONE)[0] ?? '' } })
}

function openInbox() {
  const at = openDeskStore()
  return {
    ...at,
    counts: (now: UtcInstant = START, remote = REMOTE) =>
      at.store.read((view) => countInbox(view, remote, { now, noticeMinutes: NOTICE })),
    listed: (limit = 99) =>
      at.store
        .read((view) => inboxIds(view, REMOTE, { now: START, noticeMinutes: NOTICE }, limit))
        .map((one) => [one.bookingId, one.attention]),
  }
}

test('The inbox lists and counts each unsettled booking once, and no settled one', () => {
  const { store, book, counts, listed } = openInbox()
  expect([counts(), listed()]).toEqual([{ waiting: 0, attention: 0 }, []])
  const of = new Map<EntryState, string>()
  ENTRY_STATES.forEach((state, place) => {
    const booked = book(pairBooking(place))
    bringTo(store, booked, state)
    of.set(state, booked.id)
  })
  expect(counts()).toEqual({ waiting: 2, attention: 4 })
  const attention = (['refused', 'in-doubt', 'held', 'booked-awaiting-number'] as const).map((state) => of.get(state))
  const waiting = (['waiting', 'sending'] as const).map((state) => of.get(state))
  expect(new Set(listed().map(([id]) => id))).toEqual(new Set([...attention, ...waiting]))
  expect(listed().map(([, looked]) => looked)).toEqual([true, true, true, true, false, false])
  expect(listed(3)).toEqual(listed().slice(0, 3))
  // The bookings of another provider do not leave, so they wait for a person.
  expect(counts(START, { ...REMOTE, address: 'https://other.example' })).toEqual({ waiting: 0, attention: 6 })
})

test('The inbox lists the bookings for a person first, and the nearest time first among equals', () => {
  const { store, book, listed } = openInbox()
  const ids = [9, 5, 7, 3].map((hours, place) => book(inHours(place, hours)))
  for (const booked of ids.slice(0, 2)) bringTo(store, booked, 'in-doubt')
  expect(listed()).toEqual([
    [ids[1]?.id, true],
    [ids[0]?.id, true],
    [ids[3]?.id, false],
    [ids[2]?.id, false],
  ])
})

test('A missing move needs attention until a day after its time or until its delivery', () => {
  const desk = openInbox()
  const booked = desk.book(inHours(1, 2))
  withNumber(desk, booked, 101)
  bringTo(desk.store, booked, 'booked')
  expect(desk.counts()).toEqual({ waiting: 0, attention: 0 })
  desk.store.write((tx) => markMissing(tx, { id: booked.moves[0]?.id ?? '', bookingId: booked.id }, START))
  expect(desk.listed()).toEqual([[booked.id, true]])
  const after = (minutes: number) => desk.counts(addMinutes(booked.time.utc, minutes)).attention
  expect([after(24 * 60), after(24 * 60 + 1)]).toEqual([1, 0])
  desk.store.write((tx) => tx.sql('UPDATE moves SET delivery_successful = ?').run(START))
  expect(desk.counts().attention).toBe(0)
})

test('An overdue waiting booking needs attention unless a person overrode its send-by time', () => {
  const desk = openInbox()
  const booked = desk.book(inHours(1, 3))
  const by = sendBy(booked, NOTICE)
  expect(desk.counts(by)).toEqual({ waiting: 1, attention: 0 })
  expect(desk.counts(addMinutes(by, 1))).toEqual({ waiting: 1, attention: 1 })
  expect([isOverdue(booked, NOTICE, by), isOverdue(booked, NOTICE, addMinutes(by, 1))]).toEqual([false, true])
  desk.store.write((tx) => tx.sql(`UPDATE outbox SET overridden_holds = '["send-by-passed"]'`).run())
  expect(desk.counts(addMinutes(by, 1)).attention).toBe(0)
  expect(desk.counts(addMinutes(booked.time.utc, 1)).attention).toBe(1)
  // A booking made after its send-by time has five minutes.
  const late = openInbox()
  late.book(inHours(2, 0.5))
  expect(late.counts(addMinutes(START, 5)).attention).toBe(0)
  expect(late.counts(addMinutes(START, 6)).attention).toBe(1)
})

test('The tally of a day adds up over bookings in every state', () => {
  const { store, book } = openInbox()
  ENTRY_STATES.forEach((state, place) => bringTo(store, book(pairBooking(place)), state))
  const of = (from: UtcInstant, to: UtcInstant) => store.read((view) => tallyOf(savedBetween(view, { from, to })))
  const day = of(START, addMinutes(START, 1))
  expect(day).toEqual({ saved: 9, accepted: 2, refused: 1, byPhone: 1, withdrawn: 1, unknown: 2, notSent: 2 })
  const { saved, ...parts } = day
  expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(saved)
  expect(of(addMinutes(START, -1), START).saved).toBe(0)
})

test('The settled bookings of a day are those whose entry was settled in it, with the moment, the newest first', () => {
  const { store, book } = openInbox()
  const settledAt = (from: UtcInstant, to: UtcInstant, limit = 9) =>
    store.read((view) => settledBetween(view, { from, to }, limit)).map(({ bookingId, at }) => [bookingId, at])
  const [first, second, third] = [book(pairBooking(1)), book(pairBooking(2)), book(pairBooking(3))]
  bringTo(store, first, 'booked')
  bringTo(store, second, 'withdrawn')
  bringTo(store, third, 'in-doubt')
  const day = { from: START, to: addMinutes(START, 24 * 60) }
  const listed = settledAt(day.from, day.to)
  expect(new Set(listed.map(([id]) => id))).toEqual(new Set([first.id, second.id]))
  expect(settledAt(day.from, day.to, 1)).toEqual(listed.slice(0, 1))
  expect(settledAt(day.to, addMinutes(day.to, 24 * 60))).toEqual([])
})
