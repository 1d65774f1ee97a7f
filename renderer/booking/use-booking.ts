import type { BookedMoves } from '../../shared/move/move.ts'
import { useStore } from '../ui/use-store.ts'
import { useStores } from '../stores-context.ts'

/** Returns the cached booking and follows its changes; null if the cache does not have the booking. */
export function useBooking(bookingId: string | null): BookedMoves | null {
  const { bookings } = useStores()
  return useStore(bookings, () => bookings.get(bookingId))
}
