import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge, DeskStatus } from '../../shared/bridge.ts'
import type { Failure } from '../../shared/failure.ts'
import type { BroughtBack, Damage } from '../../shared/recovery.ts'

export type DeskState = {
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
  readonly back: BroughtBack | null
  /** The practice switch was moved and the desk has not answered yet. */
  readonly switching: boolean
}

export type Desk = StoreApi<DeskState> & {
  /** Reads the desk's state; later changes arrive by themselves. */
  readonly read: () => Promise<void>
  /** The network may have come or gone. */
  readonly lookNow: () => void
  /** Brings back the bookings of what is damaged. One at a time. */
  readonly bringBack: () => Promise<void>
  /** Puts the reminder of what may be booked off; why not, where it could not be. */
  readonly remindLater: () => Promise<string | null>
  /** Cuts or restores the practice service's link. */
  readonly setPracticeLink: (link: 'up' | 'cut') => Promise<void>
}

/** What the frame of the window shows, kept up to date by `deskChanged`. */
export function makeDesk(bridge: Bridge): Desk {
  const store = createStore<DeskState>(() => ({
    status: null,
    trouble: null,
    mayPass: false,
    damage: null,
    bringing: false,
    back: null,
    switching: false,
  }))
  const refused = ({ code, message, damage }: Failure) =>
    store.setState({ trouble: message, mayPass: code === 'fault', damage: damage ?? null })
  /** The newest of what was said holds, in whatever order it came. */
  const newest = (status: DeskStatus): DeskStatus => {
    const shown = store.getState().status
    return shown !== null && shown.asOf > status.asOf ? shown : status
  }
  bridge.on('deskChanged', (status) => store.setState({ status: newest(status) }))
  bridge.on('deskDamaged', refused)
  return {
    ...store,
    read: async () => {
      const answer = await bridge.readDesk(null)
      store.setState({ back: null })
      if (answer.ok) store.setState({ status: newest(answer.value), trouble: null, damage: null })
      else refused(answer.failure)
    },
    bringBack: async () => {
      if (store.getState().bringing) return
      store.setState({ bringing: true, trouble: null })
      const answer = await bridge.bringBack(null)
      store.setState({
        bringing: false,
        ...(answer.ok ? { back: answer.value } : { trouble: answer.failure.message }),
      })
    },
    lookNow: () => void bridge.lookNow(null),
    remindLater: async () => {
      const answer = await bridge.remindLater(null)
      if (answer.ok) store.setState({ status: newest(answer.value) })
      return answer.ok ? null : answer.failure.message
    },
    setPracticeLink: async (link) => {
      if (store.getState().switching) return
      store.setState({ switching: true })
      const answer = await bridge.setPracticeLink({ link })
      store.setState({
        switching: false,
        ...(answer.ok ? { status: newest(answer.value), trouble: null } : { trouble: answer.failure.message }),
      })
    },
  }
}
