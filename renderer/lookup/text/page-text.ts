import { effectiveVehicle } from '../../../shared/booking/added-facts.ts'
import { formatLoaner } from '../../../shared/booking/loaners.ts'
import { endsMove } from '../../../shared/move/cancel-status.ts'
import { hasLoaner, hasReached, stageLabel, STAGES, type BookedMoves, type Move } from '../../../shared/move/move.ts'
import { amendmentContext } from '../../../shared/outbox/amendment-rules.ts'
import { formatVehicle } from '../../../shared/booking/vehicle.ts'
import { formatClock, formatTime } from '../../../shared/time/format.ts'
import { dateOf, type UtcInstant } from '../../../shared/time/time.ts'
import { driverUnderWay } from '../../booking/text/move-news-text.ts'
import { providerToCall } from '../../booking/text/phone-text.ts'
import { roleLabel } from '../../booking/text/booking-text.ts'

/** Words of the booking's page. */

/** The number of events that the page shows at first. */
export const LAST_EVENTS = 3

export const PAGE_WORDS = {
  events: 'Activity',
  allActivity: 'All activity',
  lastActivity: 'Last activity only',
  earlierLeftOut: 'Earlier attempts are left out.',
  move: (number: number) => `move ${number}`,
  noNumber: 'no move number yet',
  noTime: 'no time given',
  steps: "Driver's steps",
  reschedule: 'Reschedule',
  edit: 'Edit',
  withdraw: 'Withdraw',
  resolve: 'Resolve…',
  bookReturn: 'Book return',
  duplicate: 'Duplicate',
  add: 'Add RO, loaner or note…',
  call: 'Call…',
  cancel: 'Cancel…',
  change: 'Change…',
  supportData: 'Copy data for support',
  tracking: 'Open tracking page',
  portal: 'Open in portal',
  thisBooking: 'this booking',
} as const

/** The kind of a booking, for example "Pickup + loaner". */
export function kindLabel(booking: BookedMoves): string {
  if (booking.action === null) return 'One-way'
  const action = booking.action === 'return' ? 'Return' : 'Pickup'
  return hasLoaner(booking) ? `${action} + loaner` : action
}

/** A driver under way, for example "Marcus T. with LN-14 Buick Encore: En route". */
export function describeLive(booking: Pick<BookedMoves, 'addedFacts'>, move: Move): string {
  const stage = STAGES.findLast((one) => {
    const stamp = move.stages[one]
    return stamp.known && stamp.value !== null
  })
  const car =
    move.role === 'loaner'
      ? formatLoaner(effectiveVehicle(booking, move), roleLabel(move.role))
      : (move.vehicle?.stock ?? formatVehicle(move.vehicle, roleLabel(move.role)))
  return `${driverUnderWay(move) ?? 'The driver'} with ${car}: ${stageLabel(stage ?? 'pickup_started')}`
}

/** When the provider last told of any move of the booking, for example "Updated 11:06 AM"; null if never. */
export function describeUpdated({ moves }: Pick<BookedMoves, 'moves'>, zone: string, now: UtcInstant): string | null {
  const last = moves
    .flatMap(({ providerReadAt }) => providerReadAt ?? [])
    .toSorted()
    .at(-1)
  if (last === undefined) return null
  return `Updated ${dateOf(last, zone) === dateOf(now, zone) ? formatClock(last, zone) : formatTime(last, zone, now)}`
}

/**
 * Names whom to call about a cancellation or a change that the provider does not take from a desk, with the numbers of
 * the moves that are not over. Null if the provider takes both, and for a booking that is not booked or is of another
 * desk.
 */
export function describeCallInstead(booking: BookedMoves): string | null {
  const { cancel, change } = booking.capabilities
  const numbers = booking.moves
    .filter((move) => !hasReached(move.stages, 'delivery_successful') && !endsMove(amendmentContext(move)))
    .flatMap(({ number }) => (number.known ? [number.value] : []))
  if (booking.desk !== null || booking.state !== 'booked' || (cancel && change) || numbers.length === 0) return null
  const what = cancel ? 'change' : change ? 'cancel' : 'cancel or change'
  return `To ${what}, call ${providerToCall()}: ${numbers.length === 1 ? 'move' : 'moves'} ${numbers.join(' and ')}.`
}
