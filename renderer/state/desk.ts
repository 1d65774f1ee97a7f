import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge, DeskStatus } from '../../shared/bridge.ts'

export type DeskState = {
  /** Null until the first answer. */
  readonly status: DeskStatus | null
  /** Why the desk could not be read, or why the practice link did not move; null when all is well. */
  readonly trouble: string | null
  /** Asking again may help: it was not the desk that refused to open. */
  readonly mayPass: boolean
  /** The practice switch was moved and the desk has not answered yet. */
  readonly switching: boolean
}

export type Desk = StoreApi<DeskState> & {
  /** Reads the desk's state; later changes arrive by themselves. */
  readonly read: () => Promise<void>
  /** The network may have come or gone. */
  readonly lookNow: () => void
  /** Cuts or restores the practice service's link. */
  readonly setPracticeLink: (link: 'up' | 'cut') => Promise<void>
}

/** What the frame of the window shows, kept up to date by `deskChanged`. */
export function makeDesk(bridge: Bridge): Desk {
  const store = createStore<DeskState>(() => ({ status: null, trouble: null, mayPass: false, switching: false }))
  bridge.on('deskChanged', (status) => store.setState({ status }))
  return {
    ...store,
    read: async () => {
      const answer = await bridge.readDesk(null)
      store.setState(
        answer.ok
          ? { status: answer.value, trouble: null }
          : { trouble: answer.failure.message, mayPass: answer.failure.code === 'fault' },
      )
    },
    lookNow: () => void bridge.lookNow(null),
    setPracticeLink: async (link) => {
      if (store.getState().switching) return
      store.setState({ switching: true })
      const answer = await bridge.setPracticeLink({ link })
      store.setState({
        switching: false,
        ...(answer.ok ? { status: answer.value, trouble: null } : { trouble: answer.failure.message }),
      })
    },
  }
}
