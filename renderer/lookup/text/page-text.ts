import { hasLoaner, stageLabel, STAGES, type BookedMoves, type Move } from '../../../shared/move/move.ts'
import { formatVehicle } from '../../../shared/booking/vehicle.ts'
import { formatClock } from '../../../shared/time/format.ts'
import { driverUnderWay } from '../../booking/text/move-news-text.ts'
import { roleLabel } from '../../booking/text/booking-text.ts'

/** Words of the booking's page. */

/** The kind of a booking, for example "Pickup + loaner". */
export function kindLabel(booking: BookedMoves): string {
  if (booking.action === null) return 'One-way'
  const action = booking.action === 'return' ? 'Return' : 'Pickup'
  return hasLoaner(booking) ? `${action} + loaner` : action
}

/** A driver under way in two lines, for example "Marcus T. with LN-14: En route" and "Updated 11:06 AM". */
export function describeLive(
  move: Pick<Move, 'stages' | 'news' | 'role' | 'vehicle' | 'providerReadAt'>,
  zone: string,
): { readonly title: string; readonly updated: string } {
  const stage = STAGES.findLast((one) => {
    const stamp = move.stages[one]
    return stamp.known && stamp.value !== null
  })
  const car = move.vehicle?.stock ?? formatVehicle(move.vehicle, roleLabel(move.role))
  const title = `${driverUnderWay(move) ?? 'The driver'} with ${car}: ${stageLabel(stage ?? 'pickup_started')}`
  return { title, updated: move.providerReadAt === null ? '' : `Updated ${formatClock(move.providerReadAt, zone)}` }
}
