import type { DeskStatus } from '../../shared/bridge.ts'
import type { BookedMoves, EntryState } from '../../shared/move.ts'
import { sayTallyPart, TALLY_PARTS, type Queue, type QueuedBooking, type Tally } from '../../shared/queue.ts'
import { sayTime } from '../../shared/time-words.ts'
import { toMillis } from '../../shared/time.ts'
import { isOpenWish } from '../../shared/wish.ts'
import { lastCancel, lastChange, sayCancel, sayChange } from './wish-words.ts'
import { sayGone, sayRole, sayStanding } from './words.ts'

/** Why a booking stands in the queue, in words: of the booking, and of each of its moves. */
export function whyQueued(booking: BookedMoves, status: DeskStatus): readonly string[] {
  const { link, rooftop, now } = status
  const ofMoves = booking.moves.flatMap((move) => {
    const said = (wish: ReturnType<typeof lastCancel>, words: string | null) =>
      wish !== undefined && (isOpenWish(wish) || wish.state === 'refused') && words !== null
        ? [`${sayRole(move.role)}: ${words}`]
        : []
    return [
      ...(move.goneAt === null ? [] : [sayGone(move, sayTime(move.goneAt, rooftop.zone, now))]),
      ...said(lastCancel(move), sayCancel(booking, move, link)),
      ...said(lastChange(move), sayChange(booking, move, link)),
    ]
  })
  return booking.state === 'booked' && ofMoves.length > 0 ? ofMoves : [sayStanding(booking, status), ...ofMoves]
}

/** By when a booking must leave, in words; null where that means nothing any more. */
export function saySendBy({ sendBy, booking }: QueuedBooking, { now }: DeskStatus): string | null {
  if (sendBy === null) return null
  const by = sayTime(sendBy, booking.time.zone, now)
  return toMillis(sendBy) < toMillis(now) ? `Should have left by ${by}.` : `Must leave by ${by}, else it is held.`
}

/** What is done about a booking on its page, as a verb. */
export function sayNext(state: EntryState): string {
  return state === 'held' || state === 'booked-number-to-come' ? 'Decide…' : 'Open it'
}

export function sayQueued({ bookings, more }: Queue): string {
  if (more) return `The first ${bookings.length}`
  const attention = bookings.filter((one) => one.attention).length
  const waiting = bookings.length - attention
  return [
    ...(attention > 0 ? [attention === 1 ? '1 needs attention' : `${attention} need attention`] : []),
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
  ].join(', ')
}

/** The day's bookings and what became of them: the parts add up. */
export function sayTally(tally: Tally): string {
  if (tally.saved === 0) return 'Nothing was booked here today.'
  const parts = TALLY_PARTS.filter((part) => tally[part] > 0).map((part) => `${tally[part]} ${sayTallyPart(part)}`)
  return `Booked here today: ${tally.saved}. Of these ${parts.join(', ')}.`
}
