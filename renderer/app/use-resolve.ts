import { useStores } from '../stores-context.ts'

/** Returns the function that shows what a booking needs in the inbox, with the focus on the answer. */
export function useResolve(): (bookingId: string) => void {
  const { inbox, navigation } = useStores()
  return (bookingId) => {
    inbox.choose(bookingId)
    navigation.go('inbox', 'resolve')
  }
}
