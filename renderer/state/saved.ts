import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge.ts'
import type { BookedMoves } from '../../shared/move.ts'
import type { BookingForm } from './form.ts'

export type SavedState = {
  /** The booking that was saved last, as it stands now. */
  readonly booking: BookedMoves | null
  /** What was in the form when it was saved. */
  readonly form: BookingForm | null
  readonly withdrawing: boolean
  /** Why it could not be taken back. */
  readonly refusal: string | null
}

export type Saved = StoreApi<SavedState> & {
  readonly show: (booking: BookedMoves, form: BookingForm) => void
  readonly withdraw: () => Promise<void>
  readonly dismiss: () => void
}

const NOTHING: SavedState = { booking: null, form: null, withdrawing: false, refusal: null }

/** The confirmation of the last saved booking; follows it as its state changes. */
export function makeSaved(bridge: Bridge): Saved {
  const store = createStore<SavedState>(() => NOTHING)

  async function ask(bookingId: string) {
    const answer = await bridge.getBooking({ bookingId })
    if (answer.ok && store.getState().booking?.id === bookingId) store.setState({ booking: answer.value })
  }

  bridge.on('movesChanged', ({ bookingIds }) => {
    const id = store.getState().booking?.id
    if (id !== undefined && bookingIds.includes(id)) void ask(id)
  })

  return {
    ...store,
    show: (booking, form) => {
      store.setState({ ...NOTHING, booking, form })
      // It may have left between the commit and this moment, before anybody listened for it.
      void ask(booking.id)
    },
    withdraw: async () => {
      const { booking, withdrawing } = store.getState()
      if (booking === null || withdrawing) return
      store.setState({ withdrawing: true, refusal: null })
      const answer = await bridge.withdrawBooking({ bookingId: booking.id })
      store.setState({ withdrawing: false })
      if (answer.ok) store.setState({ booking: answer.value })
      else {
        store.setState({ refusal: answer.failure.message })
        void ask(booking.id)
      }
    },
    dismiss: () => store.setState(NOTHING),
  }
}
