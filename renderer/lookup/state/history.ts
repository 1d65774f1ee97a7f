import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import type { History } from '../../../shared/views/history.ts'
import { describeFailure } from '../../app/text/failure-text.ts'

export type HistoryState = {
  /** True while all events are shown. They stay shown when another booking is selected. */
  readonly open: boolean
  readonly bookingId: string | null
  /** Null before the first reply for this booking. */
  readonly history: History | null
  /** Why the history could not be read; null otherwise. */
  readonly errorMessage: string | null
}

export type HistoryStore = StoreApi<HistoryState> & {
  /** Shows all events, or only the last. */
  readonly unfold: (open: boolean) => void
  /** Reads the history of a booking. */
  readonly look: (bookingId: string) => Promise<void>
}

/** Store of the history of the shown booking. */
export function createHistory(bridge: Bridge): HistoryStore {
  const store = createStore<HistoryState>(() => ({ open: false, bookingId: null, history: null, errorMessage: null }))
  return {
    ...store,
    unfold: (open) => store.setState({ open }),
    look: async (bookingId) => {
      const before = store.getState()
      if (before.bookingId !== bookingId) store.setState({ bookingId, history: null, errorMessage: null })
      const answer = await bridge.readHistory({ bookingId })
      if (store.getState().bookingId !== bookingId) return
      store.setState(
        answer.ok ? { history: answer.value, errorMessage: null } : { errorMessage: describeFailure(answer.failure) },
      )
    },
  }
}
