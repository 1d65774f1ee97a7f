import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'

export type DistanceState = {
  /** The ZIP that was requested last. */
  readonly zip: string
  /** Straight-line miles from the ZIP of the service lot to `zip`; null while unknown. */
  readonly miles: number | null
}

export type DistanceStore = StoreApi<DistanceState> & { readonly ask: (zip: string) => Promise<void> }

/** The distance to the customer's ZIP, for the estimate of ready-by. */
export function createDistance(bridge: Bridge): DistanceStore {
  const store = createStore<DistanceState>(() => ({ zip: '', miles: null }))
  return {
    ...store,
    ask: async (zip) => {
      if (zip === store.getState().zip) return
      store.setState({ zip, miles: null })
      if (!/^\d{5}$/.test(zip)) return
      const answer = await bridge.distanceTo({ zip })
      // A late answer for an older ZIP must not be used for the newer one.
      if (answer.ok && store.getState().zip === zip) store.setState({ miles: answer.value.miles })
    },
  }
}
