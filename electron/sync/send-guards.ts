import { sendBy } from '../../shared/booking/booking.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import type { HoldReason } from '../../shared/outbox/machine.ts'
import type { Fields } from '../../shared/outbox/fields.ts'
import { addMinutes, toMillis, type UtcInstant } from '../../shared/time/time.ts'
import { zonedTimeSchema } from '../../shared/time/zoned-time.ts'

/*
 * Why a booking whose turn has come does not leave by itself (test/spec/reliability.md#hold-reasons). What is too
 * late is held with words, never sent late and never dropped.
 */

export type Hold = { readonly gate: HoldReason; readonly fields?: Fields }

/** So many tries in a row that ended with the process are taken as its fault. */
const MAX_CONSECUTIVE_CRASHES = 3

/** A clock that is set right may make a moment of the past one of the future by a few minutes, and no more. */
const CLOCK_TOLERANCE_MINUTES = 5

export const UNREADABLE_HOLD: Hold = { gate: 'unreadable' }

/**
 * The gate of a booking with which the process ended so many times in a row; null while it may be tried. Asked before
 * anything of the booking is read, since reading it is what may end the process.
 */
export function crashGuard(vanished: number): Hold | null {
  return vanished >= MAX_CONSECUTIVE_CRASHES ? { gate: 'crashed' } : null
}

/** The gate that holds a booking at `now`, but for those that a person opened; null when it may leave. */
export function checkSendGuards(
  booking: BookedMoves,
  seen: {
    readonly now: UtcInstant
    readonly noticeMinutes: number
    /** What another open booking at the same time shares with it: a vehicle or a repair order. */
    readonly duplicate: boolean
  },
): Hold | null {
  const { opened } = booking.entry
  if (toMillis(booking.time.utc) <= toMillis(seen.now)) return { gate: 'too-late' }
  // Its wall time is what was promised to the customer. An update of the zone's rules may make another instant of it.
  if (!zonedTimeSchema.safeParse(booking.time).success) return { gate: 'zone-changed' }
  // One that was saved in the future was saved by a wrong clock, which grants it nothing.
  const savedAhead = toMillis(booking.savedAt) > toMillis(addMinutes(seen.now, CLOCK_TOLERANCE_MINUTES))
  const by = sendBy({ ...booking, savedAt: savedAhead ? null : booking.savedAt }, seen.noticeMinutes)
  if (toMillis(by) < toMillis(seen.now) && !opened.includes('send-by-passed')) {
    return { gate: 'send-by-passed', fields: { sendBy: by } }
  }
  if (seen.duplicate && !opened.includes('possible-duplicate')) return { gate: 'possible-duplicate' }
  return null
}
