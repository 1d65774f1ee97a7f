import { use } from 'react'
import { LaterStoresContext, useStores } from '../stores-context.ts'

/** Returns the function that shows what a booking needs in the inbox, with the focus on the answer. */
export function useResolve(): (bookingId: string) => void {
  const { navigation } = useStores()
  const later = use(LaterStoresContext)
  return (bookingId) => {
    later?.inbox.choose(bookingId)
    navigation.go('inbox', 'resolve')
  }
}
