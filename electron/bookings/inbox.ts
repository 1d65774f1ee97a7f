import { currentSendBy, tallyOf, type Inbox } from '../../shared/views/inbox.ts'
import type { Rooftop } from '../../shared/booking/rooftop.ts'
import { dateOf, dayOfDate, type UtcInstant } from '../../shared/time/time.ts'
import { readBooking } from '../store/tables/bookings.ts'
import type { ProviderIdentity } from '../store/tables/outbox.ts'
import { inboxIds, savedBetween } from '../store/queries/inbox.ts'
import type { View } from '../store/tx.ts'

/** More bookings than a desk can settle at a sitting. */
const MAX_INBOX_ROWS = 200

/**
 * Returns the bookings that wait or need a person, and a tally of all bookings that were saved today (in the zone of
 * the rooftop).
 */
export function readInbox(
  view: View,
  { remote, rooftop, now }: { readonly remote: ProviderIdentity; readonly rooftop: Rooftop; readonly now: UtcInstant },
): Inbox {
  const { noticeMinutes } = rooftop
  const ids = inboxIds(view, remote, { now, noticeMinutes }, MAX_INBOX_ROWS + 1)
  const bookings = ids.slice(0, MAX_INBOX_ROWS).flatMap(({ bookingId, attention }) => {
    const booking = readBooking(view, bookingId, remote)
    return booking === null ? [] : [{ booking, attention, sendBy: currentSendBy(booking, noticeMinutes) }]
  })
  return {
    bookings,
    more: ids.length > MAX_INBOX_ROWS,
    tally: tallyOf(savedBetween(view, dayOfDate(dateOf(now, rooftop.zone), rooftop.zone))),
  }
}
