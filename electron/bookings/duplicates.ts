import {
  compareWithQuery,
  normalizeDuplicateQuery,
  normalizePhone,
  type DuplicateCandidate,
  type DuplicateQuery,
} from '../../shared/booking/duplicates.ts'
import { latestOpenPickup, movesCar, type OpenPickupQuery } from '../../shared/booking/open-pickup.ts'
import { normalizeVin } from '../../shared/booking/vehicle.ts'
import { endsMove, parseCancelStatus } from '../../shared/move/cancel-status.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { addMinutes, dayOf, type UtcInstant } from '../../shared/time/time.ts'
import { readBooking } from '../store/tables/bookings.ts'
import { bookingsAlike, type AlikeSearch } from '../store/queries/customers.ts'
import type { ProviderIdentity } from '../store/tables/outbox.ts'
import type { View } from '../store/tx.ts'

const MAX_DUPLICATES = 10

/** A pickup that is longer ago or further ahead is not taken for the pickup of the return in the form. */
const OPEN_PICKUP_MINUTES = 30 * 24 * 60

const MAX_PICKUPS = 40

type At = { readonly remote: ProviderIdentity; readonly zone: string }

/**
 * Returns the duplicate candidates: bookings on the same day in `zone` for the same repair order, VIN, phone or
 * customer name, those of the same time first. A pickup and a return are no candidates of one another; withdrawn and
 * canceled bookings and the booking `except` are left out.
 */
export function findDuplicates(view: View, typed: DuplicateQuery, { remote, zone }: At): readonly DuplicateCandidate[] {
  const query = normalizeDuplicateQuery(typed)
  const { utc, action, reference, name, phone, vin, loanerVin, except } = query
  if (utc === null) return []
  const range = dayOf(utc, zone)
  const found = readAlike(
    view,
    { ...range, utc, action, reference, name, phone, vins: [vin, loanerVin], except },
    remote,
  )
  return found.flatMap((booking) => compareWithQuery(booking, query) ?? [])
}

/**
 * Returns the duplicate candidates of a saved booking by a repair order alone, which a person is about to add. The
 * other half of the same visit is no candidate.
 */
export function findReferenceDuplicates(
  view: View,
  { id, action, time: { utc } }: BookedMoves,
  reference: string,
  { remote, zone }: At,
): readonly BookedMoves[] {
  const sought = { utc, action, reference, name: null, phone: null, vins: [], except: id }
  return readAlike(view, { ...dayOf(utc, zone), ...sought }, remote)
}

/**
 * Returns the latest pickup of this phone, VIN or repair order that is not canceled and has no return, thirty days
 * before or after `now` at the most; null if there is none.
 */
export function findOpenPickup(
  view: View,
  typed: OpenPickupQuery,
  { remote, now }: { readonly remote: ProviderIdentity; readonly now: UtcInstant },
): BookedMoves | null {
  const [phone, vin] = [normalizePhone(typed.phone), normalizeVin(typed.vin ?? '') || null]
  const reference = typed.reference?.trim() || null
  if (phone === null && vin === null && reference === null) return null
  const from = addMinutes(now, -OPEN_PICKUP_MINUTES)
  const to = addMinutes(now, OPEN_PICKUP_MINUTES)
  const sought = { from, to, utc: now, reference, name: null, phone, vins: [vin], except: null, limit: MAX_PICKUPS }
  const drivenOf = (action: 'pickup' | 'return') => readAlike(view, { ...sought, action }, remote).filter(movesCar)
  const pickups = drivenOf('pickup')
  return pickups.length === 0 ? null : latestOpenPickup(pickups, drivenOf('return'))
}

function readAlike(
  view: View,
  search: Omit<AlikeSearch, 'limit'> & { readonly limit?: number },
  remote: ProviderIdentity,
): readonly BookedMoves[] {
  const ids = bookingsAlike(view, { limit: MAX_DUPLICATES, ...search })
  return ids.flatMap((id) => readBooking(view, id, remote) ?? []).filter((one) => !isCanceled(one))
}

function isCanceled({ moves }: BookedMoves): boolean {
  return moves.every(({ cancelStatus }) => cancelStatus.known && endsMove(parseCancelStatus(cancelStatus.value)))
}
