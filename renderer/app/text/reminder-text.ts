import type { Reminder } from '../../../shared/outbox/reminder.ts'
import { formatTime } from '../../../shared/time/format.ts'
import { toMillis, type UtcInstant } from '../../../shared/time/time.ts'
import { describeOwner } from '../../booking/text/booking-text.ts'
import { provider } from '../../booking/text/phone-text.ts'

/** Text of the reminder about bookings in doubt, with times in the rooftop's zone. */
export type ReminderText = {
  readonly count: string
  /** Owner and time of the booking; with several bookings, of the most urgent one. */
  readonly first: string
  /**
   * Time until or since the time of the booking in `first`, such as "in 5 min". Null if the reminder is not urgent or
   * that time cannot be read.
   */
  readonly wait: string | null
}

export function describeReminder({ count, urgent, first }: Reminder, zone: string, now: UtcInstant): ReminderText {
  const when = first.time === null ? "at a time we can't read" : formatTime(first.time, zone, now)
  const what = `${describeOwner(first)}, ${first.kind === 'one-way' && first.time !== null ? `ready by ${when}` : when}`
  return {
    count: `${urgent ? 'Urgent: ' : ''}${count === 1 ? '1 booking' : `${count} bookings`} to check with ${provider()}.`,
    first: count === 1 ? what : `Most urgent: ${what}`,
    wait: urgent && first.time !== null ? describeWait(first.time, now) : null,
  }
}

const MINUTE_MS = 60_000

/**
 * Formats the time until `time` as "in 1 h 20 min", "now", "5 min ago" or "3 days ago". Rounds minutes down, so that
 * the text never promises more time than is left.
 */
export function describeWait(time: UtcInstant, now: UtcInstant): string {
  const minutes = Math.floor((toMillis(time) - toMillis(now)) / MINUTE_MS)
  if (minutes === 0) return 'now'
  return minutes > 0 ? `in ${formatMinutes(minutes)}` : `${formatMinutes(-minutes)} ago`
}

function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours >= 48) return `${Math.floor(hours / 24)} days`
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}
