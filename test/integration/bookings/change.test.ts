import { describe, expect, test } from 'vitest'
import { readDraft, writeDraft } from '../../../electron/store/tables/draft.ts'
import { claimEntry } from '../../../electron/store/tables/outbox.ts'
import { bookingRequest } from '../../../electron/provider/build-request.ts'
import { addMinutes } from '../../../shared/time/time.ts'
import type { EntryState } from '../../../shared/outbox/entry-state.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'
import { bringTo, entryOf } from '../../support/builders/outbox-entries.ts'
import { breakDisk } from '../../support/fakes/scripted-provider.ts'
import { START } from '../../support/fakes/system.ts'

const BASELINE = { profile: 'baseline', rooftop: null } as const

/** Another booking under the same reference, so that only what was changed differs on the wire. */
const other = pairBooking(9, { reference: 'RO 10001', action: 'pickup' })

function inState(state: EntryState) {
  const desk = openDeskStore()
  const booked = desk.book(pairBooking(1))
  bringTo(desk.store, booked, state)
  return { ...desk, booked, change: (to = other) => desk.moves.changeBooking(booked.id, to) }
}

describe('`changeBooking`', () => {
  test.each<EntryState>(['waiting', 'held', 'refused'])(
    '`changeBooking` makes a booking that is %s leave as the new booking would',
    (state) => {
      const desk = inState(state)
      const changed = desk.change()
      if (!changed.ok) throw new Error(changed.failure.detail)
      expect(changed.value).toMatchObject({
        id: desk.booked.id,
        state: 'waiting',
        savedAt: desk.booked.savedAt,
        action: 'pickup',
        customerName: other.customer.name,
        customerPhone: other.customer.phone,
        time: other.appointment,
      })
      // The request is that of a new booking, under the moves and the unique part of the old one.
      const fresh = openDeskStore().book(other)
      const sent = (booking: typeof fresh) => JSON.parse(bookingRequest(booking, BASELINE).body) as unknown
      const [C, L] = changed.value.moves.map((move) => move.reference)
      expect([C, L]).toEqual(desk.booked.moves.map((move) => move.reference))
      const ours = JSON.stringify(sent(fresh))
        .replace(fresh.moves[0]?.reference ?? '', C ?? '')
        .replace(fresh.moves[1]?.reference ?? '', L ?? '')
      expect(sent(changed.value)).toEqual(JSON.parse(ours))
      expect(entryOf(desk.store, desk.booked)).toMatchObject({
        payload: null,
        overriddenHolds: [],
        unresolvedAttempt: false,
      })
      expect(desk.facts.all.at(-1)).toEqual({ event: 'booking-changed', bookingId: desk.booked.id })
    },
  )

  test('`changeBooking` defeats a claim of the entry that was read before', () => {
    const desk = inState('waiting')
    const read = entryOf(desk.store, desk.booked)
    desk.change()
    const claim = { kind: 'claimed', payload: '{}', digest: 'd' } as const
    expect(desk.store.write((tx) => claimEntry(tx, read, claim, START))).toBeNull()
  })

  test('`changeBooking` makes the moves findable by their new words only', () => {
    const desk = inState('waiting')
    desk.change()
    const found = (text: string) => {
      const answer = desk.moves.findBookings({ text, limit: 10 })
      return answer.ok ? answer.value.bookings.length : null
    }
    expect([found(other.customer.name), found(desk.booked.customerName ?? '')]).toEqual([1, 0])
  })

  test.each<EntryState>(['sending', 'in-doubt', 'booked', 'booked-awaiting-number', 'withdrawn', 'placed-by-phone'])(
    '`changeBooking` refuses a booking that is %s',
    (state) => {
      const desk = inState(state)
      const before = desk.moves.getBooking(desk.booked.id)
      expect(desk.change()).toMatchObject({ ok: false, failure: { code: 'already-sent' } })
      expect(desk.moves.getBooking(desk.booked.id)).toEqual(before)
    },
  )
})

test('`changeBooking` refuses another kind, a past time, an unknown booking and a broken disk, and changes nothing', () => {
  const desk = inState('waiting')
  const before = desk.moves.getBooking(desk.booked.id)
  const past = { ...other.appointment, utc: addMinutes(START, -1) }
  const mend = breakDisk(desk.store)
  expect(desk.change()).toMatchObject({ ok: false, failure: { code: 'not-saved' } })
  mend()
  expect(desk.moves.changeBooking(desk.booked.id, oneWayBooking(2))).toMatchObject({
    ok: false,
    failure: { code: 'not-possible' },
  })
  expect(desk.change({ ...other, appointment: past })).toMatchObject({ ok: false, failure: { code: 'invalid' } })
  expect(desk.moves.changeBooking('b-0', other)).toMatchObject({ ok: false, failure: { code: 'not-found' } })
  expect(desk.moves.getBooking(desk.booked.id)).toEqual(before)
})

test('`changeBooking` clears the draft of the change and keeps the stashed draft', () => {
  const { moves, store, change } = inState('waiting')
  const waiting = { 'stashed.customerName': 'Wren Castellane', 'stashed.kind': 'pickup' }
  store.write((tx) => writeDraft(tx, { changes: 'a booking', customerName: 'Theo Brandt', ...waiting }, START))
  expect(change().ok).toBe(true)
  expect(store.read(readDraft)?.form).toEqual(waiting)
  // A new booking clears the stashed draft.
  expect(moves.bookMove(pairBooking(7)).ok).toBe(true)
  expect(store.read(readDraft)).toBeNull()
})
