import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import type { Day } from '../../../shared/views/day.ts'
import { dateOf } from '../../../shared/time/time.ts'
import { createLiveQuery, type LiveQuery } from '../../app/state/live-query.ts'
import { createClipboard, type Clipboard } from '../../app/state/clipboard.ts'
import type { DeskStatusStore } from '../../app/state/desk-status.ts'
import { describeFailure } from '../../app/text/failure-text.ts'
import type { DayView, Filter } from './groups.ts'
import { NOT_WITHDRAWN, WITHDRAWN } from '../text/withdrawn-text.ts'

export type DayState = {
  readonly view: DayView
  readonly filter: Filter
  /** Whether the finished bookings are unfolded; until a person chooses, null unfolds them where all rows fit. */
  readonly showsDone: boolean | null
  /** True while the page holds the run sheet for the printer. */
  readonly isPrinting: boolean
  /** The requested day as `YYYY-MM-DD`; null means today and becomes the next day at midnight. */
  readonly date: string | null
  /** Whether the pane beside the board is shown; until a person chooses, null shows the pane in a wide window. */
  readonly showsPane: boolean | null
  /** True while the window has room for the pane without taking room from the board. */
  readonly isWide: boolean
  /**
   * Id of the booking whose row had the last focus inside the board; null if another element of the board had it. The
   * pane beside the board, which shows this booking, changes nothing.
   */
  readonly selected: string | null
  /** The result of the last withdrawal, as a sentence. */
  readonly outcome: { readonly good: boolean; readonly message: string } | null
}

export type DayStore = StoreApi<DayState> & {
  /** The shown day with its bookings. */
  readonly list: LiveQuery<Day>
  readonly enter: () => void
  readonly leave: () => void
  readonly go: (date: string | null) => void
  readonly select: (bookingId: string | null) => void
  readonly setView: (view: DayView) => void
  readonly setFilter: (filter: Filter) => void
  readonly showDone: (showsDone: boolean) => void
  readonly setWide: (isWide: boolean) => void
  readonly togglePane: () => void
  /** Puts the run sheet into the page. Does nothing before the day was read. */
  readonly print: () => void
  /** Opens the print dialog for the run sheet in the page, and removes the sheet after that. */
  readonly sheetReady: () => Promise<void>
  readonly withdraw: (bookingId: string) => Promise<void>
  readonly copying: Clipboard
}

/**
 * The store of the day board, kept up to date while its screen is shown. The chosen day stays when the screen closes.
 */
export function createDay(bridge: Bridge, desk: DeskStatusStore): DayStore {
  const store = createStore<DayState>(() => ({
    view: 'timeline',
    filter: 'all',
    showsDone: null,
    showsPane: null,
    isWide: false,
    isPrinting: false,
    date: null,
    selected: null,
    outcome: null,
  }))
  const copying = createClipboard(bridge)
  const list = createLiveQuery<Day>({
    bridge,
    status: () => desk.getState().status,
    read: () => bridge.readDay({ date: store.getState().date }),
    dependsOn: ({ now, rooftop }) => dateOf(now, rooftop.zone),
  })

  return {
    ...store,
    list,
    enter: list.enter,
    leave: () => {
      list.leave()
      copying.leave()
      store.setState({ selected: null, outcome: null })
    },
    copying,
    withdraw: async (bookingId) => {
      store.setState({ outcome: null })
      const answer = await bridge.withdrawBooking({ bookingId })
      store.setState({
        outcome: answer.ok
          ? { good: true, message: WITHDRAWN }
          : { good: false, message: `${NOT_WITHDRAWN} ${describeFailure(answer.failure)}` },
      })
    },
    go: (date) => {
      store.setState({ date, selected: null, outcome: null })
      list.refresh()
    },
    select: (selected) => store.setState({ selected }),
    setView: (view) => store.setState({ view }),
    setFilter: (filter) => store.setState({ filter }),
    print: () => store.setState({ isPrinting: list.getState().data !== null }),
    sheetReady: async () => {
      await bridge.printSheet(null)
      store.setState({ isPrinting: false })
    },
    showDone: (showsDone) => store.setState({ showsDone }),
    setWide: (isWide) => store.setState({ isWide }),
    togglePane: () =>
      store.setState(({ showsPane: chosen, isWide }) => ({
        // Back at what the window would show, the pane follows the window again.
        showsPane: chosen === null ? !isWide : null,
      })),
  }
}

/** True if the pane beside the board is shown where the window has room for it. */
export function showsPane({ showsPane: chosen, isWide }: Pick<DayState, 'showsPane' | 'isWide'>): boolean {
  return chosen ?? isWide
}
