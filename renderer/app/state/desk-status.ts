import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge, DeskStatus } from '../../../shared/bridge/calls.ts'
import type { Failure } from '../../../shared/result.ts'
import type { RecoveryReport, Damage } from '../../../shared/desk/damage.ts'
import { describeFailure } from '../text/failure-text.ts'

export type DeskStatusState = {
  /** Null until the first answer. */
  readonly status: DeskStatus | null
  /** Why the desk could not be read, or why the practice link did not move; null when all is well. */
  readonly trouble: string | null
  /** Asking again may help: it was not the desk that refused to open. */
  readonly mayPass: boolean
  /** What is damaged; null while the desk is open. */
  readonly damage: Damage | null
  /** The bookings are just being brought back. */
  readonly bringing: boolean
  /** What was brought back, until the desk is opened. */
  readonly back: RecoveryReport | null
  /** The practice switch was moved and the desk has not answered yet. */
  readonly switching: boolean
}

export type DeskStatusStore = StoreApi<DeskStatusState> & {
  /** Reads the desk's state; later changes arrive by themselves. */
  readonly read: () => Promise<void>
  /** The network may have come or gone. */
  readonly checkConnection: () => void
  /** Brings back the bookings of what is damaged. One at a time. */
  readonly recoverStore: () => Promise<void>
  /** Puts the reminder of what may be booked off; why not, where it could not be. */
  readonly snoozeReminder: () => Promise<string | null>
  /** Cuts or restores the practice service's link. */
  readonly setPracticeConnection: (link: 'up' | 'cut') => Promise<void>
}

/** Calls `heard` with each status that is told, whether bookings changed with it or not. */
export function onStatus(bridge: Bridge, listener: (status: DeskStatus) => void): void {
  bridge.on('deskChanged', listener)
  bridge.on('movesChanged', ({ status }) => listener(status))
}

/** What the frame of the window shows, kept up to date by events. */
export function createDeskStatus(bridge: Bridge): DeskStatusStore {
  const store = createStore<DeskStatusState>(() => ({
    status: null,
    trouble: null,
    mayPass: false,
    damage: null,
    bringing: false,
    back: null,
    switching: false,
  }))
  const refused = (failure: Failure) =>
    store.setState({
      trouble: describeFailure(failure),
      mayPass: failure.code === 'internal',
      damage: failure.damage ?? null,
    })
  /** The newest of what was said holds, in whatever order it came. */
  const newest = (status: DeskStatus): DeskStatus => {
    const shown = store.getState().status
    return shown !== null && shown.monotonicAt > status.monotonicAt ? shown : status
  }
  onStatus(bridge, (status) => store.setState({ status: newest(status) }))
  bridge.on('deskDamaged', refused)
  return {
    ...store,
    read: async () => {
      const answer = await bridge.readStatus(null)
      store.setState({ back: null })
      if (answer.ok) store.setState({ status: newest(answer.value), trouble: null, damage: null })
      else refused(answer.failure)
    },
    recoverStore: async () => {
      if (store.getState().bringing) return
      store.setState({ bringing: true, trouble: null })
      const answer = await bridge.recoverStore(null)
      store.setState({
        bringing: false,
        ...(answer.ok ? { back: answer.value } : { trouble: describeFailure(answer.failure) }),
      })
    },
    checkConnection: () => void bridge.checkConnection(null),
    snoozeReminder: async () => {
      const answer = await bridge.snoozeReminder(null)
      if (answer.ok) store.setState({ status: newest(answer.value) })
      return answer.ok ? null : describeFailure(answer.failure)
    },
    setPracticeConnection: async (link) => {
      if (store.getState().switching) return
      store.setState({ switching: true })
      const answer = await bridge.setPracticeConnection({ link })
      store.setState({
        switching: false,
        ...(answer.ok ? { status: newest(answer.value), trouble: null } : { trouble: describeFailure(answer.failure) }),
      })
    },
  }
}
