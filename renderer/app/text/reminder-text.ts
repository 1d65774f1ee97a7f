import type { Reminder } from '../../../shared/outbox/reminder.ts'
import { formatTime } from '../../../shared/time/format.ts'
import { toMillis, type UtcInstant } from '../../../shared/time/time.ts'
import { describeOwner } from '../../booking/text/booking-text.ts'

/** The text of the reminder of in-doubt bookings, in the rooftop's zone. */
export type ReminderText = {
  readonly count: string
  /** The booking, or the most urgent of several, with its time. */
  readonly first: string
  /** The remaining time; null if the booking is not urgent. */
  readonly wait: string | null
}

export function describeReminder({ count, urgent, first }: Reminder, zone: string, now: UtcInstant): ReminderText {
  const when = first.time === null ? 'at a time that cannot be read' : formatTime(first.time, zone, now)
  const what = `${describeOwner(first)}, ${first.kind === 'one-way' && first.time !== null ? `ready by ${when}` : when}`
  return {
    count: `${urgent ? 'Urgent: ' : ''}${count === 1 ? '1 booking' : `${count} bookings`} may be booked.`,
    first: count === 1 ? what : `Most urgent: ${what}`,
    wait: urgent && first.time !== null ? describeWait(first.time, now) : null,
  }
}

const MINUTE_MS = 60_000

/** "in 1 h 20 min", "now", "5 min ago", "3 days ago": whole minutes, never more than remain. */
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
