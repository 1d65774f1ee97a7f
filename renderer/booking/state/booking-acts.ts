import { notAddableReason } from '../../../shared/booking/added-facts.ts'
import { hasReturn } from '../../../shared/booking/open-pickup.ts'
import type { DeskStatus } from '../../../shared/bridge/calls.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { cancelableMoves } from '../../../shared/outbox/amendment-rules.ts'
import { canChange, canWithdraw } from '../../../shared/outbox/machine.ts'
import { isOrWillBeCanceled, isReplaced } from '../../../shared/outbox/reschedule.ts'
import { availableResolutions } from './resolutions.ts'
import { phonePurposes } from '../text/phone-text.ts'

/** What a person can do with a booking on its page. */
export type BookingAct =
  'resolve' | 'return' | 'reschedule' | 'edit' | 'withdraw' | 'cancel' | 'duplicate' | 'add' | 'call' | 'supportData'

/** The actions that the booking allows now: those of the row, the main one first, and those of the menu. */
export function availableActs(
  booking: BookedMoves,
  status: DeskStatus,
): { readonly buttons: readonly BookingAct[]; readonly more: readonly BookingAct[] } {
  // The desk that made a booking alone changes and sends the booking.
  const isOwn = booking.desk === null
  const editable = isOwn && canChange(booking.entry)
  const isLeaving = booking.moves.every(isOrWillBeCanceled)
  // No action here offers to book an in-doubt booking again, because the provider may have that booking.
  const copyable = booking.state !== 'in-doubt'
  const possible: Readonly<Record<BookingAct, boolean>> = {
    resolve: availableResolutions(booking, status).length > 0,
    edit: editable,
    return: hasReturn(booking),
    reschedule: editable || (isOwn && booking.state === 'booked' && !isReplaced(booking) && !isLeaving),
    withdraw: isOwn && canWithdraw(booking.entry),
    cancel: cancelableMoves(booking).length > 0,
    duplicate: copyable,
    add: isOwn && notAddableReason(booking, 'note') === null,
    call: phonePurposes(booking, status).length > 0,
    supportData: needsSupport(booking),
  }
  const row: readonly BookingAct[] = editable
    ? ['resolve', 'edit', 'reschedule', 'withdraw', 'cancel', 'supportData']
    : ['resolve', 'return', 'reschedule', 'withdraw', 'cancel', 'supportData']
  const rest: readonly BookingAct[] = ['return', 'duplicate', 'add', 'call']
  return {
    buttons: row.filter((act) => possible[act]),
    more: rest.filter((act) => possible[act] && !row.includes(act)),
  }
}

/** True if a person can take a booking of another desk over: the board is live, and the booking is not over. */
export function canTakeBooking(booking: BookedMoves, { board }: DeskStatus): boolean {
  const isOver = booking.state === 'withdrawn' || booking.state === 'placed-by-phone'
  return booking.desk !== null && board?.kind === 'live' && !isOver && !booking.moves.every(isOrWillBeCanceled)
}

/** True for a hold about which a person should call support; support needs the data of the booking. */
function needsSupport({ state, entry }: BookedMoves): boolean {
  return state === 'held' && (entry.code === 'unreadable' || entry.code === 'crashed')
}
