import { sendBy } from '../booking/booking.ts'
import { assertNever } from '../result.ts'
import type { BookedMoves } from '../move/move.ts'
import type { EntryState } from '../outbox/entry-state.ts'
import { STATE_FACTS, type TallyPart } from '../outbox/states.ts'
import { toMillis, type UtcInstant } from '../time/time.ts'

/* The inbox: every unsettled booking with its reason and send-by time, and the counts of the day's bookings. */

/** A booking of the inbox. */
export type InboxItem = {
  readonly booking: BookedMoves
  /** The send-by time (test/spec/reliability.md#send-by-time); null once the booking left or may have left. */
  readonly sendBy: UtcInstant | null
  /** A person must act; otherwise the booking settles by itself. */
  readonly attention: boolean
}

/**
 * The send-by time, or the booking's own time if a person released it despite a passed send-by time. Null once it
 * left.
 */
export function currentSendBy(booking: BookedMoves, noticeMinutes: number): UtcInstant | null {
  if (booking.state !== 'waiting') return null
  return booking.entry.overriddenHolds.includes('send-by-passed') ? booking.time.utc : sendBy(booking, noticeMinutes)
}

/**
 * True for a waiting booking whose send-by time has passed. A send guard holds it at its turn, but no turn comes while
 * nothing leaves, so a person must know.
 */
export function isOverdue(booking: BookedMoves, noticeMinutes: number, now: UtcInstant): boolean {
  const by = currentSendBy(booking, noticeMinutes)
  return by !== null && toMillis(by) < toMillis(now)
}

export type Inbox = {
  /** Bookings that need a person first, then the nearest time first. */
  readonly bookings: readonly InboxItem[]
  /** More bookings exist than the list contains. */
  readonly more: boolean
  readonly tally: Tally
}

/** The bookings saved on this desk on one day of the rooftop, by state. The parts add up to `saved`. */
export type Tally = {
  readonly saved: number
  /** The provider has the booking. */
  readonly accepted: number
  readonly refused: number
  readonly byPhone: number
  readonly withdrawn: number
  /** The booking left, or may have left, and its outcome is unknown. */
  readonly unknown: number
  /** The booking has certainly not left. */
  readonly notSent: number
}

export const TALLY_PARTS: readonly TallyPart[] = ['accepted', 'refused', 'byPhone', 'withdrawn', 'unknown', 'notSent']

/** Adds up the bookings of a day by state. */
export function tallyOf(counts: readonly { readonly state: EntryState; readonly count: number }[]): Tally {
  const tally = { saved: 0, accepted: 0, refused: 0, byPhone: 0, withdrawn: 0, unknown: 0, notSent: 0 }
  for (const { state, count } of counts) {
    tally.saved += count
    tally[STATE_FACTS[state].tally] += count
  }
  return tally
}

/** The label of a part of the tally. */
export function tallyLabel(part: TallyPart): string {
  switch (part) {
    case 'accepted':
      return 'accepted by the provider'
    case 'refused':
      return 'not accepted'
    case 'byPhone':
      return 'placed by phone'
    case 'withdrawn':
      return 'withdrawn'
    case 'unknown':
      return 'not known yet'
    case 'notSent':
      return 'not sent yet'
    default:
      return assertNever(part)
  }
}
