import type { DeskStatus } from '../../shared/bridge.ts'
import { standingOf } from '../../shared/asking.ts'
import { endsByItself, type Link } from '../../shared/link.ts'
import { endsMove } from '../../shared/cancel.ts'
import { never } from '../../shared/failure.ts'
import type { BookedMoves, Move, MoveRole } from '../../shared/move.ts'
import type { Doubted } from '../../shared/reminder.ts'
import { sayClock, sayOverlap, sayZoneName } from '../../shared/time-words.ts'
import { toLocal, type UtcInstant } from '../../shared/time.ts'
import { sayVehicle } from '../../shared/vehicle.ts'
import { isOverdue } from '../../shared/queue.ts'
import { markOf, type MoveMark, type WishKind } from '../../shared/wish.ts'
import type { MeantTime } from './form.ts'

/** What a move of a booking carries, as the desk calls it. */
export function sayRole(role: MoveRole): string {
  switch (role) {
    case 'customer':
      return "Customer's car"
    case 'loaner':
      return 'Loaner'
    case 'single':
      return 'One-way'
    default:
      return never(role)
  }
}

/** "Pickup, Harriet Quill" or "One-way, 2019 Buick Enclave". */
export function sayBooking(booking: BookedMoves): string {
  return sayWhose({ ...booking, vehicle: sayVehicle(booking.moves[0]?.vehicle ?? null) })
}

/** By what the provider can find a booking that may be there. */
export function saySentAs({ moves }: BookedMoves): string {
  return `Sent as ${moves.map((move) => move.reference).join(' and ')}.`
}

/** As `sayBooking`, of what is known of a booking without its moves. */
export function sayWhose(booking: Pick<Doubted, 'kind' | 'action' | 'customerName' | 'vehicle'>): string {
  if (booking.kind === 'one-way') return `One-way, ${booking.vehicle}`
  return `${booking.action === 'return' ? 'Return' : 'Pickup'}, ${booking.customerName ?? ''}`
}

/** As `sayOutcome`, of a booking that should have left by now. */
export function sayStanding(
  booking: BookedMoves,
  { link, rooftop, now }: Pick<DeskStatus, 'link' | 'rooftop' | 'now'>,
): string {
  return isOverdue(booking, rooftop.noticeMinutes, now) ? OVERDUE : sayOutcome(booking, link)
}

const OVERDUE =
  'Saved on this PC, and should have left by now. It is not sent late: ask the provider by phone, then place it there or take it back.'

/** What became of the booking so far, in words. Never says "booked" before the provider has. */
export function sayOutcome(booking: BookedMoves, link: Link): string {
  switch (booking.state) {
    case 'draft':
      return 'Saved on this PC. Not asked to be sent yet.'
    case 'waiting':
      if (booking.reason !== null) return `Saved on this PC. ${booking.reason}`
      if (link.kind !== 'down') return 'Saved on this PC. Waiting: will send by itself.'
      return endsByItself(link.cause)
        ? 'Saved on this PC. Waiting: will send when the link is back.'
        : 'Saved on this PC. Waiting until the provider takes bookings again.'
    case 'sending':
      return 'Saved on this PC. Sending to the provider.'
    case 'booked':
      return isOver(booking)
        ? `No longer driven under ${booking.moves.length === 1 ? 'this number' : 'these numbers'}. ${sayNumbers(booking)}`
        : `Confirmed by the provider. ${sayNumbers(booking)}${sayHalf(booking)}`
    case 'booked-number-to-come':
      return booking.reason ?? 'The provider has it. Its move numbers are not yet known.'
    case 'refused':
      return booking.reason ?? 'The provider did not accept this booking. Nothing was booked.'
    case 'in-doubt':
      return booking.reason ?? 'Sent, but no answer came: it may be booked. It is not sent again by itself.'
    case 'held':
      return booking.reason ?? 'Saved on this PC. Somebody must look at it before it is sent.'
    case 'withdrawn':
      return 'Taken back. Nothing will be sent to the provider.'
    case 'by-phone':
      return 'Given to the provider by phone. It is kept here and never sent.'
    default:
      return never(booking.state)
  }
}

/** True when a cancellation has ended every move of it. */
function isOver({ moves }: BookedMoves): boolean {
  return moves.every((move) => endsMove(standingOf(move)))
}

/** The mark that stands for a whole booking: what all its moves have in common. */
export function markOfBooking({ moves }: BookedMoves): MoveMark | null {
  const marks = new Set(moves.map(markOfMove))
  const [mark = null] = marks
  return marks.size === 1 ? mark : null
}

function markOfMove(move: Move): MoveMark | null {
  const last = (kind: WishKind) => move.wishes.find((wish) => wish.kind === kind)?.state ?? null
  const { delivery_successful: delivered } = move.stages
  return markOf({
    cancelStatus: move.cancelStatus.known ? move.cancelStatus.value : null,
    isDelivered: delivered.known && delivered.value !== null,
    isGone: move.goneAt !== null,
    cancel: last('cancel'),
    change: last('change'),
  })
}

/** A pair of which one move is driven no longer is not what was booked. */
function sayHalf({ moves }: BookedMoves): string {
  const ended = moves.filter((move) => endsMove(standingOf(move)))
  return ended.length === 1 && moves.length === 2 ? ' One of its two moves is driven no longer.' : ''
}

function sayNumbers(booking: BookedMoves): string {
  return booking.moves
    .flatMap((move) => (move.number.known ? [`${sayMove(move)} ${move.number.value}.`] : []))
    .join(' ')
}

function sayMove(move: Move): string {
  if (move.role === 'single') return 'Move'
  return move.role === 'loaner' ? 'Loaner move' : 'Customer move'
}

/** The question which of two equal wall times is meant, with both answers by their names. Nothing is chosen for anybody. */
export function askWhichTurn({ first, second }: Extract<MeantTime, { kind: 'twice' }>, zone: string) {
  const say = (turn: string, utc: UtcInstant) => `${sayClock(utc, zone)}, ${turn} (${sayZoneName(utc, zone)})`
  return {
    label: `${sayOverlap(toLocal(first, zone), zone)} Which one?`,
    options: [
      { value: 'first', label: say('first', first) },
      { value: 'second', label: say('second', second) },
    ],
  }
}

/** What is said of a move that its provider says it does not know (row 29). `since` is a time in words. */
export function sayGone(move: Move, since: string): string {
  const number = move.number.known ? `move ${move.number.value}` : 'this move'
  return `The provider no longer shows ${number} (since ${since}). Call them with the reference ${move.reference} and ask whether a driver still comes. Do not book it again before you know; this desk never does so by itself.`
}
