import { describe, expect, test } from 'vitest'
import { systemIds } from '../../../electron/platform/ids.ts'
import { markSentTwiceSeen, sentTwice } from '../../../electron/store/board/double-sends.ts'
import { confirmMove } from '../../../electron/store/tables/moves.ts'
import type { Booking } from '../../../shared/booking/booking.ts'
import { bodyOf, openReplicaDesk, OTHER_DESK, readFrom, replicate } from '../../support/board/replicas.ts'
import { WHO } from '../../support/builders/amendment.ts'
import { oneWayBooking } from '../../support/builders/bookings.ts'
import { bringTo } from '../../support/builders/outbox-entries.ts'
import { toldMove } from '../../support/builders/provider-response.ts'
import type { DeskStore } from '../../support/desk/test-store.ts'
import { START } from '../../support/fakes/system.ts'

/* Two bookings for one visit, of which the provider has one from this desk and one from another desk. */

type Ended = { readonly number?: number; readonly cancelStatus?: string }

/** Books, and has the booking booked under a number. */
function bookOn(desk: DeskStore, booking: Booking, { number = 7, cancelStatus }: Ended = {}) {
  const made = desk.book(booking)
  tell(desk, made.moves[0]?.id, number, cancelStatus)
  bringTo(desk.store, made, 'booked')
  return made
}

function tell(desk: DeskStore, moveId = '', number = 7, cancelStatus?: string) {
  const told = toldMove(number, cancelStatus === undefined ? {} : { cancelStatus })
  desk.store.write((tx) => confirmMove(tx, moveId, told, START))
}

const told = (desk: DeskStore) => desk.store.read(sentTwice)

/** A visit that two desks booked, of which the first reads the booking of the second. */
function meet(booking = oneWayBooking(1), theirs = booking, ended: Ended = {}) {
  const [own, other] = [openReplicaDesk(), openReplicaDesk({ ids: systemIds })]
  const mine = bookOn(own, booking, { number: 41 })
  const duplicate = bookOn(other, theirs, { number: 42, ...ended })
  expect(replicate(own, bodyOf(other, duplicate.id))).toBe(true)
  return { own, other, mine, duplicate }
}

describe('`sentTwice`', () => {
  test('Two booked bookings for one car at one time are named with the numbers of both, until a person saw that', () => {
    const { own, other, mine, duplicate } = meet()
    const named = { bookingId: mine.id, customer: mine.customerName, desk: OTHER_DESK }
    expect(told(own)).toEqual([{ ...named, numbers: { here: [41], there: [42] } }])
    own.store.write((tx) => markSentTwiceSeen(tx, mine.id))
    expect(told(own)).toEqual([])
    // Another body of the same booking is no news.
    replicate(own, bodyOf(other, duplicate.id))
    expect(told(own)).toEqual([])
  })

  test('Bookings at other times, or for other cars and repair orders, are not named', () => {
    expect(told(meet(oneWayBooking(1), oneWayBooking(2)).own)).toEqual([])
  })

  test('A booking that is canceled, here or there, is not named any more', () => {
    expect(told(meet(undefined, undefined, { cancelStatus: 'succeeded' }).own)).toEqual([])
    const { own, mine } = meet()
    tell(own, mine.moves[0]?.id, 41, 'succeeded')
    expect(told(own)).toEqual([])
  })

  test('A booking that has not left, or that may not have arrived, is not named', () => {
    for (const state of ['waiting', 'in-doubt', 'refused', 'withdrawn'] as const) {
      const [own, other] = [openReplicaDesk(), openReplicaDesk({ ids: systemIds })]
      bookOn(own, oneWayBooking(1))
      const duplicate = other.book(oneWayBooking(1))
      bringTo(other.store, duplicate, state)
      replicate(own, bodyOf(other, duplicate.id))
      expect(told(own)).toEqual([])
    }
  })

  test('A booking that a person saved beside the other one is not named', () => {
    const [own, other] = [openReplicaDesk(), openReplicaDesk({ ids: systemIds })]
    const duplicate = bookOn(other, oneWayBooking(1), { number: 42 })
    replicate(own, bodyOf(other, duplicate.id))
    const mine = own.moves.bookDespiteDuplicates({ booking: oneWayBooking(1), alike: [duplicate.id], who: WHO })
    if (!mine.ok) throw new Error(mine.failure.detail)
    tell(own, mine.value.moves[0]?.id, 41)
    bringTo(own.store, mine.value, 'booked')
    replicate(own, bodyOf(other, duplicate.id))
    expect(told(own)).toEqual([])
    // The other desk reads the decision of that person.
    replicate(other, bodyOf(own, mine.value.id))
    expect(told(other)).toEqual([])
    expect(readFrom(other, mine.value.id)?.state).toBe('booked')
  })
})
