import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import type { Result } from '../../../shared/result.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import type { BookingsStore } from '../../booking/bookings-store.ts'
import { formOf } from '../../scheduler/state/form-from-booking.ts'
import { checkForm } from '../../scheduler/state/form-errors.ts'
import { undoBlockedReason, type UndoableAction, type Undoable } from '../../booking/text/undo-text.ts'
import { describeFailure } from '../text/failure-text.ts'

/** Last action on a booking; `was` is the booking before the action. */
type NotedAction =
  /** `backId` is the return that was booked in the same commit; null for a single booking. */
  | { readonly kind: 'booked'; readonly bookingId: string; readonly backId: string | null }
  | { readonly kind: 'changed' | 'withdrawn'; readonly bookingId: string; readonly was: BookedMoves }

export type UndoState = Omit<Undoable, 'act'> & { readonly act: NotedAction | null }

export type UndoStore = StoreApi<UndoState> & {
  /**
   * Bridge for all code that acts on bookings. Each booking, change and withdrawal through this bridge becomes the
   * action that `undo` reverses.
   */
  readonly watched: Bridge
  /** Why the last action cannot be undone now; null if undo is possible. */
  readonly blockedReason: () => string | null
  /** Undoes the last action. Does nothing while `blockedReason` returns a reason. */
  readonly undo: () => Promise<void>
  /** Drops the last action, because the desk now works with other bookings. */
  readonly forget: () => void
}

const EMPTY_STATE: UndoState = { act: null, undone: false, busy: false, refusal: null }

/** Joins the last action with the cached bookings. `act` is null if one of them is not cached. */
export function undoableOf({ act, ...state }: UndoState, get: BookingsStore['get']): Undoable {
  return { ...state, act: act === null ? null : actOn(act, get) }
}

function actOn(act: NotedAction, get: BookingsStore['get']): UndoableAction | null {
  const booking = get(act.bookingId)
  if (booking === null) return null
  if (act.kind !== 'booked') return { kind: act.kind, booking, was: act.was }
  const back = get(act.backId)
  return act.backId !== null && back === null ? null : { kind: act.kind, booking, back }
}

/** Returns the id of the return that was booked with the booking of this action; null if there is none. */
export function backIdOf(act: NotedAction | null): string | null {
  return act?.kind === 'booked' ? act.backId : null
}

/**
 * Creates the store that undoes the last booking action while the booking has certainly not left: by a withdrawal, by a
 * change back, or by a new booking in place of a withdrawn one. Each undo is an ordinary bridge call, so the main
 * process checks the current entry and refuses if the entry is being sent.
 */
export function createUndo(bookings: BookingsStore): UndoStore {
  const store = createStore<UndoState>(() => EMPTY_STATE)
  const { bridge } = bookings
  let unwatch = () => {}

  const note = (act: NotedAction) => {
    unwatch()
    const backId = backIdOf(act)
    const watched = [act.bookingId, ...(backId === null ? [] : [backId])].map((id) => bookings.watch(id))
    unwatch = () => watched.forEach((stop) => stop())
    store.setState({ ...EMPTY_STATE, act })
  }
  const watched: Bridge = {
    ...bridge,
    bookMove: async (booking) => {
      const answer = await bridge.bookMove(booking)
      if (answer.ok) note({ kind: 'booked', bookingId: answer.value.id, backId: null })
      return answer
    },
    bookDespiteDuplicates: async (despiteDuplicates) => {
      const answer = await bridge.bookDespiteDuplicates(despiteDuplicates)
      if (answer.ok) note({ kind: 'booked', bookingId: answer.value.id, backId: null })
      return answer
    },
    bookVisit: async (visit) => {
      const answer = await bridge.bookVisit(visit)
      if (answer.ok) note({ kind: 'booked', bookingId: answer.value.pickup.id, backId: answer.value.back.id })
      return answer
    },
    changeBooking: async (change) => {
      const was = await bookings.current(change.bookingId)
      const answer = await bridge.changeBooking(change)
      if (answer.ok && was !== null) note({ kind: 'changed', bookingId: change.bookingId, was })
      return answer
    },
    rescheduleBooking: async (move) => {
      const was = await bookings.current(move.bookingId)
      const answer = await bridge.rescheduleBooking(move)
      if (answer.ok) {
        const { id } = answer.value
        if (id !== move.bookingId) note({ kind: 'booked', bookingId: id, backId: null })
        else if (was !== null) note({ kind: 'changed', bookingId: id, was })
      }
      return answer
    },
    withdrawBooking: async (which) => {
      const was = await bookings.current(which.bookingId)
      const answer = await bridge.withdrawBooking(which)
      if (answer.ok && was !== null) note({ kind: 'withdrawn', bookingId: which.bookingId, was })
      return answer
    },
  }

  const undoable = () => {
    const state = store.getState()
    return undoableOf(state, bookings.get)
  }
  const blockedReason = () => undoBlockedReason(undoable())
  return {
    ...store,
    watched,
    blockedReason,
    forget: () => {
      unwatch()
      store.setState(EMPTY_STATE)
    },
    undo: async () => {
      const { act } = undoable()
      if (act === null || blockedReason() !== null) return
      const noted = store.getState().act
      store.setState({ busy: true, refusal: null })
      const refusal = await reverse(bridge, act)
      // Another booking action may have followed during the call, and this result does not belong to that action.
      if (store.getState().act !== noted) return
      store.setState({ busy: false, refusal, undone: refusal === null })
    },
  }
}

/** Does the opposite of an action. Returns why that failed, or null on success. */
async function reverse(bridge: Bridge, act: UndoableAction): Promise<Undoable['refusal']> {
  const bookingId = act.booking.id
  if (act.kind === 'booked') {
    const back = act.back === null ? null : await bridge.withdrawBooking({ bookingId: act.back.id })
    if (back?.ok === false) return refusalOf(back)
    const refusal = refusalOf(await bridge.withdrawBooking({ bookingId }))
    return back === null || refusal === null
      ? refusal
      : { message: `Only its return was withdrawn. ${refusal.message}`, again: false }
  }
  const status = await bridge.readStatus(null)
  if (!status.ok) return refusalOf(status)
  const { zone } = status.value.rooftop
  const checked = checkForm(formOf(act.was, zone), zone, status.value.now)
  if (!checked.ok) {
    return { message: 'Its time has passed, or it is no longer valid. Book it again.', again: false }
  }
  const { booking } = checked
  return refusalOf(
    act.kind === 'changed' ? await bridge.changeBooking({ bookingId, booking }) : await bridge.bookMove(booking),
  )
}

/**
 * Allows another try only after a failure that certainly saved nothing. After any other failure, `commit-uncertain`
 * included, the reversal may have happened, and a second try could save a booking twice.
 */
function refusalOf(answer: Result<unknown>): Undoable['refusal'] {
  if (answer.ok) return null
  const { code, detail } = answer.failure
  const again = code === 'busy' || (code === 'not-saved' && detail !== 'commit-uncertain')
  return { message: describeFailure(answer.failure), again }
}
