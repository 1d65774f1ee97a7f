import type { DeskStatus } from '../../../shared/bridge/calls.ts'
import { isTransient } from '../../../shared/desk/connection.ts'
import { endsMove } from '../../../shared/move/cancel-status.ts'
import type { BookedMoves, Move, WaitReason } from '../../../shared/move/move.ts'
import { amendmentContext } from '../../../shared/outbox/amendment-rules.ts'
import { assertNever } from '../../../shared/result.ts'
import { isOverdue } from '../../../shared/views/inbox.ts'
import { describeWait, entryReason } from './entry-text.ts'
import { provider, providerFirst, providerToCall, spellReference } from './phone-text.ts'

/**
 * Same as `describeOutcome`, but with a separate sentence for a booking that waits past its send-by time, and for a
 * booking that waits at another desk.
 */
export function describeState(
  booking: BookedMoves,
  { board, connection, rooftop, now }: Pick<DeskStatus, 'board' | 'connection' | 'rooftop' | 'now'>,
): string {
  if (booking.desk !== null && booking.state === 'waiting') return `Waits at ${booking.desk}, and is not sent yet.`
  return isOverdue(booking, rooftop.noticeMinutes, now)
    ? describeOverdue(shownWait(booking, board))
    : describeOutcome(booking, { board, connection, now })
}

/** Why the booking waits. A claim keeps a booking only while the board is away. */
function shownWait({ waitReason }: BookedMoves, board: DeskStatus['board']): WaitReason | null {
  return waitReason?.code === 'claim' && board?.kind !== 'alone' ? null : waitReason
}

function describeOverdue(wait: WaitReason | null): string {
  if (wait?.code === 'claim') {
    return `Missed its send time. Another desk may have taken this over, so ask there before you call ${providerToCall()}.`
  }
  return `Missed its send time. Call ${providerToCall()} to book it, or withdraw it.`
}

/**
 * Describes the state of the booking. The text says that the provider has the booking only after the provider has
 * confirmed that or a person has reported a move number.
 */
export function describeOutcome(
  booking: BookedMoves,
  { board, connection, now }: Pick<DeskStatus, 'board' | 'connection' | 'now'>,
): string {
  const reason = entryReason(booking, now)
  const wait = shownWait(booking, board)
  switch (booking.state) {
    case 'waiting':
      if (wait !== null) return `Saved. ${describeWait(wait)}`
      if (connection.kind !== 'down') return 'Saved. Sends automatically.'
      return isTransient(connection.cause)
        ? "Saved. Sends when you're back online."
        : `Saved. Sends when ${provider()} takes bookings again.`
    case 'sending':
      return `Saved. Sending to ${provider()}.`
    case 'booked':
      return describeBooked(booking)
    case 'booked-awaiting-number':
      return reason ?? `Booked with ${provider()}. The move numbers are still to come.`
    case 'refused':
      return reason ?? `${providerFirst()} rejected this booking. Nothing was booked.`
    case 'in-doubt':
      return reason ?? "We didn't get a reply. It may already be booked, so don't book it again."
    case 'held':
      return reason ?? 'Saved. Someone must look at it before it is sent.'
    case 'withdrawn':
      return 'Withdrawn. Nothing will be sent.'
    case 'placed-by-phone':
      return 'Booked by phone. It is kept here and not sent.'
    default:
      return assertNever(booking.state)
  }
}

/** Names the moves that the provider has, and apart from these the moves that are canceled or have a new number. */
function describeBooked({ moves }: BookedMoves): string {
  const ended = moves.filter((move) => endsMove(amendmentContext(move)))
  if (ended.length === moves.length) {
    return `No driver is coming under ${moves.length === 1 ? 'this number' : 'these numbers'} anymore. ${describeNumbers(moves)}`
  }
  if (ended.length === 0) return `Confirmed by ${provider()}. ${describeNumbers(moves)}`
  const live = moves.filter((move) => !ended.includes(move))
  return `Still booked: ${describeNumbers(live)} No driver is coming for the other move: ${describeNumbers(ended)}`
}

function describeNumbers(moves: readonly Move[]): string {
  return moves.flatMap((move) => (move.number.known ? [`${describeMove(move)} ${move.number.value}.`] : [])).join(' ')
}

function describeMove(move: Move): string {
  if (move.role === 'single') return 'Move'
  return move.role === 'loaner' ? 'Loaner move' : 'Customer move'
}

/** Describes a move that the provider no longer shows. `since` is a formatted time. */
export function describeMissing(move: Move, since: string): string {
  const number = move.number.known ? `move ${move.number.value}` : 'this move'
  return `${providerFirst()} no longer shows ${number} (since ${since}). Call ${providerToCall('them')} with reference ${spellReference(move.reference)} and ask whether a driver is still coming. Don't book it again until you know.`
}
