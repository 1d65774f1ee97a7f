import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge.ts'
import type { Day } from '../../shared/day.ts'
import { makeCopying, type Copying } from './copying.ts'

export type DayState = {
  /** The day that is asked for, `YYYY-MM-DD`; null is today, also when midnight passes. */
  readonly date: string | null
  /** Null before the first answer. */
  readonly day: Day | null
  /** Why it could not be read. */
  readonly trouble: string | null
  /** The booking on whose card the focus stands, or stood before something was laid over the screen. */
  readonly selected: string | null
  /** What came of the last act on a booking, in words. */
  readonly outcome: { readonly good: boolean; readonly words: string } | null
}

export type DayStore = StoreApi<DayState> & {
  /** The screen is shown: the day is read now and after each change. */
  readonly enter: () => void
  readonly leave: () => void
  readonly go: (date: string | null) => void
  /** Reads once more what could not be read. */
  readonly again: () => void
  readonly select: (bookingId: string | null) => void
  readonly withdraw: (bookingId: string) => Promise<void>
  readonly copying: Copying
}

/** The day board: one day's bookings, kept up to date while its screen is shown. The day stays when one comes back to it. */
export function makeDay(bridge: Bridge): DayStore {
  const store = createStore<DayState>(() => ({ date: null, day: null, trouble: null, selected: null, outcome: null }))
  const copying = makeCopying(bridge)
  let entered = false
  let asked = 0

  async function read() {
    asked += 1
    const mine = asked
    const answer = await bridge.readDay({ date: store.getState().date })
    // An answer about another day must not overwrite the newer one.
    if (mine !== asked || !entered) return
    store.setState(answer.ok ? { day: answer.value, trouble: null } : { trouble: answer.failure.message })
  }

  const changed = () => {
    if (entered) void read()
  }
  bridge.on('movesChanged', changed)
  // A minute that goes by, another remote or other settings change what is shown too.
  bridge.on('deskChanged', changed)

  return {
    ...store,
    enter: () => {
      entered = true
      void read()
    },
    leave: () => {
      entered = false
      copying.leave()
      store.setState({ day: null, trouble: null, selected: null, outcome: null })
    },
    again: () => void read(),
    copying,
    withdraw: async (bookingId) => {
      store.setState({ outcome: null })
      const answer = await bridge.withdrawBooking({ bookingId })
      store.setState({
        outcome: answer.ok
          ? { good: true, words: 'Taken back. Nothing will be sent to the provider.' }
          : { good: false, words: `Not taken back. ${answer.failure.message}` },
      })
      if (entered) await read()
    },
    go: (date) => {
      store.setState({ date, selected: null, outcome: null })
      void read()
    },
    select: (selected) => store.setState({ selected }),
  }
}
