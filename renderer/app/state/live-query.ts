import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge, DeskStatus, Reply } from '../../../shared/bridge/calls.ts'
import { describeFailure } from '../text/failure-text.ts'

export type LiveQueryState<T> = {
  /** Null before the first reply. */
  readonly data: T | null
  /** Why the list could not be read; null otherwise. */
  readonly errorMessage: string | null
}

export type LiveQuery<T> = StoreApi<LiveQueryState<T>> & {
  /** Marks the screen as shown. Reads the list now and after each change. */
  readonly enter: () => void
  readonly leave: () => void
  /** Reads the list again if its screen is shown. */
  readonly refresh: () => void
}

type LiveQueryDeps<T> = {
  readonly bridge: Bridge
  /** Newest status; null before the first status. */
  readonly status: () => DeskStatus | null
  readonly read: () => Promise<Reply<T>>
  /** Part of the status that changes the list without a change of a booking, for example the current date. */
  readonly dependsOn: (status: DeskStatus) => string
}

const EMPTY = { data: null, errorMessage: null }

/**
 * Creates the list of one screen. While that screen is shown, the list is read again after each change of a booking,
 * and when `dependsOn` returns another value.
 */
export function createLiveQuery<T>({ bridge, status, read, dependsOn }: LiveQueryDeps<T>): LiveQuery<T> {
  const store = createStore<LiveQueryState<T>>(() => EMPTY)
  let entered = false
  let reads = 0
  let readFor = ''

  const basis = () => {
    const now = status()
    return now === null ? '' : dependsOn(now)
  }

  async function refresh() {
    if (!entered) return
    reads += 1
    const mine = reads
    readFor = basis()
    const reply = await read()
    // An older reply must not overwrite a newer one.
    if (mine !== reads || !entered) return
    store.setState(
      reply.ok ? { data: reply.value, errorMessage: null } : { errorMessage: describeFailure(reply.failure) },
    )
  }

  bridge.on('movesChanged', () => void refresh())
  bridge.on('deskChanged', () => {
    // After a failed read, the next status event shows that the desk answers again.
    if (store.getState().errorMessage !== null || basis() !== readFor) void refresh()
  })

  return {
    ...store,
    enter: () => {
      entered = true
      void refresh()
    },
    leave: () => {
      entered = false
      store.setState(EMPTY)
    },
    refresh: () => void refresh(),
  }
}
