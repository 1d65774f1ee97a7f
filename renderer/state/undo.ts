import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge.ts'
import type { Result } from '../../shared/failure.ts'
import type { BookedMoves } from '../../shared/move.ts'
import { formOf } from './form-of-booking.ts'
import { checkForm } from './problems.ts'
import { whyNotUndone, type Act, type Undoable } from './undo-words.ts'

export type Undo = StoreApi<Undoable> & {
  /** The bridge for everything that acts on bookings: what is done through it can be undone. */
  readonly watched: Bridge
  /** Why the last act cannot be undone now; null when it can. */
  readonly whyNot: () => string | null
  /** Undoes the last act. One at a time. */
  readonly undo: () => Promise<void>
  /** The desk works with other bookings now. */
  readonly forget: () => void
}

const NOTHING: Undoable = { act: null, undone: false, busy: false, refusal: null }

/**
 * Undo of the last booking action, while the booking has certainly not left: what was saved is taken back, what was changed
 * is changed back, what was taken back is booked anew, as a booking of its own. Each goes the way that a person has for it
 * too, so that the main process decides about the entry as it then stands: what is being sent is never undone.
 */
export function makeUndo(bridge: Bridge): Undo {
  const store = createStore<Undoable>(() => NOTHING)

  const note = (act: Act) => {
    store.setState({ ...NOTHING, act })
    // It may have left between the commit and this moment.
    void look(act.booking.id)
  }
  async function look(bookingId: string) {
    const answer = await bridge.getBooking({ bookingId })
    const { act } = store.getState()
    if (answer.ok && act?.booking.id === bookingId) store.setState({ act: { ...act, booking: answer.value } })
  }
  bridge.on('movesChanged', ({ bookingIds }) => {
    const id = store.getState().act?.booking.id
    if (id !== undefined && bookingIds.includes(id)) void look(id)
  })

  const before = async (bookingId: string): Promise<BookedMoves | null> => {
    const answer = await bridge.getBooking({ bookingId })
    return answer.ok ? answer.value : null
  }
  const watched: Bridge = {
    ...bridge,
    bookMove: async (booking) => {
      const answer = await bridge.bookMove(booking)
      if (answer.ok) note({ kind: 'saved', booking: answer.value })
      return answer
    },
    bookKnowingly: async (knowingly) => {
      const answer = await bridge.bookKnowingly(knowingly)
      if (answer.ok) note({ kind: 'saved', booking: answer.value })
      return answer
    },
    changeBooking: async (change) => {
      const was = await before(change.bookingId)
      const answer = await bridge.changeBooking(change)
      if (answer.ok && was !== null) note({ kind: 'changed', booking: answer.value, was })
      return answer
    },
    withdrawBooking: async (which) => {
      const was = await before(which.bookingId)
      const answer = await bridge.withdrawBooking(which)
      if (answer.ok && was !== null) note({ kind: 'taken-back', booking: answer.value, was })
      return answer
    },
  }

  const whyNot = () => whyNotUndone(store.getState())
  return {
    ...store,
    watched,
    whyNot,
    forget: () => store.setState(NOTHING),
    undo: async () => {
      const { act } = store.getState()
      if (act === null || whyNot() !== null) return
      store.setState({ busy: true, refusal: null })
      const refusal = await reverse(bridge, act)
      // Another act may have taken its place meanwhile.
      if (store.getState().act?.booking.id !== act.booking.id) return
      store.setState({ busy: false, refusal, undone: refusal === null })
      void look(act.booking.id)
    },
  }
}

/** Does the opposite of an act. Answers why it was not done, null when it was. */
async function reverse(bridge: Bridge, act: Act): Promise<Undoable['refusal']> {
  const bookingId = act.booking.id
  if (act.kind === 'saved') return refusalOf(await bridge.withdrawBooking({ bookingId }))
  const status = await bridge.readDesk(null)
  if (!status.ok) return refusalOf(status)
  const { zone } = status.value.rooftop
  const checked = checkForm(formOf(act.was, zone), zone, status.value.now)
  if (!checked.ok) {
    return { words: 'Its time has passed, or it no longer holds as it was. Book it anew.', again: false }
  }
  const { booking } = checked
  return refusalOf(
    act.kind === 'changed' ? await bridge.changeBooking({ bookingId, booking }) : await bridge.bookMove(booking),
  )
}

/** After anything but a plain no it is not known whether it was done, and it must not be done twice. */
function refusalOf(answer: Result<unknown>): Undoable['refusal'] {
  if (answer.ok) return null
  const { code, message } = answer.failure
  return { words: message, again: code === 'not-saved' || code === 'busy' }
}
