import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge, DeskStatus } from '../../../shared/bridge/calls.ts'
import type { Failure } from '../../../shared/result.ts'
import type { RecoveryReport, Damage } from '../../../shared/desk/damage.ts'
import { describeFailure } from '../text/failure-text.ts'

export type DeskStatusState = {
  /** Null until the first answer. */
  readonly status: DeskStatus | null
  /** Why the desk could not be read, or why the practice connection did not change; null otherwise. */
  readonly trouble: string | null
  /** True if another attempt may help, because the desk itself did not refuse to open. */
  readonly mayPass: boolean
  /** The damage; null while the desk is open. */
  readonly damage: Damage | null
  /** A recovery is in progress. */
  readonly bringing: boolean
  /** The report of the recovery, until the desk is opened. */
  readonly back: RecoveryReport | null
  /** The practice switch was moved, and the desk has not answered yet. */
  readonly switching: boolean
}

export type DeskStatusStore = StoreApi<DeskStatusState> & {
  /** Reads the desk's status. Later changes arrive as events. */
  readonly read: () => Promise<void>
  /** The network may have come or gone. */
  readonly checkConnection: () => void
  /** Recovers the bookings of the damaged store. One call at a time. */
  readonly recoverStore: () => Promise<void>
  /** Snoozes the reminder of in-doubt bookings. Returns the reason if that failed, else null. */
  readonly snoozeReminder: () => Promise<string | null>
  /** Cuts or restores the connection to the practice service. */
  readonly setPracticeConnection: (link: 'up' | 'cut') => Promise<void>
}

/** Calls `listener` with each announced status, with or without changed bookings. */
export function onStatus(bridge: Bridge, listener: (status: DeskStatus) => void): void {
  bridge.on('deskChanged', listener)
  bridge.on('movesChanged', ({ status }) => listener(status))
}

/** The status that the window's frame shows, updated by events. */
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
  /** The newest status wins, in any order of arrival. */
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
