import type { BookedMoves } from '../../shared/move/move.ts'
import { useStore } from '../ui/use-store.ts'
import { useStores } from '../stores-context.ts'

/** The newest that the window knows of a booking; null where that is nothing. */
export function useBooking(bookingId: string | null): BookedMoves | null {
  const { bookings } = useStores()
  return useStore(bookings, () => bookings.get(bookingId))
}
