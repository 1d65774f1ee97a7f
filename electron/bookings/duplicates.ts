import { bookingTime, type Booking } from '../../shared/booking/booking.ts'
import { endsMove, parseCancelStatus } from '../../shared/move/cancel-status.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { readBooking } from '../store/tables/bookings.ts'
import { duplicateCandidates, type DuplicateSearch } from '../store/queries/customers.ts'
import type { ProviderIdentity } from '../store/tables/outbox.ts'
import type { View } from '../store/tx.ts'

const MAX_DUPLICATES = 10

/**
 * Returns the duplicate candidates: bookings on the same day in `zone` for the same repair order, VIN, phone or
 * customer name. Withdrawn and canceled bookings and `except` are left out.
 */
export function findDuplicates(
  view: View,
  booking: Booking,
  {
    remote,
    zone,
    except,
  }: { readonly remote: ProviderIdentity; readonly zone: string; readonly except: string | null },
): readonly BookedMoves[] {
  const { name, phone } = booking.kind === 'pair' ? booking.customer : { name: null, phone: null }
  const vins = [booking.vehicle.vin, booking.kind === 'pair' ? (booking.loaner?.vin ?? null) : null]
  const sought = { utc: bookingTime(booking).utc, reference: booking.reference, name, phone, vins }
  return candidates(view, sought, { remote, zone, except })
}

/** Returns the duplicate candidates of a saved booking by a repair order alone, which a person is about to add. */
export function findReferenceDuplicates(
  view: View,
  { id, time }: BookedMoves,
  reference: string,
  at: { readonly remote: ProviderIdentity; readonly zone: string },
): readonly BookedMoves[] {
  return candidates(view, { utc: time.utc, reference, name: null, phone: null, vins: [] }, { ...at, except: id })
}

function candidates(
  view: View,
  sought: DuplicateSearch,
  {
    remote,
    zone,
    except,
  }: { readonly remote: ProviderIdentity; readonly zone: string; readonly except: string | null },
): readonly BookedMoves[] {
  const ids = duplicateCandidates(view, sought, { zone, except, limit: MAX_DUPLICATES })
  return ids.flatMap((id) => readBooking(view, id, remote) ?? []).filter((one) => !isCanceled(one))
}

function isCanceled({ moves }: BookedMoves): boolean {
  return moves.every(({ cancelStatus }) => cancelStatus.known && endsMove(parseCancelStatus(cancelStatus.value)))
}
