import type { Inbox } from './inbox.ts'
import { formatTime } from '../time/format.ts'
import { type UtcInstant } from '../time/time.ts'

/** The text of the dialog on quit while bookings are unsent. */
export type UnsentSummary = { readonly message: string; readonly detail: string }

/** How many bookings are unsent and when the first must leave, in the rooftop's zone; null without unsent bookings. */
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
