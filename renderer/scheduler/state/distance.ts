import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'

export type DistanceState = {
  /** The ZIP that was asked for last. */
  readonly zip: string
  /** Straight miles from the service lot to it; null while that is not known. */
  readonly miles: number | null
}

export type DistanceStore = StoreApi<DistanceState> & { readonly ask: (zip: string) => Promise<void> }

/** How far the customer is, for the estimate of ready-by. */
export function createDistance(bridge: Bridge): DistanceStore {
  const store = createStore<DistanceState>(() => ({ zip: '', miles: null }))
  return {
    ...store,
    ask: async (zip) => {
      if (zip === store.getState().zip) return
      store.setState({ zip, miles: null })
      if (!/^\d{5}$/.test(zip)) return
      const answer = await bridge.distanceTo({ zip })
      // An answer to an older ZIP must not stand for the newer one.
      if (answer.ok && store.getState().zip === zip) store.setState({ miles: answer.value.miles })
    },
  }
}
