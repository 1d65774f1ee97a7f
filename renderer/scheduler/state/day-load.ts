import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import type { DayLoad } from '../../../shared/views/load.ts'
import { onNews } from '../../app/state/desk-status.ts'

export type DayLoadState = {
  /** The day that was asked for last, `YYYY-MM-DD`; empty before the first. */
  readonly date: string
  /** The load of `date`; null until it is read. */
  readonly load: DayLoad | null
}

export type DayLoadStore = StoreApi<DayLoadState> & {
  /**
   * Reads the load of a day, and again after each change of a booking until the returned function is called. `except`
   * is the id of the booking that the form changes, or empty.
   */
  readonly watch: (date: string, except: string) => () => void
}

const EMPTY: DayLoadState = { date: '', load: null }

/** The store of the trips of the day that the form names, kept up to date while the form is shown. */
export function createDayLoad(bridge: Bridge): DayLoadStore {
  const store = createStore<DayLoadState>(() => EMPTY)
  let excepted = ''
  let watchers = 0

  const read = async (date: string) => {
    const answer = await bridge.dayLoad({ date, except: excepted === '' ? null : excepted })
    // A late answer for another day must not be shown for this one.
    if (answer.ok && store.getState().date === date) store.setState({ load: answer.value })
  }
  onNews(bridge, () => {
    const { date } = store.getState()
    if (date === '') return
    if (watchers > 0) void read(date)
    // The load is outdated, so the next watcher reads it again.
    else store.setState(EMPTY)
  })
  return {
    ...store,
    watch: (date, except) => {
      watchers += 1
      if (date !== store.getState().date || except !== excepted) {
        excepted = except
        store.setState((before) => ({ date, load: before.date === date ? before.load : null }))
        void read(date)
      }
      return () => {
        watchers -= 1
      }
    },
  }
}
