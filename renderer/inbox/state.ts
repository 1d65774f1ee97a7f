import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge/calls.ts'
import type { Inbox } from '../../shared/views/inbox.ts'
import { dateOf } from '../../shared/time/time.ts'
import { createLiveQuery, type LiveQuery } from '../app/state/live-query.ts'
import type { DeskStatusStore } from '../app/state/desk-status.ts'
import { createWays, type ResolutionStore } from '../booking/state/resolutions.ts'
import { describeFailure } from '../app/text/failure-text.ts'

export type InboxState = {
  /** What came of the last act, in words. */
  readonly outcome: { readonly good: boolean; readonly words: string } | null
  readonly busy: boolean
  /** The booking about which it is being found out whether it is there. */
  readonly guidedId: string | null
}

export type InboxStore = StoreApi<InboxState> & {
  /** What is not settled, and the day's tally. */
  readonly list: LiveQuery<Inbox>
  readonly enter: () => void
  readonly leave: () => void
  readonly withdraw: (bookingId: string) => Promise<void>
  /** Leads through finding out about a booking, as soon as the screen is shown; null ends it. */
  readonly guide: (bookingId: string | null) => void
  /** The decisions about the booking that is being found out about. */
  readonly ways: ResolutionStore
  /** A decision was taken: its words. */
  readonly settled: (words: string) => void
}

const NOTHING: InboxState = { outcome: null, busy: false, guidedId: null }

/** What is not settled, kept up to date while its screen is shown. */
export function createInbox(bridge: Bridge, desk: DeskStatusStore): InboxStore {
  const store = createStore<InboxState>(() => NOTHING)
  const list = createLiveQuery<Inbox>({
    bridge,
    status: () => desk.getState().status,
    read: () => bridge.readInbox(null),
    // A booking becomes overdue by the clock alone, and the tally is of the day.
    dependsOn: ({ now, rooftop, waiting, attention }) => `${dateOf(now, rooftop.zone)} ${waiting} ${attention}`,
  })

  return {
    ...store,
    list,
    enter: list.enter,
    leave: () => {
      list.leave()
      store.setState(NOTHING)
    },
    guide: (guidedId) => store.setState({ guidedId }),
    ways: createWays(bridge),
    settled: (words) => store.setState({ outcome: { good: true, words } }),
    withdraw: async (bookingId) => {
      if (store.getState().busy) return
      store.setState({ busy: true, outcome: null })
      const answer = await bridge.withdrawBooking({ bookingId })
      store.setState({
        busy: false,
        outcome: answer.ok
          ? { good: true, words: 'Withdrawn. Nothing will be sent to the provider.' }
          : { good: false, words: `Not withdrawn. ${describeFailure(answer.failure)}` },
      })
    },
  }
}
