import { createStore, type StoreApi } from 'zustand/vanilla'
import type { BookedMoves } from '../../shared/move.ts'
import type { Desk } from './desk.ts'
import type { Draft } from './draft.ts'
import { isEmpty, type BookingForm } from './form.ts'
import { copyOf, returnOf } from './form-of-booking.ts'
import type { Screens } from './screens.ts'

export type AgainState = {
  /** What would take the place of a form that holds something; null while nothing would. */
  readonly replacing: BookingForm | null
}

export type Again = StoreApi<AgainState> & {
  /** Fills the form for another booking like this one, or for the return of this pickup; asks first where it holds something. */
  readonly copy: (booking: BookedMoves, how: 'like' | 'return') => void
  readonly replace: () => void
  readonly keep: () => void
}

/** Books once more what was booked. */
export function makeAgain(parts: { readonly desk: Desk; readonly draft: Draft; readonly screens: Screens }): Again {
  const { desk, draft, screens } = parts
  const store = createStore<AgainState>(() => ({ replacing: null }))

  const fill = (form: BookingForm) => {
    draft.fill(form)
    screens.go('schedule', 'when')
  }

  return {
    ...store,
    copy: (booking, how) => {
      const { status } = desk.getState()
      if (status === null) return
      const form = (how === 'like' ? copyOf : returnOf)(booking, status.rooftop.zone)
      if (isEmpty(draft.getState().form)) fill(form)
      else store.setState({ replacing: form })
    },
    replace: () => {
      const { replacing } = store.getState()
      store.setState({ replacing: null })
      if (replacing !== null) fill(replacing)
    },
    keep: () => store.setState({ replacing: null }),
  }
}
