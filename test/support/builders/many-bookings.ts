import { createBookingService, type BookingService } from '../../../electron/bookings/service.ts'
import type { ProviderIdentity } from '../../../electron/store/tables/outbox.ts'
import type { Store } from '../../../electron/store/store.ts'
import { insertNewBooking } from '../../../electron/bookings/create.ts'
import { systemClock } from '../../../electron/platform/clock.ts'
import { systemIds } from '../../../electron/platform/ids.ts'
import type { Booking } from '../../../shared/booking/booking.ts'
import { PRACTICE_ROOFTOP } from '../../../shared/booking/rooftop.ts'
import { oneWayBooking, pairBooking } from './bookings.ts'

/*
 * A store of several years for measurements: pairs and one-ways in turn, nearly all booked and delivered. Many
 * bookings share a transaction for speed.
 */

/** Every other one of these is held, and the rest waits. */
const OPEN = 200
const AT_ONCE = 1000

const DEPS = {
  rooftop: () => PRACTICE_ROOFTOP,
  defaultPayer: () => null,
  miles: () => 7,
  clock: systemClock,
  ids: systemIds,
}

/** A booking service on a store without a send queue. */
export function serviceOn(store: Store, remote: ProviderIdentity): BookingService {
  return createBookingService({ ...DEPS, store, remote, log: () => {}, wake: () => {}, msSinceLastSend: () => 0 })
}

function bookingOf(number: number): Booking {
  return number % 2 === 0 ? pairBooking(number) : oneWayBooking(number)
}

/** Books the invented booking of a number. */
export function bookNumber(moves: BookingService, number: number): void {
  const booked = moves.bookMove(bookingOf(number))
  if (!booked.ok) throw new Error(booked.failure.detail)
}

/**
 * Fills an empty store with `count` bookings (a multiple of 1000), which have half as many moves more. The bookings are
 * inserted without the check of their loaners, which reads three months of bookings for each.
 */
export function fillStore(store: Store, remote: ProviderIdentity, bookings: number): void {
  const deps = { ...DEPS, remote }
  for (let from = 0; from < bookings; from += AT_ONCE) {
    store.write((tx) => {
      for (let number = from; number < from + AT_ONCE; number += 1) {
        insertNewBooking(tx, deps, bookingOf(number), systemIds.next())
      }
    })
  }
  store.write((tx) => {
    const at = systemClock.now()
    const settled = `seq <= ${bookings - OPEN}`
    tx.sql(`UPDATE outbox SET state = 'booked', code = 'booked' WHERE ${settled}`).run()
    tx.sql(`UPDATE outbox SET state = 'held', code = 'too-late' WHERE NOT (${settled}) AND seq % 2 = 0`).run()
    for (const phase of ['started', 'prepared', 'sending', 'settled']) {
      tx.sql(
        `INSERT INTO attempts (entry_seq, at, phase, code) SELECT seq, ?, ?, 'booked' FROM outbox WHERE ${settled}`,
      ).run(at, phase)
    }
    tx.sql(
      `UPDATE moves SET number = rowid + 1000, provider_read_at = @at, polled_at = @at,
         delivery_successful = CASE WHEN rowid % 100 = 0 THEN NULL ELSE @at END
       WHERE booking_id IN (SELECT booking_id FROM outbox WHERE ${settled})`,
    ).run({ at })
  })
}
