import type { Result } from '../../../shared/result.ts'
import type { Booking } from '../../../shared/booking/booking.ts'
import { fromMillis, instantsOf, toLocal, toMillis, type UtcInstant } from '../../../shared/time/time.ts'
import type { Resolution } from '../../../shared/outbox/resolution.ts'
import { oneWayBooking, pairBooking } from '../builders/bookings.ts'
import type { SimDesk } from './desk.ts'
import type { Decision, Judge } from '../oracle/sim-oracle.ts'

/** Persons at a simulated desk, who ask the provider by phone and hear the truth of the ledger. */

const WHO = 'Dana R.'

export const ZONES = ['America/New_York', 'Europe/Berlin'] as const

/** An invented booking `minutes` ahead in a zone; a time that the clocks skip is an hour later. */
export function bookingAhead(
  number: number,
  now: UtcInstant,
  minutes: number,
  more: { readonly kind: Booking['kind']; readonly zone?: string; readonly reference?: string },
): Booking {
  const zone = more.zone ?? ZONES[0]
  const at = Math.ceil((toMillis(now) + minutes * 60_000) / 60_000) * 60_000
  const local = toLocal(fromMillis(at), zone)
  const utc = instantsOf(local, zone).find((one) => toMillis(one) === at) ?? fromMillis(at)
  const reference = more.reference ?? `RO ${number}`
  const time = { local, zone, utc }
  return more.kind === 'pair'
    ? pairBooking(number, { appointment: time, reference })
    : oneWayBooking(number, { readyBy: time, reference })
}

export type Persons = {
  /** Withdraws a booking; false if the desk refused. */
  withdraw(bookingId: string): boolean
  release(bookingId: string): boolean
  byPhone(bookingId: string): boolean
  /** Reports the numbers of the ledger, or an unused number if the ledger has none. */
  name(bookingId: string, spoilt?: number): boolean
  /** Asks the provider for the booking. */
  isThere(bookingId: string): boolean
  /**
   * Reports for the first or second time that the provider does not have the booking; a true report unless `falsely`.
   */
  deny(bookingId: string, confirmed: boolean, falsely?: boolean): boolean
}

const REFERENCE = 'SELECT reference FROM moves WHERE booking_id = ? LIMIT 1'

const REVISION = 'SELECT revision FROM outbox WHERE booking_id = ?'

export function personsAt(desk: SimDesk, judge: Judge): Persons {
  const revisionOf = (id: string) =>
    (desk.store().read((view) => view.sql(REVISION).get(id)) as { revision: number } | undefined)?.revision
  /** The desk's answer; null if its process ended meanwhile. */
  const asked = (act: () => Result<unknown>): boolean | null => {
    try {
      const { ok } = act()
      return desk.at().alive() ? ok : null
    } catch (error) {
      if (desk.at().alive()) throw error
      return null
    }
  }
  const decide = (id: string, decision: Decision, act: () => Result<unknown>, falsely = false): boolean => {
    const before = revisionOf(id)
    // A decision of a process that ended meanwhile counts if the decision is on disk.
    const decided = asked(act) ?? revisionOf(id) !== before
    if (decided) judge.decided(id, decision, falsely)
    return decided
  }
  const settle = (id: string, way: Resolution, falsely = false) =>
    decide(id, way.kind, () => desk.at().moves.resolveBooking(id, way), falsely)
  // Includes bookings whose process ended before the acknowledgment, because the screen shows them.
  const isThere = (id: string) => {
    const reference = desk.store().read((view) => view.sql(REFERENCE).pluck().get(id)) as string | undefined
    return desk.remote.applied(reference ?? '') > 0
  }

  return {
    withdraw: (id) => decide(id, 'withdrawn', () => desk.at().moves.withdrawBooking(id)),
    release: (id) => settle(id, { kind: 'release', who: WHO }),
    isThere,
    byPhone: (id) => settle(id, { kind: 'placed-by-phone', who: WHO, reference: 'HD 77' }),
    name(id, spoilt = 0) {
      const booking = desk.at().moves.getBooking(id)
      const moves = booking.ok ? booking.value.moves.filter((move) => !move.number.known) : []
      if (moves.length === 0) return false
      const numbers = moves.map(({ id: moveId, reference }, at) => ({
        moveId,
        number: (desk.remote.numbersOf(reference)[0] ?? 900_000 + at) + spoilt,
      }))
      const falsely = spoilt !== 0 || !isThere(id)
      return settle(id, { kind: 'provider-numbers', who: WHO, numbers }, falsely)
    },
    deny(id, confirmed, falsely = false) {
      if (isThere(id) && !falsely) return false
      const way: Resolution = { kind: 'not-booked-reported', who: WHO, why: 'Asked by phone', confirmed }
      if (!confirmed) return asked(() => desk.at().moves.resolveBooking(id, way)) ?? false
      return settle(id, way, isThere(id))
    },
  }
}
