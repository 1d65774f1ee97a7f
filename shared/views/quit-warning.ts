import type { Inbox } from './inbox.ts'
import { formatTime } from '../time/format.ts'
import { type UtcInstant } from '../time/time.ts'

/** What is said before the app ends while bookings have not left. */
export type UnsentSummary = { readonly message: string; readonly detail: string }

/** How many bookings have not left and by when the first must, in the rooftop's zone; null when none waits. */
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
    message: waiting === 1 ? '1 booking has not been sent yet.' : `${waiting} bookings have not been sent yet.`,
    detail:
      (first === null
        ? ''
        : `${waiting === 1 ? 'It' : 'The first of them'} must leave by ${formatTime(first, zone, now)}. `) +
      'Nothing is sent while Lanekeeper is closed. They are saved on this PC, and leave when it is open again and the link is there.',
  }
}
