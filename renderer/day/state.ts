import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge/calls.ts'
import type { Day } from '../../shared/views/day.ts'
import { dateOf } from '../../shared/time/time.ts'
import { createLiveQuery, type LiveQuery } from '../app/state/live-query.ts'
import { createClipboard, type Clipboard } from '../app/state/clipboard.ts'
import type { DeskStatusStore } from '../app/state/desk-status.ts'
import { describeFailure } from '../app/text/failure-text.ts'

export type DayState = {
  /** The day that is asked for, `YYYY-MM-DD`; null is today, also when midnight passes. */
  readonly date: string | null
  /** The booking on whose card the focus stands, or stood before something was laid over the screen. */
  readonly selected: string | null
  /** What came of the last act on a booking, in words. */
  readonly outcome: { readonly good: boolean; readonly words: string } | null
}

export type DayStore = StoreApi<DayState> & {
  /** The day that is shown, with its bookings. */
  readonly list: LiveQuery<Day>
  readonly enter: () => void
  readonly leave: () => void
  readonly go: (date: string | null) => void
  readonly select: (bookingId: string | null) => void
  readonly withdraw: (bookingId: string) => Promise<void>
  readonly copying: Clipboard
}

/** The day board: one day's bookings, kept up to date while its screen is shown. The day stays when one comes back to it. */
export function createDay(bridge: Bridge, desk: DeskStatusStore): DayStore {
  const store = createStore<DayState>(() => ({ date: null, selected: null, outcome: null }))
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
          ? { good: true, words: 'Withdrawn. Nothing will be sent to the provider.' }
          : { good: false, words: `Not withdrawn. ${describeFailure(answer.failure)}` },
      })
    },
    go: (date) => {
      store.setState({ date, selected: null, outcome: null })
      list.refresh()
    },
    select: (selected) => store.setState({ selected }),
  }
}
