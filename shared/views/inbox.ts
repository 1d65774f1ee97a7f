import { sendBy } from '../booking/booking.ts'
import { assertNever } from '../result.ts'
import type { BookedMoves } from '../move/move.ts'
import type { EntryState } from '../outbox/entry-state.ts'
import { STATE_FACTS, type TallyPart } from '../outbox/states.ts'
import { toMillis, type UtcInstant } from '../time/time.ts'

/*
 * The queue: every booking that is not settled, why, and by when it must leave; and what became of the day's bookings.
 */

/** A booking of the queue. */
export type InboxItem = {
  readonly booking: BookedMoves
  /** By when it must have left (test/spec/reliability.md#send-by-time); null once it left, or may have. */
  readonly sendBy: UtcInstant | null
  /** A person must look at it; else it settles by itself. */
  readonly attention: boolean
}

/** By when a booking must have left: where a person let it go in spite of that, by its own time. Null once it left. */
export function currentSendBy(booking: BookedMoves, noticeMinutes: number): UtcInstant | null {
  if (booking.state !== 'waiting') return null
  return booking.entry.overriddenHolds.includes('send-by-passed') ? booking.time.utc : sendBy(booking, noticeMinutes)
}

/**
 * True for a booking that waits although it should have left. Its turn holds it; while nothing leaves at all,
 * no turn comes, and a person must know.
 */
export function isOverdue(booking: BookedMoves, noticeMinutes: number, now: UtcInstant): boolean {
  const by = currentSendBy(booking, noticeMinutes)
  return by !== null && toMillis(by) < toMillis(now)
}

export type Inbox = {
  /** What a person must look at first; within that the nearest time first. */
  readonly bookings: readonly InboxItem[]
  /** There are more than are listed. */
  readonly more: boolean
  readonly tally: Tally
}

/** The bookings that were saved here on one day of the rooftop, by what became of them. The parts add up to `saved`. */
export type Tally = {
  readonly saved: number
  /** The provider has it. */
  readonly accepted: number
  readonly refused: number
  readonly byPhone: number
  readonly withdrawn: number
  /** It left, or may have, and nobody knows what became of it. */
  readonly unknown: number
  /** It has certainly not left. */
  readonly notSent: number
}

export const TALLY_PARTS: readonly TallyPart[] = ['accepted', 'refused', 'byPhone', 'withdrawn', 'unknown', 'notSent']

/** Adds up how many bookings of a day are in each state. */
export function tallyOf(counts: readonly { readonly state: EntryState; readonly count: number }[]): Tally {
  const tally = { saved: 0, accepted: 0, refused: 0, byPhone: 0, withdrawn: 0, unknown: 0, notSent: 0 }
  for (const { state, count } of counts) {
    tally.saved += count
    tally[STATE_FACTS[state].tally] += count
  }
  return tally
}

/** How a part of the tally is said. */
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
