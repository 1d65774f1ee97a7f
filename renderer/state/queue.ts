import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge.ts'
import type { Queue } from '../../shared/queue.ts'
import { makeWays, type WaysStore } from './ways.ts'

export type QueueState = {
  /** Null before the first answer. */
  readonly queue: Queue | null
  /** Why it could not be read. */
  readonly trouble: string | null
  /** What came of the last act, in words. */
  readonly outcome: { readonly good: boolean; readonly words: string } | null
  readonly busy: boolean
  /** The booking about which it is being found out whether it is there. */
  readonly guidedId: string | null
}

export type QueueStore = StoreApi<QueueState> & {
  /** The screen is shown: it is read now and after each change. */
  readonly enter: () => void
  readonly leave: () => void
  /** Reads once more what could not be read. */
  readonly again: () => void
  readonly withdraw: (bookingId: string) => Promise<void>
  /** Leads through finding out about a booking, as soon as the screen is shown; null ends it. */
  readonly guide: (bookingId: string | null) => void
  /** The decisions about the booking that is being found out about. */
  readonly ways: WaysStore
  /** A decision was taken: its words, and the list as it is now. */
  readonly settled: (words: string) => void
}

const NOTHING: QueueState = { queue: null, trouble: null, outcome: null, busy: false, guidedId: null }

/** What is not settled, kept up to date while its screen is shown. */
export function makeQueue(bridge: Bridge): QueueStore {
  const store = createStore<QueueState>(() => NOTHING)
  let entered = false
  let asked = 0

  async function read() {
    asked += 1
    const mine = asked
    const answer = await bridge.readQueue(null)
    // An older answer must not overwrite a newer one.
    if (mine !== asked || !entered) return
    store.setState(answer.ok ? { queue: answer.value, trouble: null } : { trouble: answer.failure.message })
  }

  const changed = () => {
    if (entered) void read()
  }
  bridge.on('movesChanged', changed)
  // A clock that moves on, another remote or other settings change what is listed too.
  bridge.on('deskChanged', changed)

  return {
    ...store,
    enter: () => {
      entered = true
      void read()
    },
    leave: () => {
      entered = false
      store.setState(NOTHING)
    },
    again: () => void read(),
    guide: (guidedId) => store.setState({ guidedId }),
    ways: makeWays(bridge),
    settled: (words) => {
      store.setState({ outcome: { good: true, words } })
      void read()
    },
    withdraw: async (bookingId) => {
      if (store.getState().busy) return
      store.setState({ busy: true, outcome: null })
      const answer = await bridge.withdrawBooking({ bookingId })
      store.setState({
        busy: false,
        outcome: answer.ok
          ? { good: true, words: 'Taken back. Nothing will be sent to the provider.' }
          : { good: false, words: `Not taken back. ${answer.failure.message}` },
      })
      await read()
    },
  }
}
