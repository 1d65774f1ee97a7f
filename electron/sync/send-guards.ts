import { sendBy } from '../../shared/booking/booking.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import type { HoldReason } from '../../shared/outbox/machine.ts'
import type { Fields } from '../../shared/outbox/fields.ts'
import { addMinutes, toMillis, type UtcInstant } from '../../shared/time/time.ts'
import { zonedTimeSchema } from '../../shared/time/zoned-time.ts'

/*
 * The send guards decide whether a booking whose turn has come may leave by itself
 * (test/spec/reliability.md#hold-reasons). A late booking is held, never sent late and never dropped.
 */

export type Hold = { readonly gate: HoldReason; readonly fields?: Fields }

/** After this many crashes in a row the booking counts as their cause. */
const MAX_CONSECUTIVE_CRASHES = 3

/** Correcting the clock may move a past moment into the future by a few minutes at most. */
const CLOCK_TOLERANCE_MINUTES = 5

export const UNREADABLE_HOLD: Hold = { gate: 'unreadable' }

/**
 * The hold for a booking that crashed the process `vanished` times in a row; null while attempts are allowed. Runs
 * before the booking is read, because reading may be the cause of the crash.
 */
export function crashGuard(vanished: number): Hold | null {
  return vanished >= MAX_CONSECUTIVE_CRASHES ? { gate: 'crashed' } : null
}

/** The hold for a booking at `now`, ignoring the holds that a person released. Null if the booking may leave. */
export function checkSendGuards(
  booking: BookedMoves,
  seen: {
    readonly now: UtcInstant
    readonly noticeMinutes: number
    /** True if another open booking at the same time has the same vehicle or repair order. */
    readonly duplicate: boolean
  },
): Hold | null {
  const { opened } = booking.entry
  if (toMillis(booking.time.utc) <= toMillis(seen.now)) return { gate: 'too-late' }
  // The customer was promised the wall time. An update of the zone's rules may map the wall time to another instant.
  if (!zonedTimeSchema.safeParse(booking.time).success) return { gate: 'zone-changed' }
  // A save time in the future comes from a wrong clock, so it does not extend the send-by time.
  const savedAhead = toMillis(booking.savedAt) > toMillis(addMinutes(seen.now, CLOCK_TOLERANCE_MINUTES))
  const by = sendBy({ ...booking, savedAt: savedAhead ? null : booking.savedAt }, seen.noticeMinutes)
  if (toMillis(by) < toMillis(seen.now) && !opened.includes('send-by-passed')) {
    return { gate: 'send-by-passed', fields: { sendBy: by } }
  }
  if (seen.duplicate && !opened.includes('possible-duplicate')) return { gate: 'possible-duplicate' }
  return null
}
