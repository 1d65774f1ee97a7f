import { leaveBy, tallyOf, type Queue } from '../../shared/queue.ts'
import type { Rooftop } from '../../shared/rooftop.ts'
import { dateOf, dayOfDate, type UtcInstant } from '../../shared/time.ts'
import { readBooking } from '../store/bookings.ts'
import type { Remote } from '../store/outbox.ts'
import { queuedIds, savedBetween } from '../store/queue.ts'
import type { View } from '../store/store.ts'

/** More than a desk can settle at a sitting. */
const MOST = 200

/** What is not settled, and what became of the bookings that were saved on the rooftop's day. */
export function readQueue(
  view: View,
  { remote, rooftop, now }: { readonly remote: Remote; readonly rooftop: Rooftop; readonly now: UtcInstant },
): Queue {
  const { noticeMinutes } = rooftop
  const ids = queuedIds(view, remote, { now, noticeMinutes }, MOST + 1)
  const bookings = ids.slice(0, MOST).flatMap(({ bookingId, attention }) => {
    const booking = readBooking(view, bookingId, remote)
    return booking === null ? [] : [{ booking, attention, sendBy: leaveBy(booking, noticeMinutes) }]
  })
  return {
    bookings,
    more: ids.length > MOST,
    tally: tallyOf(savedBetween(view, dayOfDate(dateOf(now, rooftop.zone), rooftop.zone))),
  }
}
