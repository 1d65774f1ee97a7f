import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge, DeskStatus, Reply } from '../../../shared/bridge/calls.ts'
import { describeFailure } from '../text/failure-text.ts'
import { onNews } from './desk-status.ts'

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
 * Creates the list of one screen. While that screen is shown, the list is read again when `dependsOn` returns another
 * value and after changes of bookings; changes during a read share the next read.
 */
export function createLiveQuery<T>({ bridge, status, read, dependsOn }: LiveQueryDeps<T>): LiveQuery<T> {
  const store = createStore<LiveQueryState<T>>(() => EMPTY)
  let entered = false
  let reads = 0
  let readFor = ''
  let isReading = false
  let isOutdated = false

  const basis = () => {
    const now = status()
    return now === null ? '' : dependsOn(now)
  }

  async function refresh() {
    if (!entered) return
    reads += 1
    const mine = reads
    readFor = basis()
    isReading = true
    isOutdated = false
    const reply = await read()
    // An older reply must not overwrite a newer one.
    if (mine !== reads) return
    isReading = false
    if (!entered) return
    store.setState(
      reply.ok ? { data: reply.value, errorMessage: null } : { errorMessage: describeFailure(reply.failure) },
    )
    if (isOutdated) void refresh()
  }

  onNews(bridge, () => {
    // The reply of the present read is shown first: with a new read for each change, a board that changes faster than a
    // day is read would show nothing.
    if (isReading) isOutdated = true
    else void refresh()
  })
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
