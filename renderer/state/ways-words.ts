import { never } from '../../shared/failure.ts'
import type { BookedMoves } from '../../shared/move.ts'
import { sayTime } from '../../shared/time-words.ts'
import { type UtcInstant } from '../../shared/time.ts'
import type { WayKind } from './ways.ts'

/** The decisions about a booking that does not settle by itself, in words. */

/** The decision, as the button says it that begins it. */
export function sayWay(kind: WayKind, { entry }: BookedMoves): string {
  switch (kind) {
    case 'let-go':
      return entry.code === 'looks-doubled' ? 'It is a second move…' : 'Send it all the same…'
    case 'numbers':
      return 'The provider has it…'
    case 'absent':
      return entry.absentAt === null ? 'The provider does not have it…' : 'Confirm that it is not there…'
    case 'by-phone':
      return 'Placed by phone…'
    default:
      return never(kind)
  }
}

/** What it means, and what has to be known for it. */
export function sayWhat(kind: WayKind, booking: BookedMoves): string {
  switch (kind) {
    case 'let-go':
      return 'It leaves by itself as soon as the line is free.'
    case 'numbers':
      return 'Enter what the provider calls it. The number is looked up there before it counts.'
    case 'absent': {
      if (booking.entry.absentAt === null) {
        return 'Ask the provider by phone first, with its reference. It is confirmed in a second step, three minutes after it was sent, and then sent again.'
      }
      return 'Can be confirmed three minutes after it was sent, and after a restart of Lanekeeper, since the first request may run so long. It is sent again: if the provider has it after all, a second driver comes.'
    }
    case 'by-phone':
      return 'Lanekeeper keeps it and never sends it. Its number can be entered later.'
    default:
      return never(kind)
  }
}

/** What is done when it is decided; `isSecond` is the confirmation of what was said once. */
export function sayDeed(kind: WayKind, isSecond: boolean): string {
  switch (kind) {
    case 'let-go':
      return 'Send it'
    case 'numbers':
      return 'Look it up'
    case 'absent':
      return isSecond ? 'Send it again' : 'It is not there'
    case 'by-phone':
      return 'Keep it and never send it'
    default:
      return never(kind)
  }
}

/** What came of it. */
export function sayDone(kind: WayKind, { entry }: BookedMoves): string {
  switch (kind) {
    case 'let-go':
      return 'It leaves by itself now.'
    case 'numbers':
      return 'The number is looked up at the provider.'
    case 'absent':
      return entry.absentAt === null ? 'It is sent again.' : 'Noted. Confirm it once the time has passed.'
    case 'by-phone':
      return 'Kept. It is never sent.'
    default:
      return never(kind)
  }
}

/** What is read out to the provider to find a booking that may be there: reference, who, when and where. */
export function sayScript(booking: BookedMoves, now: UtcInstant): string {
  const references = booking.moves.map((move) => move.reference).join(' and ')
  const [first] = booking.moves
  const where = first === undefined ? '' : `, from ${first.pickup.addressOne}, ${first.pickup.city}`
  const who = booking.customerName === null ? '' : `, for ${booking.customerName}`
  return `Do you have a move with the reference ${references}${who}, ${sayTime(booking.time.utc, booking.time.zone, now)}${where}?`
}
