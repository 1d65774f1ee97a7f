import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import type { DayLoad } from '../../../shared/views/load.ts'

export type DayLoadState = {
  /** The day that was asked for last, `YYYY-MM-DD`; empty before the first. */
  readonly date: string
  /** The load of `date`; null until it is read. */
  readonly load: DayLoad | null
}

export type DayLoadStore = StoreApi<DayLoadState> & {
  /** Reads the load of a day. `except` is the id of the booking that the form changes, or empty. */
  readonly ask: (date: string, except: string) => Promise<void>
}

/** The store of the trips of the day that the form names, read again when a booking changed. */
export function createDayLoad(bridge: Bridge): DayLoadStore {
  const store = createStore<DayLoadState>(() => ({ date: '', load: null }))
  let excepted = ''

  const read = async (date: string) => {
    const answer = await bridge.dayLoad({ date, except: excepted === '' ? null : excepted })
    // A late answer for another day must not be shown for this one.
    if (answer.ok && store.getState().date === date) store.setState({ load: answer.value })
  }
  bridge.on('movesChanged', () => {
    const { date } = store.getState()
    if (date !== '') void read(date)
  })
  return {
    ...store,
    ask: async (date, except) => {
      if (date === store.getState().date && except === excepted) return
      excepted = except
      store.setState((before) => ({ date, load: before.date === date ? before.load : null }))
      await read(date)
    },
  }
}
