import { createStore, type StoreApi } from 'zustand/vanilla'
import type { BookingForm } from './form.ts'

export type LastSavedState = {
  /** Id of the booking that was saved last; null before the first save and after `dismiss`. */
  readonly bookingId: string | null
  /** The form from which the booking was saved, so that a withdrawn booking can go back into the form. */
  readonly form: BookingForm | null
}

export type LastSaved = StoreApi<LastSavedState> & {
  readonly show: (bookingId: string, form: BookingForm) => void
  readonly dismiss: () => void
}

const NOTHING: LastSavedState = { bookingId: null, form: null }

/** The store of the booking that the form saved last. */
export function createLastSaved(): LastSaved {
  const store = createStore<LastSavedState>(() => NOTHING)
  return {
    ...store,
    show: (bookingId, form) => store.setState({ bookingId, form }),
    dismiss: () => store.setState(NOTHING),
  }
}
