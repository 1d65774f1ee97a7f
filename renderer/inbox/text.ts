import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { notCancelableReason } from '../../shared/outbox/amendment-rules.ts'
import type { BookedMoves, Move } from '../../shared/move/move.ts'
import type { EntryState } from '../../shared/outbox/entry-state.ts'
import { tallyLabel, TALLY_PARTS, type Inbox, type InboxItem, type Tally } from '../../shared/views/inbox.ts'
import { formatTime } from '../../shared/time/format.ts'
import { toMillis } from '../../shared/time/time.ts'
import { isOpenAmendment } from '../../shared/outbox/amendment.ts'
import { lacksReplacement } from '../../shared/outbox/moves-to-replace.ts'
import {
  latestCancellation,
  latestChange,
  describeCancellation,
  describeChange,
} from '../booking/text/amendment-text.ts'
import { describeLaterTime } from '../booking/text/earliest-text.ts'
import { describeMissing, roleLabel, describeState } from '../booking/text/booking-text.ts'
import { describeReplacement } from '../booking/text/replacement-text.ts'

/**
 * Describes why a booking is in the inbox: its state, a later time of the provider, its missing and rescheduled moves,
 * and its open or refused amendments.
 */
export function inboxReason(booking: BookedMoves, status: DeskStatus): readonly string[] {
  const { connection, rooftop, now } = status
  const ofMoves = booking.moves.flatMap((move) => {
    const describeAmendmentOf = (amendment: ReturnType<typeof latestCancellation>, words: string | null) =>
      amendment !== undefined && (isOpenAmendment(amendment) || amendment.state === 'refused') && words !== null
        ? [`${roleLabel(move.role)}: ${words}`]
        : []
    return [
      ...(move.missingSince === null ? [] : [describeMissing(move, formatTime(move.missingSince, rooftop.zone, now))]),
      ...(lacksReplacement(move) ? [`${roleLabel(move.role)}: ${describeReplacement(move, rooftop.zone)}`] : []),
      ...describeAmendmentOf(latestCancellation(move), describeCancellation(booking, move, connection)),
      ...describeAmendmentOf(latestChange(move), describeChange(booking, move, connection)),
    ]
  })
  const later = describeLaterTime(booking, now)
  const reasons = later === null ? ofMoves : [later, ...ofMoves]
  return booking.state === 'booked' && reasons.length > 0 ? reasons : [describeState(booking, status), ...reasons]
}

/** Describes the send-by time of a waiting booking; null for a booking in any other state. */
export function describeSendBy({ sendBy, booking }: InboxItem, { now }: DeskStatus): string | null {
  if (sendBy === null) return null
  const by = formatTime(sendBy, booking.time.zone, now)
  return toMillis(sendBy) < toMillis(now) ? `Should have left by ${by}.` : `Must leave by ${by}, else it is held.`
}

/** Returns the label of the button that opens the page of a booking. */
export function describeNext(state: EntryState): string {
  return state === 'held' || state === 'booked-awaiting-number' ? 'Decide…' : 'Open it'
}

/** Returns the label of the button that cancels a booking, by a request or by phone. */
export function cancelLabel(booking: BookedMoves): string {
  return cancelableMoves(booking).length === 0 ? 'Call to cancel…' : 'Cancel…'
}

/** Lists the moves for which this desk can request a cancellation. */
export function cancelableMoves(booking: BookedMoves): readonly Move[] {
  return booking.moves.filter((move) => notCancelableReason(booking, move) === null)
}

export function describeInboxItem({ bookings, more }: Inbox): string {
  if (more) return `The first ${bookings.length}`
  const attention = bookings.filter((one) => one.attention).length
  const waiting = bookings.length - attention
  return [
    ...(attention > 0 ? [attention === 1 ? '1 needs attention' : `${attention} need attention`] : []),
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
  ].join(', ')
}

/** Describes the tally of the day. The parts add up to `saved`. */
export function describeTally(tally: Tally): string {
  if (tally.saved === 0) return 'Nothing was booked here today.'
  const parts = TALLY_PARTS.filter((part) => tally[part] > 0).map((part) => `${tally[part]} ${tallyLabel(part)}`)
  return `Booked here today: ${tally.saved}. Of these ${parts.join(', ')}.`
}
