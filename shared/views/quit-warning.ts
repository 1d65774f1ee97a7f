import type { Inbox } from './inbox.ts'
import { formatTime } from '../time/format.ts'
import { type UtcInstant } from '../time/time.ts'

/** The text of the warning before the app ends while bookings are not sent. */
export type UnsentSummary = { readonly message: string; readonly detail: string }

/** Returns the warning with the earliest send-by time in the rooftop's zone; null if no booking is waiting. */
export function describeUnsent(
  waiting: number,
  { bookings }: Pick<Inbox, 'bookings'>,
  zone: string,
  now: UtcInstant,
): UnsentSummary | null {
  if (waiting === 0) return null
  const first = bookings
    .flatMap(({ sendBy }) => sendBy ?? [])
    .reduce<UtcInstant | null>((least, by) => (least === null || by < least ? by : least), null)
  return {
    message: waiting === 1 ? '1 booking is not sent yet.' : `${waiting} bookings are not sent yet.`,
    detail:
      (first === null
        ? ''
        : `${waiting === 1 ? 'Send it' : 'Send the first one'} by ${formatTime(first, zone, now)}. `) +
      `Nothing is sent while Lanekeeper is closed. ${waiting === 1 ? 'It is' : 'They are'} saved on this computer and ${waiting === 1 ? 'sends' : 'send'} when Lanekeeper is open and online again.`,
  }
}
