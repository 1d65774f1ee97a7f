import { sendBy } from '../../shared/booking.ts'
import type { BookedMoves } from '../../shared/move.ts'
import type { Gate } from '../../shared/outbox.ts'
import { sayTime } from '../../shared/time-words.ts'
import { addMinutes, toMillis, type UtcInstant } from '../../shared/time.ts'
import { zonedTimeSchema } from '../../shared/zoned-time.ts'

/*
 * Why a booking whose turn has come does not leave by itself (reliability rows 30, 31, 34). What is too late is held with
 * words, never sent late and never dropped.
 */

export type Held = { readonly gate: Gate; readonly reason: string }

/** So many tries in a row that ended with the process are taken as its fault. */
const CRASHES_THAT_HOLD = 3

/** A clock that is set right may make a moment of the past one of the future by a few minutes, and no more. */
const WRONG = 5

export const UNREADABLE: Held = {
  gate: 'unreadable',
  reason: 'This booking could not be read and was not sent. The others go on. Call support: its data is kept.',
}

/**
 * The gate of a booking with which the process ended so many times in a row; null while it may be tried. Asked before
 * anything of the booking is read, since reading it is what may end the process.
 */
export function crashGate(vanished: number): Held | null {
  return vanished >= CRASHES_THAT_HOLD ? { gate: 'crashed', reason: CRASHED } : null
}

/** The gate that holds a booking at `now`, but for those that a person opened; null when it may leave. */
export function gateOf(
  booking: BookedMoves,
  seen: {
    readonly now: UtcInstant
    readonly noticeMinutes: number
    /** What another open booking at the same time shares with it: a vehicle or a repair order. */
    readonly twin: boolean
  },
): Held | null {
  const { opened } = booking.entry
  if (toMillis(booking.time.utc) <= toMillis(seen.now)) return { gate: 'too-late', reason: TOO_LATE }
  // Its wall time is what was promised to the customer. An update of the zone's rules may make another instant of it.
  if (!zonedTimeSchema.safeParse(booking.time).success) return { gate: 'zone-changed', reason: ZONE_CHANGED }
  // One that was saved in the future was saved by a wrong clock, which grants it nothing.
  const savedAhead = toMillis(booking.savedAt) > toMillis(addMinutes(seen.now, WRONG))
  const by = sendBy({ ...booking, savedAt: savedAhead ? null : booking.savedAt }, seen.noticeMinutes)
  if (toMillis(by) < toMillis(seen.now) && !opened.includes('send-by-passed')) {
    return { gate: 'send-by-passed', reason: saySendByPassed(by, booking.time.zone, seen.now) }
  }
  if (seen.twin && !opened.includes('looks-doubled')) return { gate: 'looks-doubled', reason: LOOKS_DOUBLED }
  return null
}

const TOO_LATE = 'Was not sent in time and was not sent late. Book it again with a new time, or take it back.'
const ZONE_CHANGED =
  'The rules of its time zone changed after this was booked, so its time may mean another moment now. It was not sent. Book it again with its time, and take this one back.'
const CRASHED =
  'Lanekeeper ended three times while it was about to send this booking, so it is set aside and the others go on. Call support, or send it once more.'
const LOOKS_DOUBLED =
  'Another open booking is for the same vehicle or repair order at the same time. Compare the two: take this one back, or send it as a second move.'

function saySendByPassed(by: UtcInstant, zone: string, now: UtcInstant): string {
  return `Should have left by ${sayTime(by, zone, now)} and was not sent late. Ask the provider whether there is still time: then send it all the same, place it by phone, or take it back.`
}
