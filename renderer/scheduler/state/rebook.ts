import { createStore, type StoreApi } from 'zustand/vanilla'
import type { BookedMoves } from '../../../shared/move/move.ts'
import type { DeskStatusStore } from '../../app/state/desk-status.ts'
import type { DraftStore } from './draft.ts'
import { FIELDS, isEmpty, type BookingForm } from './form.ts'
import { rebookForm, formOf, returnTripForm } from './form-from-booking.ts'
import type { Navigation } from '../../app/state/navigation.ts'

export type AgainState = {
  /** What would take the place of a form that holds something; null while nothing would. */
  readonly replacing: BookingForm | null
}

export type Rebook = StoreApi<AgainState> & {
  /** Fills the form for another booking like this one, or for the return of this pickup; asks first where it holds something. */
  readonly copy: (booking: BookedMoves, how: 'like' | 'return') => void
  /** Fills the form to change this booking; asks first where it holds something else. */
  readonly change: (booking: BookedMoves) => void
  readonly replace: () => void
  readonly keep: () => void
}

/** Takes what was booked into the form once more. */
export function createAgain(parts: {
  readonly desk: DeskStatusStore
  readonly draft: DraftStore
  readonly screens: Navigation
}): Rebook {
  const { desk, draft, screens } = parts
  const store = createStore<AgainState>(() => ({ replacing: null }))
  let opened: BookingForm | null = null

  const fill = (form: BookingForm) => {
    if (form.changes !== '') opened = form
    draft.fill(form)
    screens.go('schedule', form.changes === '' ? 'when' : 'first-field')
  }
  const offer = (form: BookingForm) => {
    const { form: before } = draft.getState()
    if (isEmpty(before) || isSame(before, opened)) fill(form)
    else store.setState({ replacing: form })
  }

  return {
    ...store,
    copy: (booking, how) => {
      const { status } = desk.getState()
      if (status !== null) offer((how === 'like' ? rebookForm : returnTripForm)(booking, status.rooftop.zone))
    },
    change: (booking) => {
      const { status } = desk.getState()
      const { form: before } = draft.getState()
      if (status === null) return
      // What was typed into this very change is what is wanted.
      if (before.changes === booking.id && !isSame(before, opened)) screens.go('schedule', 'first-field')
      else offer(formOf(booking, status.rooftop.zone))
    },
    replace: () => {
      const { replacing } = store.getState()
      store.setState({ replacing: null })
      if (replacing !== null) fill(replacing)
    },
    keep: () => store.setState({ replacing: null }),
  }
}

function isSame(form: BookingForm, other: BookingForm | null): boolean {
  return other !== null && FIELDS.every((name) => form[name] === other[name])
}
