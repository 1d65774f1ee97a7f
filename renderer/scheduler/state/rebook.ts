import { createStore, type StoreApi } from 'zustand/vanilla'
import type { BookedMoves } from '../../../shared/move/move.ts'
import type { DeskStatusStore } from '../../app/state/desk-status.ts'
import type { DraftStore } from './draft.ts'
import { FIELDS, isEmpty, type BookingForm } from './form.ts'
import { rebookForm, formOf, returnTripForm } from './form-from-booking.ts'
import type { Navigation } from '../../app/state/navigation.ts'

export type RebookState = {
  /** The form that replaces the current text if a person agrees; null while there is no such question. */
  readonly replacing: BookingForm | null
}

export type Rebook = StoreApi<RebookState> & {
  /**
   * Fills the form with a copy of this booking, or with the return of this pickup. Asks first if the form has text that
   * a person typed.
   */
  readonly copy: (booking: BookedMoves, how: 'like' | 'return') => void
  /**
   * Fills the form to change this booking. Asks first if the form has other text that a person typed, and keeps a form
   * that already has edits to this booking.
   */
  readonly change: (booking: BookedMoves) => void
  readonly replace: () => void
  readonly keep: () => void
}

/** Fills the booking form from a saved booking: a copy, a return trip or a change. */
export function createRebook(parts: {
  readonly desk: DeskStatusStore
  readonly draft: DraftStore
  readonly navigation: Navigation
}): Rebook {
  const { desk, draft, navigation } = parts
  const store = createStore<RebookState>(() => ({ replacing: null }))
  let opened: BookingForm | null = null

  const fill = (form: BookingForm) => {
    if (form.changes !== '') opened = form
    draft.fill(form)
    navigation.go('schedule', form.changes === '' ? 'when' : 'first-field')
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
      // The form already has edits to the same booking, and these edits must stay.
      if (before.changes === booking.id && !isSame(before, opened)) navigation.go('schedule', 'first-field')
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
