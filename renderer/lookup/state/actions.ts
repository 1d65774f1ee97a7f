import type { StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import type { LookupState } from './state.ts'
import { describeFailure } from '../../app/text/failure-text.ts'

/** Actions on the shown booking; each action writes its result to `outcome`. */
export type LookupActions = {
  readonly withdraw: () => Promise<void>
  readonly openLink: (url: string) => Promise<void>
  /** Puts all stored data of the booking on the clipboard. */
  readonly copySupportDump: () => Promise<void>
}

export function createLookupActs(
  bridge: Bridge,
  store: StoreApi<LookupState>,
  readBooking: (bookingId: string) => Promise<void>,
): LookupActions {
  return {
    withdraw: async () => {
      const { readId: bookingId, withdrawing } = store.getState()
      if (bookingId === null || withdrawing) return
      store.setState({ withdrawing: true, outcome: null })
      const answer = await bridge.withdrawBooking({ bookingId })
      store.setState({ withdrawing: false })
      if (store.getState().bookingId !== bookingId) return
      if (answer.ok) {
        store.setState({ outcome: { good: true, words: 'Withdrawn. Nothing will be sent.' } })
      } else {
        store.setState({ outcome: { good: false, words: `Not withdrawn. ${describeFailure(answer.failure)}` } })
        void readBooking(bookingId)
      }
    },
    openLink: async (url) => {
      const answer = await bridge.openLink({ url })
      store.setState({
        outcome: answer.ok
          ? null
          : { good: false, words: `The page was not opened. ${describeFailure(answer.failure)}` },
      })
    },
    copySupportDump: async () => {
      const { bookingId } = store.getState()
      if (bookingId === null) return
      const answer = await bridge.copySupportDump({ bookingId })
      store.setState({
        outcome: answer.ok
          ? { good: true, words: 'Its data is on the clipboard. Paste it into a message to support.' }
          : { good: false, words: `Its data was not copied. ${describeFailure(answer.failure)}` },
      })
    },
  }
}
