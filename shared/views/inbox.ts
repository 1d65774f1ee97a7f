import { sendBy } from '../booking/send-by.ts'
import { assertNever } from '../result.ts'
import type { BookedMoves } from '../move/move.ts'
import type { EntryState } from '../outbox/entry-state.ts'
import { STATE_FACTS, type TallyPart } from '../outbox/states.ts'
import { toMillis, type UtcInstant } from '../time/time.ts'

/*
 * The inbox: every booking that waits or needs a person, with its send-by time, and a tally of the day's bookings.
 */

export type InboxItem = {
  readonly booking: BookedMoves
  /** The send-by time of a waiting booking (test/spec/reliability.md#send-by-time); null in every other state. */
  readonly sendBy: UtcInstant | null
  /** The last moment at which acting still helps; see `deadlineOf`. The inbox lists the soonest deadline first. */
  readonly deadline: UtcInstant
  /** True if a person must look at the booking; false if the booking settles automatically. */
  readonly attention: boolean
  /** 1 for the booking that is sent next, 2 for the booking after that; null if the booking does not wait to leave. */
  readonly turn: number | null
}

/**
 * Returns the send-by time of a waiting booking, or null in every other state. After a person overrode
 * `send-by-passed`, the booking's own time is the limit.
 */
export function currentSendBy(booking: BookedMoves, noticeMinutes: number): UtcInstant | null {
  if (booking.state !== 'waiting') return null
  return booking.entry.overriddenHolds.includes('send-by-passed') ? booking.time.utc : sendBy(booking, noticeMinutes)
}

/**
 * True for a waiting booking that is past its send-by time. The send guard holds a booking only at its turn, and a
 * stopped send queue reaches no turn, so the window shows that a booking is overdue before any hold.
 */
export function isOverdue(booking: BookedMoves, noticeMinutes: number, now: UtcInstant): boolean {
  const by = currentSendBy(booking, noticeMinutes)
  return by !== null && toMillis(by) < toMillis(now)
}

/**
 * Returns until when acting on a booking helps: the send-by time while the provider may still need the request, and the
 * booking's own time once the provider has the booking.
 */
export function deadlineOf(booking: BookedMoves, noticeMinutes: number): UtcInstant {
  const { sendable } = STATE_FACTS[booking.state]
  return currentSendBy(booking, noticeMinutes) ?? (sendable ? sendBy(booking, noticeMinutes) : booking.time.utc)
}

/** A booking that was settled on the day of the inbox, and when. */
export type SettledItem = { readonly booking: BookedMoves; readonly at: UtcInstant }

export type Inbox = {
  /** Bookings that need a person come first; within both groups, the soonest deadline comes first. */
  readonly bookings: readonly InboxItem[]
  /** The inbox has more bookings than `bookings` lists. */
  readonly more: boolean
  /** The bookings whose entry or cancellation was settled today, the newest first, and at most `MAX_SETTLED`. */
  readonly settled: readonly SettledItem[]
  readonly tally: Tally
}

/** Counts of the bookings that were saved on one day of the rooftop, by outcome. The parts add up to `saved`. */
export type Tally = {
  readonly saved: number
  /** The provider has the booking, or a person reported its number. */
  readonly accepted: number
  readonly refused: number
  readonly byPhone: number
  readonly withdrawn: number
  /** The request left, or may have left, and its outcome is not known. */
  readonly unknown: number
  /** Waiting or held, and certainly not booked. */
  readonly notSent: number
}

export const TALLY_PARTS: readonly TallyPart[] = ['accepted', 'refused', 'byPhone', 'withdrawn', 'unknown', 'notSent']

/** Adds up the counts of bookings in each state into a tally. */
export function tallyOf(counts: readonly { readonly state: EntryState; readonly count: number }[]): Tally {
  const tally = { saved: 0, accepted: 0, refused: 0, byPhone: 0, withdrawn: 0, unknown: 0, notSent: 0 }
  for (const { state, count } of counts) {
    tally.saved += count
    tally[STATE_FACTS[state].tally] += count
  }
  return tally
}

/** Returns the words that the screen shows for a part of the tally. */
export function tallyLabel(part: TallyPart): string {
  switch (part) {
    case 'accepted':
      return 'confirmed'
    case 'refused':
      return 'rejected'
    case 'byPhone':
      return 'booked by phone'
    case 'withdrawn':
      return 'withdrawn'
    case 'unknown':
      return 'to check'
    case 'notSent':
      return 'not sent'
    default:
      return assertNever(part)
  }
}
