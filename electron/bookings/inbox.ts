import { currentSendBy, deadlineOf, tallyOf, type Inbox, type InboxItem } from '../../shared/views/inbox.ts'
import type { Rooftop } from '../../shared/booking/rooftop.ts'
import { dayOf, toMillis, type UtcInstant } from '../../shared/time/time.ts'
import { readBooking } from '../store/tables/bookings.ts'
import type { ProviderIdentity } from '../store/tables/outbox.ts'
import { inboxIds, savedBetween, settledBetween } from '../store/queries/inbox.ts'
import { waitingInOrder } from '../store/queries/send-order.ts'
import type { View } from '../store/tx.ts'

/** More bookings than a desk can settle at a sitting. */
const MAX_INBOX_ROWS = 200
/** How many settled bookings of the day are listed. */
const MAX_SETTLED = 60

/**
 * Returns the bookings that wait or need a person, those that were settled today, and a tally of all bookings that were
 * saved today (in the zone of the rooftop).
 */
export function readInbox(
  view: View,
  { remote, rooftop, now }: { readonly remote: ProviderIdentity; readonly rooftop: Rooftop; readonly now: UtcInstant },
): Inbox {
  const { noticeMinutes } = rooftop
  const ids = inboxIds(view, remote, { now, noticeMinutes }, MAX_INBOX_ROWS + 1)
  const bookings = ids.slice(0, MAX_INBOX_ROWS).flatMap(({ bookingId, attention }) => {
    const booking = readBooking(view, bookingId, remote)
    if (booking === null) return []
    return [
      {
        booking,
        attention,
        sendBy: currentSendBy(booking, noticeMinutes),
        deadline: deadlineOf(booking, noticeMinutes),
      },
    ]
  })
  const turns = turnsOf(bookings, waitingInOrder(view, remote))
  const today = dayOf(now, rooftop.zone)
  const listed = new Set(bookings.map(({ booking }) => booking.id))
  return {
    bookings: bookings
      .map((item) => ({ ...item, turn: turns.get(item.booking.id) ?? null }))
      .sort(
        (one, other) =>
          Number(other.attention) - Number(one.attention) || toMillis(one.deadline) - toMillis(other.deadline),
      ),
    more: ids.length > MAX_INBOX_ROWS,
    settled: settledBetween(view, today, MAX_SETTLED).flatMap(({ bookingId, at }) => {
      const booking = listed.has(bookingId) ? null : readBooking(view, bookingId, remote)
      return booking === null ? [] : [{ booking, at }]
    }),
    tally: tallyOf(savedBetween(view, today)),
  }
}

/** An entry that needs a claim leaves in its turn while the board is live. */
function waitsForOther({ waitReason }: InboxItem['booking']): boolean {
  return waitReason !== null && waitReason.code !== 'claim'
}

/**
 * Returns the turn of each listed booking that is free to leave; a booking that needs a person or waits for another
 * booking has none. `order` has unlisted bookings of a long queue too.
 */
function turnsOf(
  listed: readonly Pick<InboxItem, 'booking' | 'attention'>[],
  order: readonly string[],
): ReadonlyMap<string, number> {
  const kept = new Set(
    listed.flatMap(({ booking, attention }) => (attention || waitsForOther(booking) ? [booking.id] : [])),
  )
  return new Map(order.filter((id) => !kept.has(id)).map((id, index) => [id, index + 1]))
}
