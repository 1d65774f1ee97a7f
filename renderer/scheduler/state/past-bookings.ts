import type { Bridge } from '../../../shared/bridge/calls.ts'
import { bookingStatus } from '../../../shared/outbox/booking-status.ts'
import type { FoundBooking } from '../../../shared/views/lookup.ts'

/** A saved booking as far as the form tells of it. */
export type PastBooking = Pick<
  FoundBooking,
  'bookingId' | 'desk' | 'action' | 'customerName' | 'customerPhone' | 'reference' | 'time'
> & {
  /** The customer's car of a pair, or the vehicle of a one-way. */
  readonly vehicle: string
  /** The status as the other screens show it, for example "Canceled". */
  readonly status: string
}

/** Finds at most `limit` saved bookings by words: those ahead first, then the latest. Finds none if the call fails. */
export async function findPastBookings(bridge: Bridge, text: string, limit: number): Promise<readonly PastBooking[]> {
  const answer = await bridge.findBookings({ text, limit })
  if (!answer.ok) return []
  return answer.value.bookings.map((booking) => {
    const { state, moves } = booking
    const flags = moves.map(({ flag }) => flag)
    return { ...booking, vehicle: moves[0]?.vehicle ?? '', status: bookingStatus(state, flags).label }
  })
}
