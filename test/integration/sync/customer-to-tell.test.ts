import { describe, expect, test } from 'vitest'
import { parseNews } from '../../../electron/provider/parse-values.ts'
import { storeProviderUpdate } from '../../../electron/sync/store-provider-update.ts'
import type { Booking } from '../../../shared/booking/booking.ts'
import { timeToTell } from '../../../shared/outbox/time-to-tell.ts'
import type { ProviderBookingValues } from '../../../shared/move/provider-values.ts'
import { addMinutes, toLocal } from '../../../shared/time/time.ts'
import { bringAmendmentTo, change, HOPDRIVE, newestAmendment, WHO } from '../../support/builders/amendment.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { withNumber } from '../../support/builders/provider-number.ts'
import { toldMove } from '../../support/builders/provider-response.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'
import { START } from '../../support/fakes/system.ts'

/** A desk with a booking that is booked as move 101, of which the provider tells something. */
function deskWith(booking: Booking = oneWayBooking(1)) {
  const desk = openDeskStore({ remote: HOPDRIVE })
  const booked = desk.book(booking)
  withNumber(desk, booked, 101)
  const [move] = booked.moves
  const moveId = move?.id ?? ''
  const found = () => {
    const read = desk.moves.getBooking(booked.id)
    if (!read.ok) throw new Error(read.failure.detail)
    return read.value
  }
  const tell = (bookingValues: ProviderBookingValues, readyBy: string | null = null, told: object = {}) => {
    const response = { move: toldMove(101, told), readyBy, partner: null, bookingValues }
    desk.store.write((tx) => storeProviderUpdate(tx, { id: moveId, bookingId: booked.id }, response, START))
    return found()
  }
  const attention = () => {
    const inbox = desk.moves.readInbox()
    if (!inbox.ok) throw new Error(inbox.failure.detail)
    return inbox.value.bookings.filter((one) => one.attention).map((one) => one.booking.id)
  }
  const told = (earliest: string) => desk.moves.resolveBooking(booked.id, { kind: 'customer-told', who: WHO, earliest })
  return { ...desk, booked, moveId, found, tell, told, attention }
}

const later = (desk: ReturnType<typeof deskWith>, minutes = 60) => addMinutes(desk.booked.time.utc, minutes)

describe('A booking whose provider is available later than asked', () => {
  test('A later time needs a person, whatever ready-by the provider sends with that time, and the time asked for stays', () => {
    const desk = deskWith()
    expect(desk.attention()).toEqual([])
    const shifted = desk.tell({ earliest: later(desk), message: 'Closed until nine' }, later(desk))
    expect(shifted).toMatchObject({ state: 'booked', time: desk.booked.time, customerToTell: later(desk) })
    expect(desk.attention()).toEqual([desk.booked.id])
    // A response without the time leaves what an earlier response said.
    expect(desk.tell({}).customerToTell).toBe(later(desk))
    const blank = { earliest_available_time: null, message: null }
    expect(desk.tell(parseNews([blank])).customerToTell).toBe(later(desk))
    expect(desk.tell({ earliest: desk.booked.time.utc }).customerToTell).toBeNull()
    expect(desk.attention()).toEqual([])
  })

  test('A later time of a pair is later than the pair’s ready-by, and its appointment stays', () => {
    const desk = deskWith(pairBooking(2))
    const readyBy = addMinutes(desk.booked.time.utc, -30)
    expect(desk.tell({ earliest: readyBy }, readyBy).customerToTell).toBeNull()
    const earliest = addMinutes(readyBy, 1)
    const shifted = desk.tell({ earliest }, readyBy)
    expect(shifted).toMatchObject({ customerToTell: earliest, time: desk.booked.time })
  })

  test('The word that the customer was told ends the need, stays with its author, and counts for its own time alone', () => {
    const desk = deskWith()
    desk.tell({ earliest: later(desk) })
    expect(desk.told(later(desk, 90))).toMatchObject({ ok: false, failure: { detail: 'state-changed' } })
    expect(desk.told(later(desk))).toMatchObject({ ok: true, value: { state: 'booked', customerToTell: null } })
    expect(desk.attention()).toEqual([])
    expect(desk.told(later(desk))).toMatchObject({ ok: false, failure: { detail: 'state-changed' } })
    expect(desk.tell({ earliest: later(desk) }).customerToTell).toBeNull()
    expect(desk.tell({ earliest: later(desk, 120) }).customerToTell).toBe(later(desk, 120))
    expect(desk.moves.readHistory(desk.booked.id)).toMatchObject({
      value: {
        events: [
          { kind: 'booked' },
          { kind: 'resolved', decision: 'customer-told', who: WHO, at: START, detail: later(desk) },
        ],
      },
    })
  })

  test('A requested cancellation ends the need while the cancellation is open, and a refused one brings the need back', () => {
    const desk = deskWith()
    desk.tell({ earliest: later(desk) })
    const asked = desk.moves.requestCancellation([desk.moveId], WHO)
    if (!asked.ok) throw new Error(asked.failure.detail)
    expect(timeToTell(asked.value)).toBeNull()
    expect(desk.attention()).toEqual([])
    bringAmendmentTo(desk.store, newestAmendment(asked.value).id, 'refused')
    expect(timeToTell(desk.found())).toBe(later(desk))
    expect(desk.attention()).toEqual([desk.booked.id])
    expect(timeToTell(desk.tell({}, null, { cancelStatus: 'succeeded' }))).toBeNull()
    expect(desk.attention()).toEqual([])
  })

  test('A delivered move needs nobody who tells the customer', () => {
    const desk = deskWith()
    const stages = { ...toldMove(1).stages, delivery_successful: START }
    expect(timeToTell(desk.tell({ earliest: later(desk) }, null, { stages }))).toBeNull()
    expect(desk.attention()).toEqual([])
  })

  test('A change of the ready-by that the provider applied is the time to which the provider’s time is compared', () => {
    const desk = deskWith()
    desk.tell({ earliest: later(desk) })
    const utc = later(desk)
    const { zone } = desk.booked.time
    const made = desk.moves.requestChange(
      desk.moveId,
      change({ readyBy: { local: toLocal(utc, zone), zone, utc } }),
      WHO,
    )
    if (!made.ok) throw new Error(made.failure.detail)
    bringAmendmentTo(desk.store, newestAmendment(made.value).id, 'sending')
    expect(desk.tell({ earliest: utc }, utc).customerToTell).toBeNull()
    expect(desk.tell({ earliest: addMinutes(utc, 1) }, utc).customerToTell).toBe(addMinutes(utc, 1))
  })
})
