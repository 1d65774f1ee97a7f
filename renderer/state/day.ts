import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge.ts'
import type { Day } from '../../shared/day.ts'

export type DayState = {
  /** The day that is asked for, `YYYY-MM-DD`; null is today, also when midnight passes. */
  readonly date: string | null
  /** Null before the first answer. */
  readonly day: Day | null
  /** Why it could not be read. */
  readonly trouble: string | null
}

export type DayStore = StoreApi<DayState> & {
  /** The screen is shown: the day is read now and after each change. */
  readonly enter: () => void
  readonly leave: () => void
  readonly go: (date: string | null) => void
}

/** The day board: one day's bookings, kept up to date while its screen is shown. The day stays when one comes back to it. */
export function makeDay(bridge: Bridge): DayStore {
  const store = createStore<DayState>(() => ({ date: null, day: null, trouble: null }))
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
      store.setState({ day: null, trouble: null })
    },
    go: (date) => {
      store.setState({ date })
      void read()
    },
  }
}
