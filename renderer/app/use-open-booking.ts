import { useCallback } from 'react'
import { useStores } from '../stores-context.ts'

/** Returns the function that shows a booking in Lookup. */
export function useOpenBooking(): (bookingId: string) => void {
  const { lookup, navigation } = useStores()
  return useCallback(
    (bookingId) => {
      lookup.open(bookingId)
      navigation.go('lookup', 'detail')
    },
    [lookup, navigation],
  )
}
