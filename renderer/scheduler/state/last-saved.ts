import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import type { BookingsStore } from '../../booking/bookings-store.ts'
import type { BookingForm } from './form.ts'
import { describeFailure } from '../../app/text/failure-text.ts'

export type LastSavedState = {
  /** Id of the booking that was saved last; null before the first save and after `dismiss`. */
  readonly bookingId: string | null
  /** The form from which the booking was saved, so that a withdrawn booking can go back into the form. */
  readonly form: BookingForm | null
  readonly withdrawing: boolean
  /** Why the withdrawal failed, as a sentence; null otherwise. */
  readonly refusal: string | null
}

export type LastSaved = StoreApi<LastSavedState> & {
  readonly show: (bookingId: string, form: BookingForm) => void
  readonly withdraw: () => Promise<void>
  readonly dismiss: () => void
}

const NOTHING: LastSavedState = { bookingId: null, form: null, withdrawing: false, refusal: null }

/** The store of the confirmation of the last saved booking. Watches that booking until `dismiss`. */
export function createLastSaved(bridge: Bridge, bookings: BookingsStore): LastSaved {
  const store = createStore<LastSavedState>(() => NOTHING)
  let unwatch = () => {}

  return {
    ...store,
    show: (bookingId, form) => {
      unwatch()
      unwatch = bookings.watch(bookingId)
      store.setState({ ...NOTHING, bookingId, form })
    },
    withdraw: async () => {
      const { bookingId, withdrawing } = store.getState()
      if (bookingId === null || withdrawing) return
      store.setState({ withdrawing: true, refusal: null })
      const answer = await bridge.withdrawBooking({ bookingId })
      store.setState({ withdrawing: false, ...(answer.ok ? {} : { refusal: describeFailure(answer.failure) }) })
    },
    dismiss: () => {
      unwatch()
      store.setState(NOTHING)
    },
  }
}
