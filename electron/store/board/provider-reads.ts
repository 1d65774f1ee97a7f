import type { UtcInstant } from '../../../shared/time/time.ts'
import type { View } from '../tx.ts'
import { composeBody, type BookingBody } from './booking-body.ts'

/*
 * A desk asks the provider about a move as often as every minute, and mostly hears nothing new. Such an answer counts
 * as news once an hour, because each line of the board goes to every desk of the rooftop and stays at the hub for
 * weeks, and the window reads its lists again after news.
 */

/** When the provider was last asked about a move. */
const READ_TIMES = ['provider_read_at', 'polled_at']

/** A booking before an answer is stored; null for another desk's booking. */
export type BeforeRead = { readonly news: string; readonly readAt: UtcInstant | null } | null

/** Reads a booking before the provider's answer about the move `id` is stored. */
export function beforeRead(
  view: View,
  { id, bookingId }: { readonly id: string; readonly bookingId: string },
): BeforeRead {
  const body = composeBody(view, bookingId)
  if (body === null) return null
  const found = body.moves.find(({ move }) => move['id'] === id)
  return { news: newsOf(body), readAt: (found?.move['provider_read_at'] ?? null) as UtcInstant | null }
}

/** True if the answer of `at` changed the booking, or is the first answer of its hour. */
export function hasNews(view: View, bookingId: string, before: BeforeRead, at: UtcInstant): boolean {
  const body = before === null ? null : composeBody(view, bookingId)
  if (before === null || body === null || newsOf(body) !== before.news) return true
  return before.readAt === null || hourOf(before.readAt) !== hourOf(at)
}

function newsOf(body: BookingBody): string {
  return JSON.stringify(body, (name, value: unknown) => (READ_TIMES.includes(name) ? undefined : value))
}

function hourOf(instant: UtcInstant): string {
  return instant.slice(0, 'YYYY-MM-DDThh'.length)
}
