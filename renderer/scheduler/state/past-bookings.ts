import type { Bridge } from '../../../shared/bridge/calls.ts'
import type { FoundBooking } from '../../../shared/views/lookup.ts'

/** A saved booking as far as the form tells of it. */
export type PastBooking = Pick<
  FoundBooking,
  'bookingId' | 'action' | 'state' | 'customerName' | 'customerPhone' | 'reference' | 'time'
> & {
  /** The customer's car of a pair, or the vehicle of a one-way. */
  readonly vehicle: string
}

/** Finds at most `limit` saved bookings by words: those ahead first, then the latest. Finds none if the call fails. */
export async function findPastBookings(bridge: Bridge, text: string, limit: number): Promise<readonly PastBooking[]> {
  const answer = await bridge.findBookings({ text, limit })
  if (!answer.ok) return []
  return answer.value.bookings.map((booking) => ({ ...booking, vehicle: booking.moves[0]?.vehicle ?? '' }))
}
