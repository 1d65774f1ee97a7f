import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge/calls.ts'
import type { Inbox } from '../../shared/views/inbox.ts'
import { dateOf } from '../../shared/time/time.ts'
import { createLiveQuery, type LiveQuery } from '../app/state/live-query.ts'
import type { DeskStatusStore } from '../app/state/desk-status.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import type { ResolutionKind, ResolutionStore } from '../booking/state/resolutions.ts'
import { resolutionDone } from '../booking/text/resolution-text.ts'
import { describeFailure } from '../app/text/failure-text.ts'
import { createHistory, type HistoryStore } from '../lookup/state/history.ts'
import { describeWithdrawal } from './text.ts'

export type InboxState = {
  /** The result of the last action, as a sentence. */
  readonly outcome: { readonly good: boolean; readonly words: string } | null
  /** The answer whose number the desk still looks up, so that the result takes the place of `outcome`. */
  readonly checking: { readonly bookingId: string; readonly kind: ResolutionKind } | null
  readonly busy: boolean
  /** The booking that a person chose; null lets the screen show the first booking of the list. */
  readonly chosenId: string | null
  readonly view: 'open' | 'settled'
}

export type InboxStore = StoreApi<InboxState> & {
  /** The bookings that wait or need a person, those that were settled today, and the tally of the day. */
  readonly list: LiveQuery<Inbox>
  readonly enter: () => void
  readonly leave: () => void
  readonly withdraw: (bookingId: string) => Promise<void>
  /** Shows a booking beside the list, now or as soon as the screen is shown. */
  readonly choose: (bookingId: string) => void
  readonly show: (view: InboxState['view']) => void
  /** The form of the resolution of the shown booking. */
  readonly resolutions: ResolutionStore
  /** The attempts of the shown booking in doubt. */
  readonly history: HistoryStore
  /** Shows the sentence about a resolution, and later the result of a number that is looked up. */
  readonly settled: (kind: ResolutionKind, after: BookedMoves) => void
}

const EMPTY_STATE: InboxState = { outcome: null, checking: null, busy: false, chosenId: null, view: 'open' }

/** The store of the inbox, kept up to date while its screen is shown. */
export function createInbox(bridge: Bridge, desk: DeskStatusStore, resolutions: ResolutionStore): InboxStore {
  const store = createStore<InboxState>(() => EMPTY_STATE)
  const list = createLiveQuery<Inbox>({
    bridge,
    status: () => desk.getState().status,
    read: () => bridge.readInbox(null),
    // A booking can become overdue, or a new day can start a new tally, without any commit that would send
    // `movesChanged`.
    dependsOn: ({ now, rooftop, waiting, attention }) => `${dateOf(now, rooftop.zone)} ${waiting} ${attention}`,
  })
  const history = createHistory(bridge)
  history.unfold(true)

  return {
    ...store,
    list,
    enter: list.enter,
    leave: () => {
      list.leave()
      store.setState(EMPTY_STATE)
    },
    choose: (chosenId) => store.setState({ chosenId, outcome: null, checking: null }),
    show: (view) => store.setState({ view, chosenId: null, outcome: null, checking: null }),
    resolutions,
    history,
    settled: (kind, after) =>
      store.setState({
        outcome: { good: true, words: resolutionDone(kind, after) },
        checking: { bookingId: after.id, kind },
        chosenId: null,
      }),
    withdraw: async (bookingId) => {
      if (store.getState().busy) return
      store.setState({ busy: true, outcome: null, checking: null })
      const answer = await bridge.withdrawBooking({ bookingId })
      store.setState({
        busy: false,
        ...(answer.ok
          ? // The next booking must not slide under the pointer, where a second click would withdraw it.
            { chosenId: bookingId, outcome: { good: true, words: describeWithdrawal(null) } }
          : { outcome: { good: false, words: describeWithdrawal(describeFailure(answer.failure)) } }),
      })
    },
  }
}
