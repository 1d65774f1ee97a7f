import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge/calls.ts'
import type { Inbox } from '../../shared/views/inbox.ts'
import { dateOf } from '../../shared/time/time.ts'
import { createLiveQuery, type LiveQuery } from '../app/state/live-query.ts'
import type { DeskStatusStore } from '../app/state/desk-status.ts'
import { createResolutions, type ResolutionStore } from '../booking/state/resolutions.ts'
import { describeFailure } from '../app/text/failure-text.ts'

export type InboxState = {
  /** The result of the last action, as a sentence. */
  readonly outcome: { readonly good: boolean; readonly words: string } | null
  readonly busy: boolean
  /** Id of the booking in doubt whose guide is open; null if no guide is open. */
  readonly guidedId: string | null
}

export type InboxStore = StoreApi<InboxState> & {
  /** The bookings that wait or need a person, and the tally of the day. */
  readonly list: LiveQuery<Inbox>
  readonly enter: () => void
  readonly leave: () => void
  readonly withdraw: (bookingId: string) => Promise<void>
  /** Opens the guide for a booking in doubt as soon as the screen is shown; null closes the guide. */
  readonly guide: (bookingId: string | null) => void
  /** The form of the resolution in the guide. */
  readonly resolutions: ResolutionStore
  /** Shows the sentence about a resolution. */
  readonly settled: (words: string) => void
}

const EMPTY_STATE: InboxState = { outcome: null, busy: false, guidedId: null }

/** The store of the inbox, kept up to date while its screen is shown. */
export function createInbox(bridge: Bridge, desk: DeskStatusStore): InboxStore {
  const store = createStore<InboxState>(() => EMPTY_STATE)
  const list = createLiveQuery<Inbox>({
    bridge,
    status: () => desk.getState().status,
    read: () => bridge.readInbox(null),
    // A booking can become overdue, or a new day can start a new tally, without any commit that would send
    // `movesChanged`.
    dependsOn: ({ now, rooftop, waiting, attention }) => `${dateOf(now, rooftop.zone)} ${waiting} ${attention}`,
  })

  return {
    ...store,
    list,
    enter: list.enter,
    leave: () => {
      list.leave()
      store.setState(EMPTY_STATE)
    },
    guide: (guidedId) => store.setState({ guidedId }),
    resolutions: createResolutions(bridge),
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
